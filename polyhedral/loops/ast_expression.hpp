#pragma once
#include <isl/cpp.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/loops/conjunction.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// What isl's iterator names stand for: a loop of the tree, the value of a loop with one iteration, or a
/// parameter.
using IteratorValues = std::map<std::string, AffineExpr>;

/// The alternatives of a bound: `max` of all for a lower bound, `min` of all for an upper bound.
std::vector<AffineExpr> convert_lower_bound(const isl::ast_expr&, const IteratorValues&);
std::vector<AffineExpr> convert_upper_bound(const isl::ast_expr&, const IteratorValues&);

AffineExpr convert_expression(const isl::ast_expr&, const IteratorValues&);

/// Conjunctions that exclude each other; the condition holds when one of them does.
using DisjointConjunctions = std::vector<Conjunction>;

/// Thrown where a condition has so many of them that neither a reader nor a tool gets through.
struct TooManyConditions {};

DisjointConjunctions convert_condition(const isl::ast_expr&, const IteratorValues&);

/// One way through the conditional expressions (a ? b : c) in some expressions.
struct Choice {
  std::vector<std::pair<isl::ast_expr, bool>> conditions;  ///< what holds, or does not
  std::vector<isl::ast_expr> expressions;                  ///< without conditionals
};

/// isl writes a bound whose pieces merge into neither a min nor a max as a conditional expression. All ways through them;
/// one without conditions where there is none.
std::vector<Choice> resolve_conditionals(std::vector<isl::ast_expr> expressions);

/// The conditions of a choice, as disjoint conjunctions.
DisjointConjunctions convert_conditions(const Choice&, const IteratorValues&);

}  // namespace pom::poly
