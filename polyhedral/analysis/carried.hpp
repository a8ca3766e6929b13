#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// A loop, and those directly around it that form a perfect nest with it: the vendor's tool may flatten them into one.
struct Band {
  struct Level {
    std::int64_t trip_count = 1;  ///< of the outermost level it does not count
    bool moves = false;           ///< the first value depends on the loops around
  };
  int outermost = 0, innermost = 0;  ///< levels
  std::vector<Level> levels;         ///< from `outermost` on
  std::set<int> copied = {};         ///< levels around it: an iteration has those of several of their iterations inside
};

/// Takes the loop of level `level` around the band into it. Levels in between were loops of one iteration.
void add_around(Band& band, int level, const Band::Level& loop);

/// What the iterations of one loop, or of the loop that a band becomes, have in common through one array, over all
/// pairs of accesses of the statements inside (not only direct dependences: hardware overlaps iterations, and every
/// conflict counts).
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
