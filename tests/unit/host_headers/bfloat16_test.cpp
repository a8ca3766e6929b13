#include <doctest/doctest.h>
#include <pom_bfloat16.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

// The reference rounds in long double with nearbyint at the last place of bfloat16; the implementation works on bits.
namespace {

using Real = long double;

// The largest bfloat16 and half a unit of its last place more round to it; from there on to infinity.
Real to_nearest(Real x) {
  if (x == 0 || std::isnan(x) || std::isinf(x)) return x;
  const int exponent = std::max(std::ilogb(x), -126);
  const Real rounded = std::ldexp(std::nearbyint(std::ldexp(x, 7 - exponent)), exponent - 7);
  return std::fabs(rounded) >= std::ldexp(Real(1), 128) ? std::copysign(std::numeric_limits<Real>::infinity(), x)
                                                        : rounded;
}

bool same(pom_bfloat16 actual, Real wanted) {
  const float value = actual;
  if (std::isnan(wanted)) return std::isnan(value);
  return value == wanted && std::signbit(value) == std::signbit(wanted);
}

pom_bfloat16 nth(unsigned bits) { return pom_bfloat16::from_bits(static_cast<std::uint16_t>(bits)); }
Real value_of(pom_bfloat16 x) { return static_cast<float>(x); }

static_assert(sizeof(pom_bfloat16) == 2 && std::is_trivial_v<pom_bfloat16>);
static_assert(std::is_standard_layout_v<pom_bfloat16>);
static_assert(std::is_same_v<decltype(pom_bfloat16() * pom_bfloat16()), pom_bfloat16>);
static_assert(std::is_same_v<decltype(pom_bfloat16() + 1), pom_bfloat16>);
static_assert(std::is_same_v<decltype(pom_bfloat16() * 1.0f), float>);

int operator_failures(pom_bfloat16 a, pom_bfloat16 b) {
  const Real x = value_of(a), y = value_of(b);
  int failures = 0;
  // In long double a product is exact. Sums of far operands and quotients are rounded, too finely to matter: 64 >= 2p
  // + 2.
  failures += same(a + b, to_nearest(x + y)) ? 0 : 1;
  failures += same(a - b, to_nearest(x - y)) ? 0 : 1;
  failures += same(a * b, to_nearest(x * y)) ? 0 : 1;
  failures += same(a / b, to_nearest(x / y)) ? 0 : 1;
  failures += (a < b) == (x < y) && (a <= b) == (x <= y) && (a == b) == (x == y) && (a != b) == (x != y) ? 0 : 1;
  return failures;
}

}  // namespace

TEST_CASE("bfloat16: all 65536 values are the upper halves of floats and survive the round trip") {
  int failures = 0;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const pom_bfloat16 x = nth(bits);
    const float value = x;
    std::uint32_t word;
    std::memcpy(&word, &value, sizeof word);
    failures += std::isnan(value) || word == bits << 16 ? 0 : 1;
    const std::uint16_t back = pom_bfloat16(value).bits();
    failures += back == bits || (std::isnan(value) && back == (bits | 0x40)) ? 0 : 1;
    failures += std::isnan(value) || pom_bfloat16(static_cast<double>(value)).bits() == bits ? 0 : 1;
  }
  CHECK(failures == 0);
}

TEST_CASE("bfloat16: floats and doubles around every midpoint round to nearest even, once") {
  int failures = 0;
  for (unsigned bits = 0; bits < 0x7f80; ++bits) {
    const auto low = static_cast<double>(value_of(nth(bits)));
    const double high = bits == 0x7f7f ? 0x1p128 : static_cast<double>(value_of(nth(bits + 1)));
    const double middle = (low + high) / 2;
    const auto even = static_cast<std::uint16_t>(bits + (bits & 1));
    failures += pom_bfloat16(middle).bits() == even && pom_bfloat16(-middle).bits() == (even | 0x8000) ? 0 : 1;
    failures += pom_bfloat16(static_cast<float>(middle)).bits() == even ? 0 : 1;
    // Through the nearest float these two would look like the midpoint.
    failures += pom_bfloat16(std::nextafter(middle, low)).bits() == bits ? 0 : 1;
    failures += pom_bfloat16(std::nextafter(middle, high)).bits() == bits + 1 ? 0 : 1;
    failures += pom_bfloat16(-std::nextafter(middle, low)).bits() == (bits | 0x8000) ? 0 : 1;
  }
  CHECK(failures == 0);
}

