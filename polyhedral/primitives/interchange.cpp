#include <numeric>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const Interchange& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> first = find_loop(statement, directive.first, at);
  if (!first) return first.errors().front();
  const Result<int> second = find_loop(statement, directive.second, at);
  if (!second) return second.errors().front();
  if (*first != *second) return std::nullopt;
  return Diagnostic{
      Severity::error,
      "bad-loop-order",
      "cannot interchange loop " + statement.loops[*first].name + " of \"" + statement.name + "\" with itself",
      at,
      {},
      ""};
}

void apply(const Interchange& directive, Scop& scop, const Location&) {
  Statement& statement = statement_of(scop, directive.compute);
  std::vector<int> order(statement.loops.size());
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[level_of(statement, directive.first)], order[level_of(statement, directive.second)]);
  permute_loops(statement, order);
}

}  // namespace pom::poly
