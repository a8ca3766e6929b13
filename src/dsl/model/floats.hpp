#pragma once
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// By array: it has floats, or some value that is stored there has a float in it or loads from such an array.
std::vector<bool> follow_from_floats(const Function&);

/// Whether some array, scalar or part of a value is a 16-bit float.
bool has_small_floats(const Function&);

}  // namespace pom::dsl
