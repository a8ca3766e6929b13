#include "polyhedral/dataflow/live_range.hpp"

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

LiveRange make_live_range(const isl::map& first, const isl::map& last) {
  const isl::set lasting = first.subtract(last).domain();
  return {first.intersect_domain(lasting), last.intersect_domain(lasting)};
}

isl::map meeting_pairs(const LiveRange& range) {
  const isl::set times = range.first.range();
  const isl::map later_start = range.first.apply_range(lexicographic_before(times)).unite(range.first);
  const isl::map before_end = range.last.apply_range(lexicographic_after(times));
  return later_start.intersect(before_end).apply_range(range.first.reverse());
}

}  // namespace pom::poly
