#include "dsl/model/small_float.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pom::dsl {
namespace {

struct Format {
  int significand_bits;  ///< without the hidden one
  int least_exponent;    ///< of normal numbers
  int infinity;          ///< the exponent field of infinities and NaNs
};

constexpr Format half{10, -14, 31};
constexpr Format bfloat16{7, -126, 255};

std::uint16_t round_to(const Format& format, double value) {
  const int sign = std::signbit(value) ? 1 << 15 : 0;
  const int top = format.infinity << format.significand_bits;
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | top | 1 << (format.significand_bits - 1));
  const double size = std::fabs(value);
  if (size == 0) return static_cast<std::uint16_t>(sign);
  if (std::isinf(size)) return static_cast<std::uint16_t>(sign | top);
  // In units of the last place, an integer; a carry into the next binade is right by itself.
  const int exponent = std::max(std::ilogb(size), format.least_exponent);
  const double places = std::nearbyint(std::ldexp(size, format.significand_bits - exponent));
  const auto field = static_cast<std::int64_t>(exponent - format.least_exponent) << format.significand_bits;
  const std::int64_t bits = field + static_cast<std::int64_t>(places);
  return static_cast<std::uint16_t>(sign | (bits > top ? top : static_cast<int>(bits)));
}

float value_of(const Format& format, std::uint16_t bits) {
  const int field = (bits >> format.significand_bits) & format.infinity;
  const int significand = bits & ((1 << format.significand_bits) - 1);
  const float sign = bits >> 15 ? -1.0f : 1.0f;
  if (field == format.infinity) return significand == 0 ? sign * INFINITY : std::copysign(NAN, sign);
  const int hidden = field == 0 ? 0 : 1 << format.significand_bits;
  const int exponent = format.least_exponent + (field == 0 ? 0 : field - 1) - format.significand_bits;
  return sign * std::ldexp(static_cast<float>(significand + hidden), exponent);
}

}  // namespace

std::uint16_t round_to_half(double value) { return round_to(half, value); }
std::uint16_t round_to_bfloat16(double value) { return round_to(bfloat16, value); }
float half_value(std::uint16_t bits) { return value_of(half, bits); }
float bfloat16_value(std::uint16_t bits) { return value_of(bfloat16, bits); }

}  // namespace pom::dsl
