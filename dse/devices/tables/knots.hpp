#pragma once
#include <utility>
#include <vector>

namespace pom::dse {

/// A quantity by width (or another count), linear between the points that reports show. Below the first point: the
/// first value; beyond the last: on with the slope of the last piece.
struct Knots {
  std::vector<std::pair<double, double>> points;  ///< ascending

  double at(double x) const;
  /// To the nearest whole number, never below zero.
  int count_at(double x) const;
};

}  // namespace pom::dse
