#include <doctest/doctest.h>
#include <hls_half.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

namespace half_tests {

// The reference rounds in double with nearbyint at the last place of half; the implementation works on the bits.
namespace {

const double kInfinity = std::numeric_limits<double>::infinity();

double to_nearest_half(double x) {
  if (x == 0 || std::isnan(x) || std::isinf(x)) return x;
  const int exponent = std::max(std::ilogb(x), -14);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, 10 - exponent)), exponent - 10);
  return std::fabs(rounded) > 65504 ? std::copysign(kInfinity, x) : rounded;
}

bool same(half actual, double wanted) {
  const double value = static_cast<double>(static_cast<float>(actual));
  if (std::isnan(wanted)) return std::isnan(value);
  return value == wanted && std::signbit(value) == std::signbit(wanted);
}

half nth(unsigned bits) { return half::from_bits(static_cast<std::uint16_t>(bits)); }
double value_of(half x) { return static_cast<float>(x); }

static_assert(sizeof(half) == 2 && std::is_trivial_v<half> && std::is_standard_layout_v<half>);
static_assert(std::is_same_v<decltype(half() * half()), half> && std::is_same_v<decltype(half() + 1), half>);
static_assert(std::is_same_v<decltype(half() * 1.0f), float> && std::is_same_v<decltype(1.0 - half()), double>);

int operator_failures(half a, half b) {
  const double x = value_of(a), y = value_of(b);
  int failures = 0;
  // Sums and products of halves are exact in double; a quotient in double is too fine for a second rounding to matter.
  failures += same(a + b, to_nearest_half(x + y)) ? 0 : 1;
  failures += same(a - b, to_nearest_half(x - y)) ? 0 : 1;
  failures += same(a * b, to_nearest_half(x * y)) ? 0 : 1;
  failures += same(a / b, to_nearest_half(x / y)) ? 0 : 1;
  failures += (a < b) == (x < y) && (a <= b) == (x <= y) && (a == b) == (x == y) && (a != b) == (x != y) ? 0 : 1;
  return failures;
}

}  // namespace

TEST_CASE("half: all 65536 values survive float and double, a NaN as a NaN") {
  int failures = 0;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const half x = nth(bits);
    const float value = x;
    if (std::isnan(value)) {
      failures += (bits & 0x7c00) == 0x7c00 && std::isnan(static_cast<float>(half(value))) ? 0 : 1;
      failures += half(value).bits() == (bits | 0x200) ? 0 : 1;
      continue;
    }
    failures += half(value).bits() == bits && half(static_cast<double>(value)).bits() == bits ? 0 : 1;
    const int exponent = (bits >> 10) & 0x1f;
    const double magnitude =
        exponent == 0x1f ? kInfinity
                         : std::ldexp((bits & 0x3ff) + (exponent == 0 ? 0 : 1024), (exponent == 0 ? 1 : exponent) - 25);
    failures += same(x, (bits & 0x8000) != 0 ? -magnitude : magnitude) ? 0 : 1;
    failures += same(-x, -static_cast<double>(value)) ? 0 : 1;
  }
  CHECK(failures == 0);
}

TEST_CASE("half: doubles around every value and every midpoint round to nearest even, once") {
  int failures = 0;
  for (unsigned bits = 0; bits < 0x7c00; ++bits) {
    const double low = value_of(nth(bits));
    const double high = bits == 0x7bff ? 65536 : value_of(nth(bits + 1));
    const double middle = (low + high) / 2;
    const auto even = static_cast<std::uint16_t>(bits + (bits & 1));
    failures += half(middle).bits() == even && half(-middle).bits() == (even | 0x8000) ? 0 : 1;
    // Through float these two would look like the midpoint.
    failures += half(std::nextafter(middle, low)).bits() == bits ? 0 : 1;
    failures += half(std::nextafter(middle, high)).bits() == bits + 1 ? 0 : 1;
  }
  CHECK(failures == 0);
}

