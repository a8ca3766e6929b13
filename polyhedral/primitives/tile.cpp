#include <algorithm>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

std::string given_name(const std::vector<std::string>& names, std::size_t n) {
  return n < names.size() ? names[n] : std::string();
}

}  // namespace

Status check(const Tile& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  std::vector<int> levels;
  std::vector<std::string> added;
  for (std::size_t n = 0; n < directive.loops.size(); ++n) {
    const Result<int> level = find_loop(statement, directive.loops[n], at);
    if (!level) return level.errors().front();
    if (!levels.empty() && levels.back() >= *level) {
      return Diagnostic{Severity::error,
                        "bad-loop-order",
                        "cannot tile \"" + statement.name + "\": loop " + statement.loops[*level].name +
                            " does not stand inside loop " + statement.loops[levels.back()].name,
                        at,
                        {},
                        ""};
    }
    if (Status marked = check_unmarked(statement, *level, "tile", at)) return marked;
    levels.push_back(*level);
    added.push_back(outer_name(statement, *level, given_name(directive.outer, n)));
    added.push_back(inner_name(statement, *level, given_name(directive.inner, n)));
  }
  return check_new_names(statement, levels, added, *scop.program, at);
}

void apply(const Tile& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  std::vector<int> levels;
  for (const LoopRef& loop : directive.loops) levels.push_back(level_of(statement, loop));
  // What was shared with other statements stays shared by as many loops, outer strips now; the inner strips come behind
  // the last tiled loop.
  std::vector<int> position = statement.position;
  position.insert(position.begin() + levels.back() + 1, levels.size(), 0);
  // Innermost first, so that the levels of the loops further out stay as they are.
  for (std::size_t n = levels.size(); n-- > 0;) {
    const std::string outer = outer_name(statement, levels[n], given_name(directive.outer, n));
    const std::string inner = inner_name(statement, levels[n], given_name(directive.inner, n));
    strip_mine(scop, statement, levels[n], directive.factors[n], outer, inner, at);
  }
  std::vector<int> strips, order;
  for (std::size_t n = 0; n < levels.size(); ++n) strips.push_back(levels[n] + static_cast<int>(n) + 1);
  for (int level = 0; level < static_cast<int>(statement.loops.size()); ++level) {
    if (std::find(strips.begin(), strips.end(), level) == strips.end()) order.push_back(level);
    if (level == strips.back()) order.insert(order.end(), strips.begin(), strips.end());
  }
  permute_loops(statement, order);
  statement.position = std::move(position);
}

}  // namespace pom::poly
