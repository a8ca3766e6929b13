#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// What the iterations of one loop have in common through one array, over all pairs of accesses of the statements
/// inside (not only direct dependences: hardware overlaps iterations, and every conflict counts).
struct CarriedConflicts {
  bool any = false;  ///< two iterations touch one element, at least one of them writes it
  /// The least number of iterations from a write to a later read of the element; nothing: there is no such pair.
  std::optional<std::int64_t> least_flow_distance;
  std::vector<std::int64_t> writing, reading;  ///< iteration vectors of such a pair, down to the loop
};

/// `statements` share the loop at `level` in the scheduled program.
CarriedConflicts find_carried_conflicts(const Scop& scheduled, const std::vector<int>& statements, int level,
                                        int array);

}  // namespace pom::poly
