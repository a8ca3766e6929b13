#pragma once
#include <isl/cpp.h>

#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// An array on the chip whose elements are words of their own.
bool is_plain_memory(const Scop&, int array);

/// Decides whether one load in front of each run can stand for what the run itself loads. `loads` and `stores`:
/// { run -> elements of one array }, one for each access; a load of several elements in a run is another one's
/// business. True: some load takes one element, and the stores of a run never meet the element of such a load.
bool are_steady(const std::vector<isl::map>& loads, const std::vector<isl::map>& stores);

}  // namespace pom::poly
