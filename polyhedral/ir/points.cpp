#include "polyhedral/ir/points.hpp"

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// The first point of a set that is not empty, coordinate by coordinate: isl's lexmin of sets with divisions takes a
/// hundred times as long. Nothing where there is no first one.
std::optional<std::vector<std::int64_t>> first_of(isl::set set) {
  std::vector<std::int64_t> point;
  for (unsigned d = 0; d < dimension_count(set); ++d) {
    const std::optional<std::int64_t> least = minimum(set, d);
    if (!least) return std::nullopt;
    point.push_back(*least);
    set = bound_above(bound_below(set, d, point[d]), d, point[d]);
  }
  return point;
}

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

}  // namespace

std::optional<std::vector<std::vector<std::int64_t>>> all_points(const isl::set& set, std::size_t limit) {
  const isl::set any = set.project_out_all_params();
  std::vector<std::vector<std::int64_t>> points;
  if (any.is_empty()) return points;
  for (std::optional<isl::set> rest = any; rest; rest = nearest_behind(any, points.back())) {
    if (points.size() == limit) return std::nullopt;
    const auto first = first_of(*rest);
    if (!first) return std::nullopt;
    points.push_back(*first);
  }
  return points;
}

}  // namespace pom::poly
