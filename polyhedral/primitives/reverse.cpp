#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

/// Twice the middle around which the loop turns. Statements that share the loop turn around the same one, whichever of
/// them comes first.
std::int64_t find_mirror(const Scop& scop, const Statement& statement, int level) {
  std::optional<std::int64_t> least, greatest;
  for (const Statement& other : scop.statements) {
    if (!share_loop(other, statement, level)) continue;
    if (other.loops[level].mirror) return *other.loops[level].mirror;
    const isl::set values = keep_only(other.loop_map.range(), level);
    const std::int64_t low = *minimum(values, 0), high = *maximum(values, 0);
    least = std::min(least.value_or(low), low);
    greatest = std::max(greatest.value_or(high), high);
  }
  return *least + *greatest;
}

}  // namespace

Status check(const Reverse& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  return check_unmarked(statement, *level, "reverse", at);
}

void apply(const Reverse& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  const int level = level_of(statement, directive.loop);
  const std::int64_t mirror = find_mirror(scop, statement, level);
  std::vector<std::string> outputs = same_loops(statement);
  outputs[level] = std::to_string(mirror) + " - l" + std::to_string(level);
  transform_loops(statement, outputs);
  rename_loop(statement, level, statement.loops[level].name, at);
  statement.loops[level].mirror = mirror;
}

}  // namespace pom::poly
