#include "dse/devices/tables/knots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pom::dse::devices {

double Knots::at(double x) const {
  if (points.empty()) return 0;
  if (x <= points.front().first || points.size() == 1) return points.front().second;
  const auto above =
      std::lower_bound(points.begin(), points.end(), x, [](const auto& p, double v) { return p.first < v; });
  const auto right = above == points.end() ? points.end() - 1 : above;
  const auto left = right - 1;
  double slope = (right->second - left->second) / (right->first - left->first);
  // A falling slope at the end of the table is scatter of the data, not a trend.
  if (x > right->first) slope = std::max(slope, 0.0);
  return x > right->first ? right->second + slope * (x - right->first) : left->second + slope * (x - left->first);
}

int Knots::count_at(double x) const {
  constexpr double most = std::numeric_limits<int>::max() / 2;
  return static_cast<int>(std::lround(std::clamp(at(x), 0.0, most)));
}

}  // namespace pom::dse::devices
