#pragma once
#include <algorithm>
#include <cstdint>

namespace pom::dse {

/// Clock cycles: the least, the most, and the average over the iterations of loops around (exact for what is linear in
/// them).
struct Cycles {
  std::int64_t min = 0, max = 0;
  double average = 0;

  static Cycles of(std::int64_t n) { return {n, n, static_cast<double>(n)}; }
  Cycles& operator+=(const Cycles& other) {
    min += other.min;
    max += other.max;
    average += other.average;
    return *this;
  }
  friend Cycles operator+(Cycles a, const Cycles& b) { return a += b; }
  friend Cycles longer(const Cycles& a, const Cycles& b) {
    return {std::max(a.min, b.min), std::max(a.max, b.max), std::max(a.average, b.average)};
  }
};

}  // namespace pom::dse
