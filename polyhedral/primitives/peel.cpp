#include <limits>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

/// The instances in the first (count > 0) or last values of the loop, for each iteration of the loops outside it.
isl::set peeled_instances(const Statement& statement, int level, std::int64_t count) {
  const isl::set range = statement.loop_map.range();
  const isl::set head = keep_first(range, level + 1);
  const isl::map to_outer = first_loops(head, level).intersect_domain(head);
  const isl::map from_outer = to_outer.reverse();
  // { [outer, l] -> [outer, end] }: the end of the loop where it is peeled.
  const isl::map to_end = to_outer.apply_range(count > 0 ? from_outer.lexmin() : from_outer.lexmax());
  const isl::set heads = keep_near(to_end, level, count > 0 ? count - 1 : -count - 1).domain();
  const isl::set images = first_loops(range, level + 1).intersect_range(heads).domain();
  return statement.loop_map.intersect_range(images).domain();
}

}  // namespace

Status check(const Peel& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  // More than a loop counter of 32 bits can count.
  const bool beyond = directive.count > std::numeric_limits<std::int32_t>::max() ||
                      directive.count < -std::numeric_limits<std::int32_t>::max();
  if (!beyond && !statement.domain.subtract(peeled_instances(statement, *level, directive.count)).is_empty())
    return std::nullopt;
  return make_error("bad-factor",
                    "peel of \"" + statement.name + "\" by " + std::to_string(directive.count) + ": loop " +
                        statement.loops[*level].name + " would have no iteration left",
                    at);
}

void apply(const Peel& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  const int level = level_of(statement, directive.loop);
  statement.cuts.push_back({peeled_instances(statement, level, directive.count), statement.loops[level].name, at});
}

}  // namespace pom::poly
