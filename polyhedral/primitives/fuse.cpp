#include <algorithm>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const Fuse& directive, const Scop& scop, const Location& at) {
  const Statement &moved = statement_of(scop, directive.compute), &anchor = statement_of(scop, directive.other);
  const Result<int> level = find_loop(anchor, directive.loop, at);
  if (!level) return level.errors().front();
  if (*level >= static_cast<int>(moved.loops.size())) {
    return make_error("bad-level",
                      "\"" + moved.name + "\" cannot be fused into loop " + anchor.loops[*level].name + " of \"" +
                          anchor.name + "\", level " + std::to_string(*level) + ": it has " +
                          std::to_string(moved.loops.size()) + " loops",
                      at);
  }
  if (!share_loop(moved, anchor, *level)) return std::nullopt;
  return make_error(
      "already-fused",
      "\"" + moved.name + "\" and \"" + anchor.name + "\" share loop " + anchor.loops[*level].name + " already", at);
}

void apply(const Fuse& directive, Scop& scop, const Location&) {
  const Statement &moved = statement_of(scop, directive.compute), &anchor = statement_of(scop, directive.other);
  const int level = level_of(anchor, directive.loop);
  const std::vector<int> body(anchor.position.begin(), anchor.position.begin() + level + 1);
  std::vector<Statement*> group;
  int last = 0, first = moved.position[level + 1];
  for (Statement& statement : scop.statements) {
    if (share_loop(statement, anchor, level)) last = std::max(last, statement.position[level + 1]);
    if (!share_loop(statement, moved, level)) continue;
    group.push_back(&statement);
    first = std::min(first, statement.position[level + 1]);
  }
  for (Statement* statement : group) {
    std::copy(body.begin(), body.end(), statement->position.begin());
    statement->position[level + 1] += last + 1 - first;
  }
}

}  // namespace pom::poly
