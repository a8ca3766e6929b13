#include "polyhedral/ir/points.hpp"

#include "polyhedral/ir/isl_extras.hpp"

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

std::string subscript(const std::string& name, const std::vector<std::int64_t>& at) {
  std::string text = name + "[";
  for (std::size_t d = 0; d < at.size(); ++d) text += (d ? "," : "") + std::to_string(at[d]);
  return text + "]";
}

}  // namespace pom::poly
