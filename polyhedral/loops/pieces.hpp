#pragma once
#include <isl/cpp.h>

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// A loop in which a statement runs at one value only, beside others that share the loop and run at more: it stands in
/// the whole loop, behind a guard, as isl would give it a loop of its own.
struct GuardedLoop {
  int level = -1;
  std::int64_t value = 0, low = 0, high = 0;  ///< of the statement; of all, both included

  bool operator==(const GuardedLoop&) const = default;
};

/// Part of a statement's scheduled domain. Pieces of one statement are disjoint and together all of it.
struct Piece {
  int statement = -1;  ///< in Scop::statements
  isl::map loop_map;   ///< Statement::loop_map, restricted
  std::optional<GuardedLoop> guarded = {};
  /// What the statement does not run at, though its loops do: a condition on its iterators as written.
  std::optional<isl::ast_expr> left_out = {};
  std::optional<isl::map> exact = {};  ///< where it has that condition: the loop_map without what is left out
};

/// Divides a statement where directives ask for it (Statement::cuts), and where full tiles end, for each strip whose
/// loop runs inside its strip loop, so that the loops of full tiles get constant bounds. `cut_levels` receives the
/// levels of the loops that part.
std::vector<Piece> divide_statement(const Scop&, int statement, std::set<int>& cut_levels);

}  // namespace pom::poly
