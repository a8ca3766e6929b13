#include "polyhedral/ir/points.hpp"

#include "polyhedral/ir/count_plainly.hpp"
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

/// With any value of the coordinates from `first` on, `count` of them.
isl::set forget(const isl::set& set, unsigned first, unsigned count) {
  std::string from, to;
  for (unsigned d = 0; d < dimension_count(set); ++d) {
    const std::string number = (d > 0 ? ", x" : "x") + std::to_string(d);
    from += number;
    to += number + (d >= first && d < first + count ? "_" : "");
  }
  return set.apply(isl::map(set.ctx(), "{ [" + from + "] -> [" + to + "] }"));
}

/// The set whose points behind coordinate `dimension` are those of one slice wherever the set has any.
isl::set repeat(const isl::set& slice, const isl::set& set, unsigned dimension) {
  const unsigned behind = dimension_count(set) - dimension - 1;
  const isl::set values = forget(forget(set, 0, dimension), dimension + 1, behind);
  return forget(slice, dimension, 1).intersect(values);
}

/// Of the points that share their first `fixed` coordinates. Where slices along the next one are alike, one is counted;
/// triangles are by their bounds; else each half by itself: a window's few kinds of rows take as long in any picture.
std::int64_t count_from(const isl::set& set, unsigned fixed) {
  constexpr std::int64_t few = 4;  // slices that are counted sooner than compared
  if (set.is_empty()) return 0;
  const std::optional<Grid> grid = grid_around(set);
  if (!grid) throw NumberTooLarge();
  if (grid->points.is_subset(set) && set.is_subset(grid->points)) return grid->count;
  const std::int64_t low = *minimum(set, fixed), high = *maximum(set, fixed);
  const auto between = [&](std::int64_t from, std::int64_t to) {
    return bound_above(bound_below(set, fixed, from), fixed, to);
  };
  std::int64_t count = 0;
  if (high - low < few) {
    for (std::int64_t value = low; value <= high; ++value) count += count_from(between(value, value), fixed + 1);
    return count;
  }
  if (fixed + 1 < dimension_count(set)) {
    const isl::set first = between(low, low), alike = repeat(first, set, fixed);
    if (alike.is_subset(set) && set.is_subset(alike))
      return count_points(keep_only(set, fixed)) * count_from(first, fixed + 1);
  }
  if (const auto counted = count_plainly(set)) return *counted;
  const std::int64_t middle = low + (high - low) / 2;
  return count_from(between(low, middle), fixed) + count_from(between(middle + 1, high), fixed);
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
