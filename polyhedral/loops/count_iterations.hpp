#pragma once
#include <cstdint>

#include "dsl/model/at_sizes.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// The iterations of all loops that a run at `sizes` enters, those too in which nothing happens: what the compiled
/// program has to walk through. Never more than `limit` + 1.
std::int64_t count_iterations(const LoopTree&, const dsl::Sizes& sizes, std::int64_t limit);

}  // namespace pom::poly
