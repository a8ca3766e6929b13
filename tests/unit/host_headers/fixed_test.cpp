#include <ap_fixed.h>
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

// The reference: exact values in long double, quantized and limited as the modes are defined, with floor and remainders
// instead of bits.
namespace {

using Real = long double;

// The integer that stands for an exact multiple of the last place.
Real quantized(Real units, ap_q_mode mode) {
  const Real below = std::floor(units), above = std::ceil(units);
  if (below == above) return units;
  const Real toward_zero = units < 0 ? above : below, away = units < 0 ? below : above;
  if (mode == AP_TRN) return below;
  if (mode == AP_TRN_ZERO) return toward_zero;
  if (units - below != above - units) return units - below < above - units ? below : above;
  if (mode == AP_RND) return above;
  if (mode == AP_RND_ZERO) return toward_zero;
  if (mode == AP_RND_MIN_INF) return below;
  if (mode == AP_RND_INF) return away;
  return std::fmod(below, 2) == 0 ? below : above;
}

Real limited(Real units, int width, bool is_signed, ap_o_mode mode) {
  const Real count = std::ldexp(Real(1), width);
  const Real highest = is_signed ? count / 2 - 1 : count - 1, lowest = is_signed ? -count / 2 : 0;
  // One signed bit has no symmetric range; the vendor keeps -1.
  const Real floor = mode == AP_SAT_SYM && is_signed && width > 1 ? -highest : lowest;
  if (mode == AP_WRAP) {
    const Real r = units - count * std::floor(units / count);
    return r > highest ? r - count : r;
  }
  if (units >= floor && units <= highest) return units;
  if (mode == AP_SAT_ZERO && (units < lowest || units > highest)) return 0;
  return units > highest ? highest : floor;
}

template <class To>
Real expected(Real value) {
  const Real units = std::ldexp(value, To::width - To::iwidth);
  return limited(quantized(units, To::qmode), To::width, To::is_signed, To::omode);
}

template <class T>
int count_of() {
  return 1 << T::width;
}
template <class T>
T nth(int n) {
  return T::from_raw(n);  // wraps to the T with these bits
}
template <class T>
Real value_of(const T& x) {
  return std::ldexp(static_cast<Real>(x.raw()), T::iwidth - T::width);
}

struct Format {
  int width, iwidth;
  bool is_signed;
};
// Not a template: doctest's macros are expensive to compile.
void expect_none(int failures, Format from, Format to, int q_mode, int o_mode) {
  INFO("from " << from.width << "," << from.iwidth << " signed " << from.is_signed << " with " << to.width << ","
               << to.iwidth << " signed " << to.is_signed << " Q " << q_mode << " O " << o_mode);
  CHECK(failures == 0);
}
template <class T>
Format format_of() {
  return {T::width, T::iwidth, T::is_signed};
}

template <class From, class To>
void check_conversion() {
  int failures = 0;
  for (int n = 0; n < count_of<From>(); ++n) {
    const From from = nth<From>(n);
    const Real value = value_of(from);
    const Real units = expected<To>(value);
    failures += static_cast<Real>(To(from).raw()) == units ? 0 : 1;
    failures += static_cast<Real>(To(static_cast<double>(value)).raw()) == units ? 0 : 1;
    failures += static_cast<Real>(To(static_cast<float>(value)).raw()) == units ? 0 : 1;
  }
  expect_none(failures, format_of<From>(), format_of<To>(), To::qmode, To::omode);
}

template <class From, int W, int I, bool S, ap_q_mode Q>
void check_overflow_modes() {
  check_conversion<From, ap_fixed_base<W, I, S, Q, AP_WRAP>>();
  check_conversion<From, ap_fixed_base<W, I, S, Q, AP_SAT>>();
  check_conversion<From, ap_fixed_base<W, I, S, Q, AP_SAT_ZERO>>();
  check_conversion<From, ap_fixed_base<W, I, S, Q, AP_SAT_SYM>>();
}
template <class From, int W, int I, bool S>
void check_modes() {
  check_overflow_modes<From, W, I, S, AP_RND>();
  check_overflow_modes<From, W, I, S, AP_RND_ZERO>();
  check_overflow_modes<From, W, I, S, AP_RND_MIN_INF>();
  check_overflow_modes<From, W, I, S, AP_RND_INF>();
  check_overflow_modes<From, W, I, S, AP_RND_CONV>();
  check_overflow_modes<From, W, I, S, AP_TRN>();
  check_overflow_modes<From, W, I, S, AP_TRN_ZERO>();
}
template <int W, int I>
void check_targets() {
  check_modes<ap_fixed<6, 3>, W, I, true>();
  check_modes<ap_fixed<6, 3>, W, I, false>();
  check_modes<ap_ufixed<6, 3>, W, I, true>();
  check_modes<ap_ufixed<6, 3>, W, I, false>();
}

template <class A, class B>
int operator_failures(const A& a, const B& b) {
  const Real x = value_of(a), y = value_of(b);
  int failures = 0;
  failures += value_of(a + b) == x + y ? 0 : 1;
  failures += value_of(a - b) == x - y ? 0 : 1;
  failures += value_of(a * b) == x * y ? 0 : 1;
  failures += value_of(-a) == -x ? 0 : 1;
  if (y != 0) {
    using Q = decltype(a / b);
    failures += static_cast<Real>((a / b).raw()) == std::trunc(std::ldexp(x / y, Q::width - Q::iwidth)) ? 0 : 1;
  }
  failures += (a < b) == (x < y) && (a <= b) == (x <= y) && (a > b) == (x > y) && (a >= b) == (x >= y) ? 0 : 1;
  failures += (a == b) == (x == y) && (a != b) == (x != y) ? 0 : 1;
  failures += (a < static_cast<double>(y)) == (x < y) && (static_cast<float>(x) == b) == (x == y) ? 0 : 1;
  failures += a.to_double() == static_cast<double>(x) && a.to_float() == static_cast<float>(x) ? 0 : 1;
  failures += a.to_int() == static_cast<int>(std::trunc(x)) ? 0 : 1;
  A sum = a;
  sum += b;
  failures += static_cast<Real>(sum.raw()) == expected<A>(x + y) ? 0 : 1;
  return failures;
}

template <class A, class B>
void check_operators() {
  int failures = 0;
  for (int n = 0; n < count_of<A>(); ++n) {
    for (int m = 0; m < count_of<B>(); ++m) failures += operator_failures(nth<A>(n), nth<B>(m));
  }
  expect_none(failures, format_of<A>(), format_of<B>(), B::qmode, B::omode);
}
template <class A>
void check_operators_with_all() {
  check_operators<A, ap_fixed<4, 2>>();
  check_operators<A, ap_ufixed<4, 1>>();
  check_operators<A, ap_fixed<3, -1>>();
  check_operators<A, ap_ufixed<3, 5>>();
  check_operators<A, ap_fixed<5, 5>>();
  check_operators<A, ap_fixed<4, 2, AP_RND_CONV, AP_SAT_SYM>>();
}

template <class R, int W, int I, bool S>
constexpr bool kIs = std::is_same_v<R, ap_fixed_base<W, I, S>>;
template <class T>
T any();
using F = ap_fixed<16, 6>;
using G = ap_ufixed<12, 8>;

static_assert(kIs<decltype(any<F>() + any<F>()), 17, 7, true> && kIs<decltype(any<F>() + any<G>()), 20, 10, true>);
static_assert(kIs<decltype(any<G>() + any<G>()), 13, 9, false> && kIs<decltype(any<G>() - any<G>()), 13, 9, true>);
static_assert(kIs<decltype(any<F>() * any<G>()), 28, 14, true> && kIs<decltype(any<G>() * any<G>()), 24, 16, false>);
static_assert(kIs<decltype(any<F>() / any<G>()), 20, 10, true> && kIs<decltype(any<G>() / any<F>()), 23, 19, true>);
static_assert(kIs<decltype(any<G>() / any<ap_ufixed<4, 8>>()), 12, 4, false>, "a coarse divisor refines the quotient");
static_assert(kIs<decltype(-any<F>()), 17, 7, true> && std::is_same_v<decltype(any<F>() << 2), F>);
static_assert(kIs<decltype(any<F>() + 1), 43, 33, true> && kIs<decltype(any<F>() * ap_uint<3>(1)), 19, 9, true>);
static_assert(kIs<decltype(any<F>() / 2), 17, 7, true> && kIs<decltype(ap_int<8>(1) / any<F>()), 19, 19, true>);
static_assert(kIs<decltype(any<ap_fixed<16, 6, AP_RND, AP_SAT>>() + any<F>()), 17, 7, true>, "default modes");
static_assert(sizeof(F) == 2 && sizeof(ap_ufixed<17, 1>) == 4 && sizeof(ap_fixed<100, 3>) == 16);
static_assert(std::is_trivial_v<F> && std::is_standard_layout_v<F>);

template <class A, class B, class = void>
struct CanMultiply : std::false_type {};
template <class A, class B>
struct CanMultiply<A, B, std::void_t<decltype(any<A>() * any<B>())>> : std::true_type {};
static_assert(!CanMultiply<F, double>::value && !CanMultiply<float, F>::value && CanMultiply<F, int>::value);

}  // namespace

