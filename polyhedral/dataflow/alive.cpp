#include <algorithm>
#include <map>
#include <optional>

#include "polyhedral/dataflow/live_range.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"

namespace pom::poly {

namespace {

using Point = std::vector<std::int64_t>;

/// Elements up to this number are followed one by one, which takes isl about 0.1 ms each.
constexpr std::int64_t most_followed = 1'000;

/// Which of a coordinate's values is looked for.
enum class Pick { middle, high, low };

std::int64_t pick_value(const isl::set& times, unsigned dimension, Pick pick) {
  const std::int64_t low = *minimum(times, dimension), high = *maximum(times, dimension);
  if (pick != Pick::middle) return pick == Pick::high ? high : low;
  // The next value that occurs: the times may have gaps.
  return *minimum(bound_below(times, dimension, low + (high - low) / 2), dimension);
}

/// The time with one pick in the first `change` coordinates, and another in the rest.
isl::set pick_time(isl::set times, Pick outer, Pick inner, unsigned change) {
  for (unsigned d = 0; d < dimension_count(times); ++d) {
    const std::int64_t value = pick_value(times, d, d < change ? outer : inner);
    times = bound_above(bound_below(times, d, value), d, value);
  }
  return times;
}

/// Times that are central or extreme in their outer coordinates and in their inner ones.
std::vector<isl::set> choose_times(const isl::set& times) {
  std::vector<isl::set> chosen;
  const std::vector<Pick> picks = {Pick::middle, Pick::high, Pick::low};
  for (const Pick pick : picks) chosen.push_back(pick_time(times, pick, pick, 0));
  for (unsigned change = 1; change < dimension_count(times); ++change) {
    for (const Pick outer : picks) {
      for (const Pick inner : picks) {
        if (outer != inner) chosen.push_back(pick_time(times, outer, inner, change));
      }
    }
  }
  return chosen;
}

/// Counts exactly, from the two times of each element.
std::int64_t follow_all(const LiveRange& range) {
  std::map<Point, std::int64_t> changes;
  const auto change_at = [&](const isl::map& times, int by) {
    times.wrap().foreach_point([&](const isl::point& pair) {
      const isl::set time = pair.to_set().unwrap().range();
      changes[*first_point(time)] += by;
    });
  };
  change_at(range.first, 1);
  change_at(range.last, -1);
  std::int64_t alive = 0, most = 0;
  for (const auto& [time, change] : changes) most = std::max(most, alive += change);
  return most;
}

}  // namespace

std::int64_t count_at_middle(const isl::map& times) {
  if (times.is_empty()) return 0;
  return count_points(times.intersect_range(pick_time(times.range(), Pick::middle, Pick::middle, 0)).domain());
}

void count_most_alive(const LiveRange& range, std::int64_t enough, Alive& most) {
  const isl::set times = range.first.range();
  const isl::map alive = range.first.apply_range(lexicographic_before(times))
                             .unite(range.first)
                             .intersect(range.last.apply_range(lexicographic_after(times)));
  for (const isl::set& time : choose_times(times)) {
    most.count = std::max(most.count, count_points(alive.intersect_range(time).domain()));
    most.exact = most.count >= enough;
    if (most.exact) return;
  }
  if (count_points(range.first.domain()) <= most_followed) most = {follow_all(range), true};
}

}  // namespace pom::poly
