#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "dsl/model/function.hpp"

namespace pom::driver {

/// What is wrong with a program as it was recorded, before anything analyses it: what its declarations found; a
/// program without a compute; and, as warnings, arguments that nothing uses, arrays of one assumed value, and a
/// function that nothing leaves.
std::vector<Diagnostic> check_recorded(const dsl::Function& program);

}  // namespace pom::driver