TEST_CASE("half: arithmetic is correctly rounded on two million pairs") {
  const std::uint64_t seed = 4711;
  MESSAGE("seed " << seed);
  std::mt19937_64 rng(seed);
  int failures = 0;
  for (int round = 0; round < 1000000; ++round) {
    const std::uint64_t r = rng();
    failures += operator_failures(nth(r & 0xffff), nth((r >> 16) & 0xffff));
    // Near in magnitude: cancellation and ties.
    failures += operator_failures(nth((r >> 32) & 0xffff), nth(((r >> 32) & 0xffff) ^ ((r >> 48) & 0x8c03)));
  }
  CHECK(failures == 0);
}

TEST_CASE("half: quotients and products with subnormal results are correctly rounded") {
  int failures = 0;
  for (unsigned a = 0; a < 0x1000; a += 3) {
    for (unsigned b = 0x3c00; b < 0x4c00; b += 7) failures += operator_failures(nth(a), nth(b));
  }
  CHECK(failures == 0);
}

TEST_CASE("half: square roots of all values") {
  int failures = 0;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const half x = nth(bits);
    failures += same(hls::sqrt(x), to_nearest_half(std::sqrt(value_of(x)))) ? 0 : 1;
  }
  CHECK(failures == 0);
}

TEST_CASE("half: functions, integers and mixed operands") {
  CHECK(hls::exp(half(1.0f)).bits() == half(std::exp(1.0f)).bits());
  CHECK(hls::log(half(2.0f)).bits() == half(std::log(2.0f)).bits());
  CHECK(hls::tanh(half(0.5f)).bits() == half(std::tanh(0.5f)).bits());
  CHECK(hls::pow(half(3.0f), half(2.0f)) == 9.0f);
  CHECK(half_fabs(half(-2.5f)) == 2.5f);
  CHECK(hls::fmax(half(-1.0f), half(2.0f)) == half(2.0f));
  CHECK(half(2049) == 2048);
  CHECK(half(2051) == 2052);
  CHECK(half(65519) == 65504);
  CHECK(std::isinf(static_cast<float>(half(65520))));
  CHECK(std::isinf(static_cast<float>(half(~0ULL))));
  half x = 1;
  x += 0.5f;
  x *= 3;
  CHECK(x == 4.5);
  CHECK(static_cast<int>(x++) == 4);
  CHECK(x == half(5.5f));
}

#if defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && defined(__FLT16_MAX__)
TEST_CASE("half: the compiler's own binary16 agrees") {
  const std::uint64_t seed = 99;
  MESSAGE("seed " << seed);
  std::mt19937_64 rng(seed);
  int failures = 0;
  const auto native = [](unsigned bits) {
    const auto word = static_cast<std::uint16_t>(bits);
    _Float16 value;
    std::memcpy(&value, &word, sizeof value);
    return value;
  };
  const auto same_bits = [](_Float16 value, half x) {
    if (value != value) return std::isnan(static_cast<float>(x));
    return std::memcmp(&value, &x, sizeof value) == 0;
  };
  for (int round = 0; round < 300000; ++round) {
    const std::uint64_t r = rng();
    const unsigned a = r & 0xffff, b = (r >> 16) & 0xffff;
    failures += same_bits(native(a) + native(b), nth(a) + nth(b)) ? 0 : 1;
    failures += same_bits(native(a) * native(b), nth(a) * nth(b)) ? 0 : 1;
    failures += same_bits(native(a) / native(b), nth(a) / nth(b)) ? 0 : 1;
    double wide;
    std::memcpy(&wide, &r, sizeof wide);
    const bool has_exponent = std::isfinite(wide) && wide != 0;
    const double scaled = has_exponent ? std::ldexp(wide, -std::ilogb(wide) + static_cast<int>(r % 48) - 28) : wide;
    failures += same_bits(static_cast<_Float16>(scaled), half(scaled)) ? 0 : 1;
  }
  CHECK(failures == 0);
}
#endif

}  // namespace half_tests
