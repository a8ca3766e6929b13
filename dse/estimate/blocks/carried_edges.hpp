#pragma once
#include <optional>
#include <vector>

#include "dse/estimate/blocks/block_builder.hpp"

namespace pom::dse {

/// After how many iterations of the loops (innermost first, run as one) `later` first touches an element that `earlier`
/// touched; nothing: never.
std::optional<std::int64_t> carried_distance(const Linear* earlier, const Linear* later, int rank,
                                             const std::vector<RunningLoop>& loops);

}  // namespace pom::dse
