#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const Split& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  if (Status marked = check_unmarked(statement, *level, "split", at)) return marked;
  const std::vector<std::string> added = {outer_name(statement, *level, directive.outer),
                                          inner_name(statement, *level, directive.inner)};
  return check_new_names(statement, {*level}, added, *scop.program, at);
}

void apply(const Split& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  const int level = level_of(statement, directive.loop);
  const std::string outer = outer_name(statement, level, directive.outer);
  const std::string inner = inner_name(statement, level, directive.inner);
  strip_mine(scop, statement, level, directive.factor, outer, inner, at);
}

}  // namespace pom::poly
