#include <algorithm>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const DependenceFact& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  const int array = scop.program->find_array(directive.array);
  const bool written = std::any_of(scop.statements.begin(), scop.statements.end(), [&](const Statement& other) {
    return share_loop(other, statement, *level) && other.write.array == array;
  });
  if (written) return std::nullopt;
  return make_error("no-dependence-fact",
                    "nothing is to be said about \"" + directive.array + "\" in loop " + statement.loops[*level].name +
                        ": the loop does not write it",
                    at);
}

/// What is true is found when all directives are applied: it belongs to the final schedule.
void apply(const DependenceFact& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  const int level = level_of(statement, directive.loop);
  statement.fact_requests.push_back({statement.loops[level].name, scop.program->find_array(directive.array), at});
}

}  // namespace pom::poly