TEST_CASE("bfloat16: arithmetic is correctly rounded on three million pairs") {
  const std::uint64_t seed = 1138;
  MESSAGE("seed " << seed);
  std::mt19937_64 rng(seed);
  int failures = 0;
  for (int round = 0; round < 1000000; ++round) {
    const std::uint64_t r = rng();
    const unsigned a = r & 0xffff, b = (r >> 16) & 0xffff, c = (r >> 32) & 0xffff;
    failures += operator_failures(nth(a), nth(b));
    failures += operator_failures(nth(c), nth(c ^ ((r >> 48) & 0x8183)));
    // Products that underflow: the exponents add up to about the smallest one.
    failures +=
        operator_failures(nth(c), nth((b & 0x807f) | ((0x3f80 - (c & 0x7f80) + ((r >> 48) & 0x0780)) & 0x7f80)));
  }
  CHECK(failures == 0);
}

TEST_CASE("bfloat16: results below the smallest normal number are correctly rounded") {
  int failures = 0;
  for (unsigned a = 0; a < 0x0480; ++a) {
    for (unsigned b = 0x3f80; b < 0x4480; b += 5) failures += operator_failures(nth(a), nth(b));
    for (unsigned b = 0x3b80; b < 0x3f80; b += 3) failures += operator_failures(nth(a), nth(b));
  }
  CHECK(failures == 0);
}

TEST_CASE("bfloat16: square roots of all values") {
  int failures = 0;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    failures += same(hls::sqrt(nth(bits)), to_nearest(std::sqrt(value_of(nth(bits))))) ? 0 : 1;
  }
  CHECK(failures == 0);
}

TEST_CASE("bfloat16: integers round once") {
  const std::uint64_t seed = 5;
  MESSAGE("seed " << seed);
  std::mt19937_64 rng(seed);
  int failures = 0;
  for (int round = 0; round < 200000; ++round) {
    const std::uint64_t r = rng() >> (rng() % 64);
    // Long double holds 64 bits.
    failures += same(pom_bfloat16(r), to_nearest(static_cast<Real>(r))) ? 0 : 1;
    const auto s = static_cast<std::int64_t>(r);
    failures += same(pom_bfloat16(s), to_nearest(static_cast<Real>(s))) ? 0 : 1;
  }
  CHECK(failures == 0);
  const std::uint64_t tie = (1ULL << 60) + (1ULL << 52);
  CHECK(pom_bfloat16(tie) == 0x1p60f);
  CHECK(pom_bfloat16(tie + 1) == 0x1.02p60f);
  CHECK(pom_bfloat16(-257) == -256);
  CHECK(pom_bfloat16(true) == 1);
  CHECK(pom_bfloat16(std::numeric_limits<std::int64_t>::min()) == -0x1p63f);
}

TEST_CASE("bfloat16: functions and mixed operands") {
  CHECK(hls::exp(pom_bfloat16(1.0f)).bits() == pom_bfloat16(std::exp(1.0f)).bits());
  CHECK(hls::tanh(pom_bfloat16(0.5f)).bits() == pom_bfloat16(std::tanh(0.5f)).bits());
  CHECK(hls::pow(pom_bfloat16(3.0f), pom_bfloat16(2.0f)) == 9.0f);
  CHECK(hls::fabs(pom_bfloat16(-2.5f)) == 2.5f);
  CHECK(hls::fmax(pom_bfloat16(-1.0f), pom_bfloat16(2.0f)) == pom_bfloat16(2.0f));
  pom_bfloat16 x = 1;
  x += 0.5f;
  x *= 3;
  CHECK(x == 4.5);
  CHECK(static_cast<int>(x++) == 4);
  CHECK(x == pom_bfloat16(5.5f));
}
