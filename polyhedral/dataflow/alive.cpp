#include <algorithm>
#include <map>
#include <optional>

#include "polyhedral/dataflow/live_range.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/number_too_large.hpp"

namespace pom::poly {

namespace {

using Point = std::vector<std::int64_t>;

/// Elements up to this number are followed one by one, which takes isl about 0.1 ms each.
constexpr std::int64_t most_followed = 1'000;

/// Times at which the elements are counted: a count takes about a millisecond.
constexpr std::size_t most_times = 64;

/// The smallest grid of points with constant steps that holds the set, or nothing where it is unbounded.
struct Grid {
  isl::set points;
  std::int64_t count = 1;
};

std::optional<Grid> grid_around(const isl::set& set) {
  Grid grid{isl::set::universe(set.space()), 1};
  std::string text, names;
  for (unsigned d = 0; d < dimension_count(set); ++d) {
    const auto low = minimum(set, d), high = maximum(set, d);
    if (!low || !high) return std::nullopt;
    const std::int64_t step = stride(set, d);
    grid.count *= (*high - *low) / step + 1;
    const std::string name = "x" + std::to_string(d);
    names += (names.empty() ? "" : ", ") + name;
    text += (text.empty() ? "" : " and ") + std::to_string(*low) + " <= " + name + " <= " + std::to_string(*high) +
            " and (" + name + " - " + std::to_string(*low) + ") mod " + std::to_string(step) + " = 0";
  }
  grid.points = isl::set(set.ctx(), "{ [" + names + "]" + (text.empty() ? "" : " : " + text) + " }");
  return grid;
}

/// Of the points that share their first `fixed` coordinates.
std::int64_t count_from(const isl::set& set, unsigned fixed) {
  if (set.is_empty()) return 0;
  const std::optional<Grid> grid = grid_around(set);
  if (!grid) throw NumberTooLarge();
  if (grid->points.is_subset(set)) return grid->count;
  std::int64_t count = 0;
  const std::int64_t high = *maximum(set, fixed);
  for (std::int64_t value = *minimum(set, fixed); value <= high; ++value) {
    const isl::set slice = bound_above(bound_below(set, fixed, value), fixed, value);
    count += count_from(slice, fixed + 1);
  }
  return count;
}

/// Times of the set in the middle and at the end of each coordinate's values, outermost first.
void choose_times(const isl::set& times, unsigned fixed, std::vector<isl::set>& chosen) {
  if (chosen.size() >= most_times || times.is_empty()) return;
  if (fixed == dimension_count(times)) {
    chosen.push_back(times);
    return;
  }
  const std::int64_t low = *minimum(times, fixed), high = *maximum(times, fixed);
  const std::int64_t middle = low + (high - low) / 2;
  for (const std::int64_t from : {middle, high, low}) {
    // The next value that occurs: the times may have gaps.
    const std::optional<std::int64_t> value = minimum(bound_below(times, fixed, from), fixed);
    const bool seen = from != middle && value == minimum(bound_below(times, fixed, middle), fixed);
    if (value && !seen) choose_times(bound_above(bound_below(times, fixed, *value), fixed, *value), fixed + 1, chosen);
  }
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

std::int64_t count_points(const isl::set& set) { return count_from(keep_first(set, dimension_count(set)), 0); }

std::int64_t count_at_middle(const isl::map& times) {
  std::vector<isl::set> chosen;
  choose_times(times.range(), 0, chosen);
  return chosen.empty() ? 0 : count_points(times.intersect_range(chosen.front()).domain());
}

Alive most_alive(const LiveRange& range, std::int64_t enough) {
  const isl::set times = range.first.range();
  const isl::map alive = range.first.apply_range(lexicographic_before(times))
                             .unite(range.first)
                             .intersect(range.last.apply_range(lexicographic_after(times)));
  std::vector<isl::set> chosen;
  choose_times(times, 0, chosen);
  Alive result;
  for (const isl::set& time : chosen) {
    result.count = std::max(result.count, count_points(alive.intersect_range(time).domain()));
    if (result.count >= enough) return {result.count, true};
  }
  if (count_points(range.first.domain()) <= most_followed) return {follow_all(range), true};
  return result;
}

}  // namespace pom::poly
