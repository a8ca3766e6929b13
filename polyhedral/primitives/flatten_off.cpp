#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const FlattenOff& directive, const Scop& scop, const Location& at) {
  const Result<int> level = find_loop(statement_of(scop, directive.compute), directive.loop, at);
  if (!level) return level.errors().front();
  return std::nullopt;
}

void apply(const FlattenOff& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  statement.loops[level_of(statement, directive.loop)].flatten_off = at;
}

}  // namespace pom::poly
