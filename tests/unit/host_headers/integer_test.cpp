#include <ap_int.h>
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>
#include <utility>

namespace integer_tests {

// The reference: values are long long, and a result of W bits is found by remainders instead of shifts.
namespace {

template <class T>
constexpr bool kSigned = pom_host::Integer<T>::S;

long long fit(long long value, int width, bool is_signed) {
  const long long modulus = 1LL << width;
  long long r = ((value % modulus) + modulus) % modulus;
  if (is_signed && r >= modulus / 2) r -= modulus;
  return r;
}

template <class T>
constexpr long long lowest() {
  return kSigned<T> ? -(1LL << (T::width - 1)) : 0;
}
template <class T>
constexpr long long highest() {
  return (1LL << (T::width - (kSigned<T> ? 1 : 0))) - 1;
}

template <class A, class B>
bool operators_agree(long long a, long long b) {
  const A x(a);
  const B y(b);
  bool ok = static_cast<long long>(x + y) == a + b && static_cast<long long>(x - y) == a - b &&
            static_cast<long long>(x * y) == a * b && static_cast<long long>(-x) == -a;
  if (b != 0) ok = ok && static_cast<long long>(x / y) == a / b && static_cast<long long>(x % y) == a % b;
  ok = ok && (x < y) == (a < b) && (x <= y) == (a <= b) && (x > y) == (a > b) && (x >= y) == (a >= b) &&
       (x == y) == (a == b) && (x != y) == (a != b);
  using Logic = decltype(x & y);
  ok = ok && static_cast<long long>(x & y) == fit(a & b, Logic::width, kSigned<Logic>) &&
       static_cast<long long>(x | y) == fit(a | b, Logic::width, kSigned<Logic>) &&
       static_cast<long long>(x ^ y) == fit(a ^ b, Logic::width, kSigned<Logic>) &&
       static_cast<long long>(~x) == fit(~a, A::width, kSigned<A>);
  // Shift counts of either sign; bits below are lost toward minus infinity.
  const double scaled_up = std::ldexp(static_cast<double>(a), static_cast<int>(b));
  const double scaled_down = std::ldexp(static_cast<double>(a), static_cast<int>(-b));
  ok = ok &&
       static_cast<long long>(x << y) == fit(static_cast<long long>(std::floor(scaled_up)), A::width, kSigned<A>) &&
       static_cast<long long>(x >> y) == fit(static_cast<long long>(std::floor(scaled_down)), A::width, kSigned<A>);
  A sum = x, product = x;
  sum += y;
  product *= y;
  return ok && static_cast<long long>(sum) == fit(a + b, A::width, kSigned<A>) &&
         static_cast<long long>(product) == fit(a * b, A::width, kSigned<A>);
}

// Not a template: doctest's macros are expensive to compile.
void expect_none(int failures, int width1, int width2, bool signed1, bool signed2) {
  INFO("widths " << width1 << " " << width2 << ", signed " << signed1 << " " << signed2);
  CHECK(failures == 0);
}

template <class A, class B>
void check_pair() {
  int failures = 0;
  for (long long a = lowest<A>(); a <= highest<A>(); ++a) {
    for (long long b = lowest<B>(); b <= highest<B>(); ++b) failures += operators_agree<A, B>(a, b) ? 0 : 1;
  }
  expect_none(failures, A::width, B::width, kSigned<A>, kSigned<B>);
}
template <int W1, int W2>
void check_signs() {
  check_pair<ap_int<W1>, ap_int<W2>>();
  check_pair<ap_int<W1>, ap_uint<W2>>();
  check_pair<ap_uint<W1>, ap_int<W2>>();
  check_pair<ap_uint<W1>, ap_uint<W2>>();
}
template <int W1, int... W2>
void check_widths(std::integer_sequence<int, W2...>) {
  (check_signs<W1, W2 + 1>(), ...);
}

template <class R, int W, bool S>
constexpr bool kIs = std::is_same_v<R, ap_int_base<W, S>>;
template <class T>
T any();
using I8 = ap_int<8>;
using U8 = ap_uint<8>;
using I5 = ap_int<5>;
using U5 = ap_uint<5>;

static_assert(kIs<decltype(any<I8>() + any<I5>()), 9, true> && kIs<decltype(any<U8>() + any<U5>()), 9, false>);
static_assert(kIs<decltype(any<U8>() + any<I5>()), 10, true> && kIs<decltype(any<U5>() + any<I8>()), 9, true>);
static_assert(kIs<decltype(any<U8>() - any<U5>()), 9, true> && kIs<decltype(any<I5>() - any<U8>()), 10, true>);
static_assert(kIs<decltype(any<I8>() * any<U5>()), 13, true> && kIs<decltype(any<U8>() * any<U5>()), 13, false>);
static_assert(kIs<decltype(any<U8>() / any<I5>()), 9, true> && kIs<decltype(any<I8>() / any<U5>()), 8, true>);
static_assert(kIs<decltype(any<U8>() / any<U5>()), 8, false> && kIs<decltype(any<I8>() / any<I5>()), 9, true>);
static_assert(kIs<decltype(any<U8>() % any<I5>()), 5, false> && kIs<decltype(any<I8>() % any<U5>()), 6, true>);
static_assert(kIs<decltype(any<I5>() % any<I8>()), 5, true> && kIs<decltype(any<U8>() % any<U5>()), 5, false>);
static_assert(kIs<decltype(any<U8>() & any<I5>()), 9, true> && kIs<decltype(any<U8>() ^ any<U5>()), 8, false>);
static_assert(kIs<decltype(-any<I8>()), 9, true> && kIs<decltype(-any<U8>()), 10 - 1, true>);
static_assert(kIs<decltype(any<U8>() << any<I5>()), 8, false> && kIs<decltype(~any<I8>()), 8, true>);
static_assert(kIs<decltype(any<I8>() + 1), 33, true> && kIs<decltype(1u + any<I8>()), 34, true>);
static_assert(kIs<decltype(any<I8>() * true), 9, true> && kIs<decltype(any<U8>() + (signed char)1), 10, true>);
static_assert(kIs<decltype(any<I8>() - 1LL), 65, true> && kIs<decltype(any<I8>() * (unsigned short)1), 24, true>);
static_assert(std::is_same_v<decltype(any<I8>() * 1.0), double> && std::is_same_v<decltype(1.0f / any<I8>()), float>);

static_assert(sizeof(ap_int<1>) == 1 && sizeof(ap_uint<8>) == 1 && sizeof(ap_int<9>) == 2 && sizeof(ap_uint<17>) == 4);
static_assert(sizeof(ap_int<33>) == 8 && sizeof(ap_uint<65>) == 16 && sizeof(ap_int<128>) == 16);
static_assert(sizeof(ap_uint<129>) == 32 && sizeof(ap_int<256>) == 32);
static_assert(std::is_trivial_v<ap_int<7>> && std::is_standard_layout_v<ap_int<7>> && std::is_trivial_v<ap_uint<200>>);
static_assert(ap_int<4>(9) == -7 && ap_uint<4>(-1) == 15, "usable at compile time");

// value mod p, straight from the bits.
template <int W, bool S>
std::uint64_t residue(const ap_int_base<W, S>& x, std::uint64_t p) {
  std::uint64_t r = 0;
  for (int bit = W - 1; bit >= 0; --bit) r = (2 * r + (x[bit] ? 1 : 0)) % p;
  if (S && x[W - 1]) {
    std::uint64_t modulus = 1;
    for (int bit = 0; bit < W; ++bit) modulus = 2 * modulus % p;
    r = (r + p - modulus) % p;
  }
  return r;
}

template <class T>
T random_value(std::mt19937_64& rng) {
  T r(0);
  const int used = static_cast<int>(rng() % T::width) + 1;
  for (int bit = 0; bit < used; ++bit) r.set_bit(bit, (rng() & 1) != 0);
  if (kSigned<T> && (rng() & 1) != 0) r = T(-r);
  return r;
}

template <class A, class B>
int wide_failures(std::mt19937_64& rng) {
  int failures = 0;
  for (int round = 0; round < 300; ++round) {
    const A a = random_value<A>(rng);
    const B b = random_value<B>(rng);
    for (const std::uint64_t p : {std::uint64_t{2147483647}, std::uint64_t{4294967291}}) {
      const std::uint64_t x = residue(a, p), y = residue(b, p);
      if (residue(a + b, p) != (x + y) % p) ++failures;
      if (residue(a - b, p) != (x + p - y) % p) ++failures;
      if (residue(a * b, p) != x * y % p) ++failures;
      if (b == B(0)) continue;
      // With the quotient times the divisor plus the remainder the division is right if the remainder is small.
      const auto q = a / b;
      const auto m = a % b;
      if ((residue(q, p) * y + residue(m, p)) % p != x) ++failures;
      if (m.sign() && !a.sign()) ++failures;
      const auto size_m = m.sign() ? ap_int<240>(-m) : ap_int<240>(m);
      const auto size_b = b.sign() ? ap_int<240>(-b) : ap_int<240>(b);
      if (!(size_m < size_b)) ++failures;
    }
  }
  return failures;
}

}  // namespace

TEST_CASE("ap_int: every operator on every pair of values up to five bits") {
  const std::make_integer_sequence<int, 5> widths{};
  check_widths<1>(widths);
  check_widths<2>(widths);
  check_widths<3>(widths);
  check_widths<4>(widths);
  check_widths<5>(widths);
}

TEST_CASE("ap_int: conversion keeps the low bits") {
  for (long long value = -600; value <= 600; ++value) {
    CHECK(static_cast<long long>(ap_int<7>(ap_int<12>(value))) == fit(value, 7, true));
    CHECK(static_cast<long long>(ap_uint<7>(ap_int<12>(value))) == fit(value, 7, false));
    CHECK(static_cast<long long>(ap_uint<100>(ap_int<12>(value)) & ap_uint<40>(-1)) == fit(value, 40, false));
    CHECK(ap_int<12>(ap_int<200>(value)).to_int() == value);
  }
  CHECK(ap_uint<10>(ap_int<7>(0x7f)) == 0x3ff);  // sign extension follows the source
  CHECK(ap_uint<10>(ap_uint<6>(0x3f)) == 0x3f);
  CHECK(ap_uint<65>(-1).to_uint64() == ~0ULL);
  CHECK(ap_uint<64>(-1) == ~0ULL);
}

TEST_CASE("ap_int: floating-point values are truncated toward zero, and read back exactly") {
  for (int eighths = -1000; eighths <= 1000; ++eighths) {
    CHECK(ap_int<12>(eighths / 8.0).to_int() == eighths / 8);
    CHECK(ap_uint<6>(eighths / 8.0f).to_int() == fit(eighths / 8, 6, false));
  }
  CHECK(ap_int<128>(0x1p100) == ap_int<128>(1) << 100);
  CHECK(ap_int<64>(-0x1p90) == 0);
  CHECK(ap_int<16>(HUGE_VAL) == 0);
  CHECK(ap_int<128>(-0x1p100).to_double() == -0x1p100);
  CHECK(ap_int<12>(-0x1p63) == 0);  // its bits are those of the least integer of 64 bits
  CHECK((ap_int<200>(1) << 180).to_double() == 0x1p180);
  CHECK(ap_uint<128>(-1).to_double() == 0x1p128);
  // A tie broken by a bit far below: one rounding, not two.
  CHECK(((ap_int<200>(1) << 153) + (ap_int<200>(1) << 100) + 1).to_double() == 0x1p153 + 0x1p101);
  CHECK(ap_int<8>(-3) * 1.5 == -4.5);
  CHECK(ap_int<8>(-3) < -2.5f);
}

TEST_CASE("ap_int: wide arithmetic agrees with residues of the bits") {
  const std::uint64_t seed = 20240611;
  MESSAGE("seed " << seed);
  std::mt19937_64 rng(seed);
  CHECK(wide_failures<ap_int<128>, ap_int<128>>(rng) == 0);
  CHECK(wide_failures<ap_uint<128>, ap_uint<128>>(rng) == 0);
  CHECK(wide_failures<ap_uint<128>, ap_int<96>>(rng) == 0);
  CHECK(wide_failures<ap_int<190>, ap_uint<60>>(rng) == 0);
  CHECK(wide_failures<ap_int<64>, ap_uint<64>>(rng) == 0);
  CHECK(wide_failures<ap_uint<63>, ap_int<64>>(rng) == 0);
  CHECK((ap_int<256>(-1) >> 255) == -1);
  CHECK((ap_uint<256>(-1) >> 200) == ap_uint<56>(-1));
  CHECK(-(ap_int<255>(1) << 254) == (ap_int<256>(1) << 254));
}

TEST_CASE("ap_int: mixed signs compare by value below 32 bits or with a wider signed side, else like C") {
  CHECK(ap_int<31>(-1) < ap_uint<31>(5));
  CHECK(ap_int<33>(-1) < ap_uint<32>(5));
  CHECK(ap_int<32>(-1) > ap_uint<32>(5));
  CHECK(ap_uint<32>(5) < -1);
  CHECK(ap_int<32>(-1) == ap_uint<32>(0xffffffffu));
  CHECK(ap_int<31>(-1) != ap_uint<31>(0x7fffffff));
  CHECK(ap_uint<40>(7) > 6);
}

TEST_CASE("ap_int: steps, bits and implicit conversions") {
  ap_int<4> x = 7;
  CHECK(static_cast<int>(x++) == 7);
  CHECK(x == -8);
  CHECK(static_cast<int>(--x) == 7);
  x.set_bit(3, true);
  CHECK(x == -1);
  CHECK(x.test(3));
  CHECK_FALSE(!x);
  const int table[4] = {1, 2, 3, 4};
  CHECK(table[ap_uint<2>(3)] == 4);
  int plain = 40;
  plain += ap_uint<3>(2);
  CHECK(plain == 42);
  CHECK((ap_uint<8>(200) >> -1) == 144);
  CHECK((ap_int<8>(-100) >> 50) == -1);
}

}  // namespace integer_tests
