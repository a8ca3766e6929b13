#include "polyhedral/ir/points.hpp"

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/number_too_large.hpp"

namespace pom::poly {

namespace {

/// The points behind `point` in lexicographic order that share the most leading coordinates with it. (Taking points out
/// of the set one by one would split it into ever more parts.)
std::optional<isl::set> nearest_behind(const isl::set& set, const std::vector<std::int64_t>& point) {
  for (auto shared = static_cast<unsigned>(point.size()); shared-- > 0;) {
    const isl::set behind = point_set(set, {point.begin(), point.begin() + shared});
    const isl::set nearest = set.intersect(bound_below(behind, shared, point[shared] + 1));
    if (!nearest.is_empty()) return nearest;
  }
  return std::nullopt;
}

/// The grid of points in the box around the set, in steps that each coordinate has while the others stand still: of a
/// diagonal pattern it is a part. Nothing where the set is unbounded.
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
  if (grid->points.is_subset(set) && set.is_subset(grid->points)) return grid->count;
  std::int64_t count = 0;
  const std::int64_t high = *maximum(set, fixed);
  for (std::int64_t value = *minimum(set, fixed); value <= high; ++value) {
    const isl::set slice = bound_above(bound_below(set, fixed, value), fixed, value);
    count += count_from(slice, fixed + 1);
  }
  return count;
}

bool is_bounded_below(const isl::set& set) {
  for (unsigned d = 0; d < dimension_count(set); ++d) {
    if (!minimum(set, d)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::vector<std::int64_t>>> all_points(const isl::set& set, std::size_t limit) {
  const isl::set any = set.project_out_all_params();
  std::vector<std::vector<std::int64_t>> points;
  if (any.is_empty()) return points;
  if (!is_bounded_below(any)) return std::nullopt;
  for (std::optional<isl::set> rest = any; rest; rest = nearest_behind(any, points.back())) {
    if (points.size() == limit) return std::nullopt;
    points.push_back(*first_point(*rest));
  }
  return points;
}

std::int64_t count_points(const isl::set& set) { return count_from(keep_first(set, dimension_count(set)), 0); }

std::string subscript(const std::string& name, const std::vector<std::int64_t>& at) {
  std::string text = name + "[";
  for (std::size_t d = 0; d < at.size(); ++d) text += (d ? "," : "") + std::to_string(at[d]);
  return text + "]";
}

}  // namespace pom::poly
