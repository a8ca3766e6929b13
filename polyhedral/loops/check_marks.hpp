#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// The trip count of a loop, when it is the same wherever the loop stands.
std::optional<std::int64_t> constant_trip_count(const LoopNode& loop);

/// Whether the trip count of a loop is the same in all iterations of the loops around it: a number, or parameters
/// decide.
bool has_fixed_trip_count(const LoopNode& loop);

/// Whether the loops around have a part in its bounds.
bool has_moving_bounds(const LoopNode& loop);

/// Refuses marks that the generated loops cannot carry: `conflicting-mark`, `nested-pipeline`,
/// `pipeline-variable-bound`, `unroll-variable-bound`, `unroll-factor`. One error per mark, at the mark's line.
std::vector<Diagnostic> check_marks(const Scop&, const LoopTree&);

}  // namespace pom::poly