TEST_CASE("ap_fixed: every conversion into every quantization and overflow mode") {
  check_targets<4, 2>();
  check_targets<3, 3>();
  check_targets<1, 1>();
}

TEST_CASE("ap_fixed: conversions into disjoint, finer, coarser and wider formats") {
  check_targets<2, -1>();
  check_targets<3, 6>();
  check_targets<2, -6>();
  check_targets<2, 12>();
  check_targets<10, 5>();
}

TEST_CASE("ap_fixed: the guide's examples") {
  CHECK(ap_fixed<3, 2, AP_RND, AP_SAT>(1.25) == 1.5);
  CHECK(ap_fixed<3, 2, AP_RND, AP_SAT>(-1.25) == -1.0);
  CHECK(ap_fixed<3, 2, AP_RND_ZERO, AP_SAT>(-1.25) == -1.0);
  CHECK(ap_fixed<3, 2, AP_RND_MIN_INF, AP_SAT>(-1.25) == -1.5);
  CHECK(ap_fixed<4, 4, AP_RND, AP_SAT>(-19.0) == -8);
  CHECK(ap_ufixed<4, 4, AP_RND, AP_SAT>(19.0) == 15);
  CHECK(ap_fixed<4, 4, AP_RND, AP_SAT_SYM>(-19.0) == -7);
  CHECK(ap_fixed<4, 4, AP_RND, AP_SAT_ZERO>(19.0) == 0);
  CHECK(ap_fixed<1, -7>(1.0 / 256).raw() == -1);
}

