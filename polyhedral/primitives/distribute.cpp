#include <algorithm>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const Distribute& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  const bool has_predecessor = std::any_of(scop.statements.begin(), scop.statements.end(), [&](const Statement& other) {
    return share_loop(other, statement, *level) && other.position < statement.position;
  });
  if (has_predecessor) return std::nullopt;
  return make_error("nothing-to-distribute",
                    "cannot distribute loop " + statement.loops[*level].name + " in front of \"" + statement.name +
                        "\": nothing stands before it in the loop's body",
                    at);
}

void apply(const Distribute& directive, Scop& scop, const Location&) {
  const Statement& first = statement_of(scop, directive.compute);
  const int level = level_of(first, directive.loop);
  const std::vector<int> cut = first.position;
  for (Statement& statement : scop.statements) {
    std::vector<int>& position = statement.position;
    const bool beside =
        static_cast<int>(position.size()) > level && std::equal(cut.begin(), cut.begin() + level, position.begin());
    const bool in_loop = beside && position[level] == cut[level] && static_cast<int>(statement.loops.size()) > level;
    if (beside && (in_loop ? position >= cut : position[level] > cut[level])) ++position[level];
  }
}

}  // namespace pom::poly
