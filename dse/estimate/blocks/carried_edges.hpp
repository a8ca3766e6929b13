#pragma once
#include <optional>
#include <vector>

#include "dse/estimate/blocks/block_builder.hpp"

namespace pom::dse::estimate {

/// Returns the number of iterations after which `later` first accesses an element that `earlier` accessed, or nothing
/// if it never does. The loops are flattened, innermost first.
std::optional<std::int64_t> carried_distance(const Linear* earlier, const Linear* later, int rank,
                                             const std::vector<RunningLoop>& loops);

}  // namespace pom::dse::estimate
