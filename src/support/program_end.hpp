#pragma once
#include <pom/diagnostic.hpp>

namespace pom {

/// Whether the static objects that compilations leave behind are destroyed: the program is ending. The first call must
/// come before the first compilation.
bool program_ends();

/// What is said to who compiles then.
Diagnostic program_has_ended(const Location& at);

}  // namespace pom
