#include <algorithm>
#include <numeric>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const Reorder& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  std::vector<int> levels;
  for (const LoopRef& loop : directive.loops) {
    const Result<int> level = find_loop(statement, loop, at);
    if (!level) return level.errors().front();
    if (std::find(levels.begin(), levels.end(), *level) != levels.end()) {
      return make_error("bad-loop-order",
                        "reorder of \"" + statement.name + "\" names loop " + statement.loops[*level].name + " twice",
                        at);
    }
    levels.push_back(*level);
  }
  return std::nullopt;
}

void apply(const Reorder& directive, Scop& scop, const Location&) {
  Statement& statement = statement_of(scop, directive.compute);
  std::vector<int> order(statement.loops.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<int> wanted;
  for (const LoopRef& loop : directive.loops) wanted.push_back(level_of(statement, loop));
  std::vector<int> places = wanted;
  std::sort(places.begin(), places.end());
  for (std::size_t n = 0; n < places.size(); ++n) order[places[n]] = wanted[n];
  permute_loops(statement, order);
}

}  // namespace pom::poly
