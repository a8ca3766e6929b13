#pragma once
#include <utility>
#include <vector>

namespace pom::dse::devices {

/// A quantity by width (or another count), interpolated linearly between the points that reports show. Below the first
/// point it is constant; beyond the last point it continues with the slope of the last piece, but does not fall.
struct Knots {
  std::vector<std::pair<double, double>> points;  ///< ascending in x

  double at(double x) const;
  /// Rounds to the nearest integer, never below zero.
  int count_at(double x) const;
};

}  // namespace pom::dse::devices
