#pragma once
#include <optional>

#include "dse/estimate/graph/linear.hpp"

namespace pom::dse {

/// Whether a comparison of loop values comes out the same in all iterations: by range and by divisibility. Copies of an
/// unrolled body lose their "first iteration" and "last iteration" branches this way, as in the vendor's tool.
std::optional<bool> known_condition(const Function&, int expression, Unrolling&);

}  // namespace pom::dse
