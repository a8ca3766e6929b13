#pragma once
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Part of a statement's scheduled domain. Pieces of one statement are disjoint and together all of it.
struct Piece {
  int statement = -1;  ///< in Scop::statements
  isl::map loop_map;   ///< Statement::loop_map, restricted
};

/// Cuts a statement where full tiles end, for each strip whose loop runs inside its strip loop, so that the loops of
/// full tiles get constant bounds. `cut_levels` receives the levels of the strip loops that were cut.
std::vector<Piece> separate_partial_tiles(const Scop&, int statement, std::vector<int>& cut_levels);

}  // namespace pom::poly
