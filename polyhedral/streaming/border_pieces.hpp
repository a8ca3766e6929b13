#pragma once
#include <vector>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

/// An access relation { S[…] -> A[…] } in pieces: where an index is clamped or mirrored, each iteration near the border
/// has one of its own, so that the elements of a piece move with the loops by constant steps. `loop_map`: of the
/// statement; borders are told along its first `loops` loops.
std::vector<isl::map> cut_at_borders(const isl::map& accesses, const isl::map& loop_map, int loops);

}  // namespace pom::poly
