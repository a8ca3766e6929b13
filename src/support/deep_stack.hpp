#pragma once
#include <functional>

namespace pom {

/// Runs `work` where the stack has room for the deepest values that a program may have: on the calling thread if that
/// has the room, else on a thread of its own, for which the caller waits. An exception of `work` reaches the caller.
void with_deep_stack(const std::function<void()>& work);

}  // namespace pom
