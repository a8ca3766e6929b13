#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>

namespace pom::dse::estimate {

/// Upper limit on counted cycles and iterations; sums and products of counts saturate here. A quarter of the type's
/// range, so that adding a few counts cannot overflow.
constexpr std::int64_t most_counted = std::numeric_limits<std::int64_t>::max() / 4;

inline std::int64_t counted_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? most_counted : std::min(product, most_counted);
}

/// A number of clock cycles: minimum, maximum, and mean over the iterations of the enclosing loops. The mean is exact
/// where the number is linear in the loops' values.
struct Cycles {
  std::int64_t min = 0, max = 0;
  double average = 0;

  static Cycles of(std::int64_t n) { return {n, n, static_cast<double>(n)}; }
  Cycles& operator+=(const Cycles& other) {
    min = std::min(min + other.min, most_counted);
    max = std::min(max + other.max, most_counted);
    average += other.average;
    return *this;
  }
  friend Cycles operator+(Cycles a, const Cycles& b) { return a += b; }
  friend Cycles longer(const Cycles& a, const Cycles& b) {
    return {std::max(a.min, b.min), std::max(a.max, b.max), std::max(a.average, b.average)};
  }
};

}  // namespace pom::dse::estimate
