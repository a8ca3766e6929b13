#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const Shift& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  if (Status marked = check_unmarked(statement, *level, "shift", at)) return marked;
  std::vector<std::int64_t> factors(statement.loops.size(), 0);
  factors[*level] = 1;
  return check_values(statement, factors, directive.distance,
                      "shift of \"" + statement.name + "\" by " + std::to_string(directive.distance), at);
}

void apply(const Shift& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  const int level = level_of(statement, directive.loop);
  std::vector<std::string> outputs = same_loops(statement);
  outputs[level] += " + " + std::to_string(directive.distance);
  transform_loops(statement, outputs);
  rename_loop(statement, level, statement.loops[level].name, at);
}

}  // namespace pom::poly
