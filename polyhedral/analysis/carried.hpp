#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// A loop, and those directly around it that form a perfect nest with it: the vendor's tool may flatten them into one.
struct Band {
  int outermost = 0, innermost = 0;             ///< levels
  std::vector<std::int64_t> trip_counts;        ///< of the levels from `outermost` on; the first one does not count
};

/// What the iterations of one loop, or of the loop that a band becomes, have in common through one array, over all pairs
/// of accesses of the statements inside (not only direct dependences: hardware overlaps iterations, and every conflict
/// counts).
struct CarriedConflicts {
  bool any = false;  ///< two iterations touch one element, at least one of them writes it
  /// The least number of iterations from a write to a later read of the element; nothing: there is no such pair.
  std::optional<std::int64_t> least_flow_distance;
  std::vector<std::int64_t> writing, reading;  ///< iteration vectors of such a pair, down to the loop
  int reader = -1;                             ///< the statement that reads in this pair
};

/// `statements` share the band's loops in the scheduled program.
CarriedConflicts find_carried_conflicts(const Scop& scheduled, const std::vector<int>& statements, const Band& band,
                                        int array);

}  // namespace pom::poly