TEST_CASE("ap_fixed: operators are exact, quotients truncate toward zero") {
  check_operators_with_all<ap_fixed<4, 2>>();
  check_operators_with_all<ap_ufixed<4, 3>>();
  check_operators_with_all<ap_fixed<3, -1>>();
  check_operators_with_all<ap_fixed<3, 5>>();
  check_operators_with_all<ap_ufixed<5, 0>>();
  check_operators_with_all<ap_fixed<4, 2, AP_RND, AP_SAT>>();
}

TEST_CASE("ap_fixed: extreme doubles") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(ap_fixed<8, 4, AP_RND, AP_SAT>(infinity) == 7.9375);
  CHECK(ap_fixed<8, 4, AP_RND, AP_SAT>(-infinity) == -8);
  CHECK(ap_fixed<8, 4>(infinity) == 0);
  CHECK(ap_fixed<8, 4>(0x1p800) == 0);
  CHECK(ap_fixed<8, 4>(-5e-324) == -0.0625);
  CHECK(ap_fixed<8, 4, AP_RND_INF>(5e-324) == 0);
  CHECK(ap_fixed<8, 4, AP_TRN_ZERO>(-5e-324) == 0);
  CHECK(ap_fixed<120, 60>(0x1.fffffffffffffp50) == 0x1.fffffffffffffp50);
}

TEST_CASE("ap_fixed: integers and shifts") {
  const ap_fixed<12, 6> x = -7.25;
  CHECK(static_cast<int>(x) == -7);
  CHECK(ap_int<3>(x) == 1);  // -7 in three bits
  CHECK(static_cast<bool>(ap_fixed<8, 2>(0.25)));
  CHECK((x + 1) == -6.25);
  CHECK((3 - x) == 10.25);
  CHECK((ap_uint<2>(2) * x) == -14.5);
  CHECK((x << 1) == -14.5);
  CHECK((x >> 3) == -0.90625);
  CHECK((x >> 20) == -1.0 / 64);
  CHECK((x << 12) == 0);
  CHECK(x < 1);
  CHECK_FALSE(x < 1u);  // like C: the wide unsigned side wins
  ap_fixed<12, 6> step = 30.5;
  ++step;
  CHECK(step == 31.5);
  CHECK(++step == -31.5);
}

TEST_CASE("ap_fixed: wide products, sums and quotients agree with 128-bit arithmetic") {
  const unsigned seed = 7;
  MESSAGE("seed " << seed);
  std::mt19937_64 rng(seed);
  int failures = 0;
  for (int round = 0; round < 20000; ++round) {
    const auto p = static_cast<std::int64_t>(rng() >> (rng() % 63)),
               q = static_cast<std::int64_t>(rng() >> (rng() % 62));
    const auto a = ap_fixed<64, 20>::from_raw(p), b = ap_fixed<64, 20>::from_raw(q);
    const pom_host::int128 product = static_cast<pom_host::int128>(p) * q;
    failures += (a * b).raw() == product ? 0 : 1;
    // A multiply-accumulate of 64 bits passes 128 bits on its way.
    const ap_fixed<64, 20> sum = a + b * a;
    const pom_host::int128 units = (product >> 44) + p;
    failures += sum.raw() == static_cast<std::int64_t>(units) ? 0 : 1;
    if (q == 0) continue;
    failures += (a / b).raw() == static_cast<pom_host::int128>(p) * (1LL << 44) / q ? 0 : 1;
  }
  CHECK(failures == 0);
}
