#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

/// The instances in full strips of the loop: those where, for the loops outside it that are no strips themselves, every
/// iteration of the strip exists for all iterations of the strips in between.
isl::set full_strips(const Statement& statement, int level) {
  const std::int64_t length = statement.loops[level].strip->length;
  const isl::set range = statement.loop_map.range();
  const isl::set head = keep_first(range, level + 1);
  const isl::map to_outer = first_loops(head, level).intersect_domain(head);
  isl::set strip = isl::set::universe(head.space());
  strip = bound_above(bound_below(strip, level, 0), level, length - 1);
  const isl::set all = first_loops(head, level).intersect_range(to_outer.range()).domain().intersect(strip);
  const isl::set missing = all.subtract(head);
  // Two iterations of the outer loops belong to the same tile when they differ in strip loops only.
  std::vector<unsigned> tile_loops;
  for (int d = 0; d < level; ++d) {
    if (!statement.loops[d].strip) tile_loops.push_back(d);
  }
  const isl::map same_tile = equal_in(range.space(), tile_loops);
  const isl::set partial = first_loops(range, level + 1).intersect_range(missing).domain();
  return statement.loop_map.intersect_range(range.subtract(partial.apply(same_tile))).domain();
}

}  // namespace

Status check(const Separate& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  const ScheduledLoop& loop = statement.loops[*level];
  if (!loop.strip) {
    return make_error("not-a-strip",
                      "cannot separate loop " + loop.name + " of \"" + statement.name +
                          "\": it is not the inner loop of a split or tile",
                      at);
  }
  if (!full_strips(statement, *level).is_empty()) return std::nullopt;
  return make_error("no-full-strip",
                    "cannot separate loop " + loop.name + " of \"" + statement.name +
                        "\": none of its strips has all " + std::to_string(loop.strip->length) + " iterations",
                    at);
}

void apply(const Separate& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  const int level = level_of(statement, directive.loop);
  const isl::set full = full_strips(statement, level);
  if (!full.is_equal(statement.domain)) statement.cuts.push_back({full, statement.loops[level].name, at});
}

}  // namespace pom::poly
