#pragma once

namespace pom::test {

/// By what the sanitizers multiply the time of a program, at most.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int slowness = 10;
#else
constexpr int slowness = 1;
#endif

}  // namespace pom::test
