#include "dsl/model/interval.hpp"

#include <algorithm>
#include <initializer_list>

namespace pom::dsl {
namespace {

constexpr int bound_bits = 120;
constexpr Wide bound = Wide{1} << bound_bits;

Wide cut(Wide value) { return std::clamp(value, -bound, bound); }

}  // namespace

std::string to_string(Wide value) {
  if (value <= -bound) return "-2^" + std::to_string(bound_bits) + " or less";
  if (value >= bound) return "2^" + std::to_string(bound_bits) + " or more";
  if (value < 0) return "-" + to_string(-value);
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return digits;
}

namespace {

Wide largest_size(const ValueRange& range) { return std::max(-range.low, range.high); }

}  // namespace

std::string to_string(const ValueRange& range) {
  return "[" + to_string(range.low) + ", " + to_string(range.high) + "]";
}

ValueRange range_of(const Type& type) {
  const int value_bits = std::min(type.bits - (type.is_signed() ? 1 : 0), bound_bits);
  const Wide end = Wide{1} << value_bits;
  return {type.is_signed() ? -end : 0, value_bits == bound_bits ? end : end - 1};
}

namespace interval {

bool is_open(const ValueRange& range) { return range.low <= -bound || range.high >= bound; }

ValueRange bounded(const ValueRange& range) { return {cut(range.low), cut(range.high)}; }

ValueRange hull(const ValueRange& a, const ValueRange& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

ValueRange product(const ValueRange& a, const ValueRange& b) {
  const auto times = [](Wide x, Wide y) {
    Wide result = 0;
    if (!__builtin_mul_overflow(x, y, &result)) return cut(result);
    return (x < 0) == (y < 0) ? bound : -bound;
  };
  const auto [low, high] =
      std::minmax({times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
  return {low, high};
}

ValueRange quotient(const ValueRange& a, const ValueRange& divisor) {
  ValueRange all = {0, 0};
  bool found = divisor.contains(Wide{0});
  // Each sign of the divisor for itself: there the quotient grows or falls all the way.
  const ValueRange positive = {std::max<Wide>(divisor.low, 1), divisor.high},
                   negative = {divisor.low, std::min<Wide>(divisor.high, -1)};
  for (const ValueRange& part : {positive, negative}) {
    if (part.low > part.high) continue;
    const auto [low, high] = std::minmax({a.low / part.low, a.low / part.high, a.high / part.low, a.high / part.high});
    all = found ? hull(all, {low, high}) : ValueRange{low, high};
    found = true;
  }
  return all;
}

ValueRange remainder(const ValueRange& a, const ValueRange& divisor) {
  if (a.low == a.high && divisor.low == divisor.high) {
    const Wide value = divisor.low == 0 ? 0 : a.low % divisor.low;
    return {value, value};
  }
  const Wide most = std::max<Wide>(largest_size(divisor) - 1, 0);
  return {a.low >= 0 ? 0 : std::max(a.low, -most), a.high <= 0 ? 0 : std::min(a.high, most)};
}

ValueRange floor_quotient(const ValueRange& a, const ValueRange& divisor) {
  const ValueRange truncated = quotient(a, divisor);
  return {a.low >= 0 && divisor.low >= 0 ? truncated.low : truncated.low - 1, truncated.high};
}

ValueRange floor_remainder(const ValueRange& a, const ValueRange& divisor) {
  const Wide most = std::max<Wide>(largest_size(divisor) - 1, 0);
  if (divisor.low < 0) return {-most, most};
  return {0, a.low >= 0 ? std::min(a.high, most) : most};
}

ValueRange any_bits(const ValueRange& a, const ValueRange& b) {
  Wide end = 1;
  while (end < bound && (std::min(a.low, b.low) < -end || std::max(a.high, b.high) >= end)) end *= 2;
  return {std::min(a.low, b.low) < 0 ? -end : 0, end == bound ? end : end - 1};
}

}  // namespace interval
}  // namespace pom::dsl
