#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const Reverse& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  return check_unmarked(statement, *level, "reverse", at);
}

void apply(const Reverse& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  const int level = level_of(statement, directive.loop);
  // Statements that share the loop turn around the same middle, whichever of them comes first.
  std::optional<std::int64_t> least, greatest;
  for (const Statement& other : scop.statements) {
    if (!share_loop(other, statement, level)) continue;
    const isl::set values = keep_only(other.loop_map.range(), level);
    const std::int64_t low = *minimum(values, 0), high = *maximum(values, 0);
    least = std::min(least.value_or(low), low);
    greatest = std::max(greatest.value_or(high), high);
  }
  std::vector<std::string> outputs = same_loops(statement);
  outputs[level] = std::to_string(*least + *greatest) + " - l" + std::to_string(level);
  transform_loops(statement, outputs);
  rename_loop(statement, level, statement.loops[level].name, at);
}

}  // namespace pom::poly
