#pragma once
#include <vector>

#include "random_case.hpp"

namespace pom::fuzz {

/// Cases that are one step smaller: without a directive, a statement, a loop; with smaller ranges, simpler bounds,
/// indices, values and types. Large steps come first.
std::vector<Case> shrink(const Case&);

}  // namespace pom::fuzz
