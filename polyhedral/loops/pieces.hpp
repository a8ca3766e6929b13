#pragma once
#include <set>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Part of a statement's scheduled domain. Pieces of one statement are disjoint and together all of it.
struct Piece {
  int statement = -1;  ///< in Scop::statements
  isl::map loop_map;   ///< Statement::loop_map, restricted
};

/// Divides a statement where directives ask for it (Statement::cuts), and where full tiles end, for each strip whose
/// loop runs inside its strip loop, so that the loops of full tiles get constant bounds. `cut_levels` receives the
/// levels of the loops that part.
std::vector<Piece> divide_statement(const Scop&, int statement, std::set<int>& cut_levels);

}  // namespace pom::poly
