#pragma once
#include <string>

#include "pom/location.hpp"

namespace pom::driver {

/// A place of the program as the reports name it; empty: nobody knows it.
inline std::string place_text(const Location& at) { return at.line == 0 ? "" : to_string(at); }

}  // namespace pom::driver
