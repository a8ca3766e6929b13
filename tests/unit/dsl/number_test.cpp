#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "codegen/host_headers/ap_fixed.h"
#include "codegen/host_headers/hls_half.h"
#include "codegen/host_headers/pom_bfloat16.h"
#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"

// The interpreter's arithmetic against the host headers, which were written apart from it from the vendor's rules.
using namespace pom;
using dsl::Op;
using dsl::Wide;

namespace {

constexpr unsigned seed = 20261121;

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
Type type_of(const ap_fixed_base<W, I, S, Q, O, N>*) {
  const Quantization quantizations[] = {
      Quantization::round,          Quantization::round_zero, Quantization::round_minus_infinity,
      Quantization::round_infinity, Quantization::round_even, Quantization::truncate,
      Quantization::truncate_zero};
  const Overflow overflows[] = {Overflow::saturate, Overflow::saturate_zero, Overflow::saturate_symmetric,
                                Overflow::wrap};
  return S ? p_fixed(W, I, quantizations[Q], overflows[O]) : p_ufixed(W, I, quantizations[Q], overflows[O]);
}

template <int W, bool S>
Type type_of(const ap_int_base<W, S>*) {
  return S ? p_int(W) : p_uint(W);
}

template <class T>
Wide raw_of(const T& value) {
  if constexpr (requires { value.raw(); }) {
    return value.raw();
  } else {
    return pom_host::word_cast<Wide>(value.template word<pom_host::Work<129>>());
  }
}

template <class T>
T random_value(std::mt19937& random) {
  const Wide bits = static_cast<Wide>(random()) << 64 | static_cast<Wide>(random()) << 32 | static_cast<Wide>(random());
  if constexpr (requires { T::from_raw(0); }) {
    return T::from_raw(bits);
  } else {
    return T::from_word(pom_host::Work<129>(bits));
  }
}

/// Types agree up to how an integer of a native width is marked.
bool same_format(const Type& mine, const Type& theirs) {
  return mine.kind == theirs.kind && mine.bits == theirs.bits && dsl::fraction_bits(mine) == dsl::fraction_bits(theirs);
}

template <class A, class B, class Operation>
int count_differences(Op op, std::mt19937& random, Operation operation) {
  const Type left = type_of(static_cast<A*>(nullptr)), right = type_of(static_cast<B*>(nullptr));
  using R = decltype(operation(A(), B()));
  const auto result = dsl::number_result(op, left, right);
  if (!result || !same_format(*result, type_of(static_cast<R*>(nullptr)))) return 1'000'000;
  int differences = 0;
  for (int n = 0; n < 2000; ++n) {
    const A a = random_value<A>(random);
    const B b = random_value<B>(random);
    if (op == Op::div && raw_of(b) == 0) continue;
    differences += dsl::compute_number(op, *result, raw_of(a), left, raw_of(b), right) != raw_of(operation(a, b));
  }
  return differences;
}

template <class A, class B>
void check_pair(std::mt19937& random) {
  CHECK((count_differences<A, B>(Op::add, random, [](const A& a, const B& b) { return a + b; })) == 0);
  CHECK((count_differences<A, B>(Op::sub, random, [](const A& a, const B& b) { return a - b; })) == 0);
  CHECK((count_differences<A, B>(Op::mul, random, [](const A& a, const B& b) { return a * b; })) == 0);
  CHECK((count_differences<A, B>(Op::div, random, [](const A& a, const B& b) { return a / b; })) == 0);
}

template <class A, class B>
void check_bits(std::mt19937& random) {
  CHECK((count_differences<A, B>(Op::bit_and, random, [](const A& a, const B& b) { return a & b; })) == 0);
  CHECK((count_differences<A, B>(Op::bit_or, random, [](const A& a, const B& b) { return a | b; })) == 0);
  CHECK((count_differences<A, B>(Op::bit_xor, random, [](const A& a, const B& b) { return a ^ b; })) == 0);
  CHECK((count_differences<A, B>(Op::bit_not, random, [](const A& a, const B&) { return ~a; })) == 0);
  CHECK((count_differences<A, B>(Op::shl, random, [](const A& a, const B& b) { return a << b; })) == 0);
  CHECK((count_differences<A, B>(Op::shr, random, [](const A& a, const B& b) { return a >> b; })) == 0);
}

template <class To, class From>
int count_conversion_differences(std::mt19937& random) {
  const Type to = type_of(static_cast<To*>(nullptr)), from = type_of(static_cast<From*>(nullptr));
  int differences = 0;
  for (int n = 0; n < 500; ++n) {
    const From value = random_value<From>(random);
    differences += dsl::convert_number(raw_of(value), from, to) != raw_of(To(value));
    const double real =
        std::ldexp(static_cast<double>(static_cast<std::int32_t>(random())), static_cast<int>(random() % 24) - 36);
    differences += dsl::number_from_double(real, to) != raw_of(To(real));
    differences += dsl::number_to_double(raw_of(value), from) != value.to_double();
  }
  return differences;
}

template <ap_q_mode Q, ap_o_mode O>
int count_mode_differences(std::mt19937& random) {
  return count_conversion_differences<ap_fixed<1, 0, Q, O>, ap_fixed<8, 4>>(random) +
         count_conversion_differences<ap_fixed<1, 1, Q, O>, ap_fixed<8, 4>>(random) +
         count_conversion_differences<ap_fixed<2, 1, Q, O>, ap_fixed<8, 4>>(random) +
         count_conversion_differences<ap_ufixed<1, 1, Q, O>, ap_fixed<8, 4>>(random) +
         count_conversion_differences<ap_fixed<6, 3, Q, O>, ap_fixed<11, 5>>(random) +
         count_conversion_differences<ap_ufixed<6, 3, Q, O>, ap_fixed<11, 5>>(random) +
         count_conversion_differences<ap_fixed<9, 12, Q, O>, ap_fixed<17, 14>>(random) +
         count_conversion_differences<ap_fixed<7, -2, Q, O>, ap_ufixed<12, 2>>(random) +
         count_conversion_differences<ap_fixed<40, 20, Q, O>, ap_fixed<60, 25>>(random);
}

template <ap_q_mode Q>
int count_quantization_differences(std::mt19937& random) {
  return count_mode_differences<Q, AP_WRAP>(random) + count_mode_differences<Q, AP_SAT>(random) +
         count_mode_differences<Q, AP_SAT_ZERO>(random) + count_mode_differences<Q, AP_SAT_SYM>(random);
}

}  // namespace

TEST_CASE("numbers: exact results have the vendor's formats and values") {
  MESSAGE("seed ", seed);
  std::mt19937 random(seed);
  check_pair<ap_int<5>, ap_int<9>>(random);
  check_pair<ap_uint<5>, ap_int<9>>(random);
  check_pair<ap_int<12>, ap_uint<12>>(random);
  check_pair<ap_uint<3>, ap_uint<40>>(random);
  check_pair<ap_int<63>, ap_int<60>>(random);
  check_pair<ap_fixed<16, 8>, ap_fixed<12, 3>>(random);
  check_pair<ap_ufixed<16, 8>, ap_fixed<12, 3>>(random);
  check_pair<ap_fixed<10, 14>, ap_ufixed<9, -3>>(random);
  check_pair<ap_fixed<33, 17>, ap_fixed<40, 5>>(random);
  check_pair<ap_fixed<16, 8>, ap_int<7>>(random);
  check_pair<ap_uint<7>, ap_fixed<16, 8>>(random);
}

TEST_CASE("numbers: bits have the vendor's formats and values, and so have shifts by any amount") {
  MESSAGE("seed ", seed);
  std::mt19937 random(seed);
  check_bits<ap_int<5>, ap_int<9>>(random);
  check_bits<ap_uint<5>, ap_int<4>>(random);
  check_bits<ap_int<12>, ap_uint<12>>(random);
  check_bits<ap_uint<3>, ap_uint<40>>(random);
  check_bits<ap_int<1>, ap_uint<1>>(random);
  check_bits<ap_int<63>, ap_int<7>>(random);
  check_bits<ap_uint<100>, ap_int<9>>(random);
  check_bits<ap_int<100>, ap_int<9>>(random);
  check_bits<ap_uint<128>, ap_uint<128>>(random);
  check_bits<ap_uint<128>, ap_uint<7>>(random);
}

TEST_CASE("numbers: fixed point has no bits") {
  for (const Op op : {Op::bit_and, Op::bit_or, Op::bit_xor, Op::bit_not, Op::shl, Op::shr})
    CHECK_FALSE(dsl::number_result(op, p_fixed(8, 4), p_int(5)));
}

TEST_CASE("numbers: conversions quantize and saturate as the vendor's modes say") {
  MESSAGE("seed ", seed);
  std::mt19937 random(seed);
  CHECK(count_quantization_differences<AP_TRN>(random) == 0);
  CHECK(count_quantization_differences<AP_TRN_ZERO>(random) == 0);
  CHECK(count_quantization_differences<AP_RND>(random) == 0);
  CHECK(count_quantization_differences<AP_RND_ZERO>(random) == 0);
  CHECK(count_quantization_differences<AP_RND_MIN_INF>(random) == 0);
  CHECK(count_quantization_differences<AP_RND_INF>(random) == 0);
  CHECK(count_quantization_differences<AP_RND_CONV>(random) == 0);
  CHECK(count_conversion_differences<ap_int<9>, ap_int<20>>(random) == 0);
  CHECK(count_conversion_differences<ap_uint<9>, ap_int<20>>(random) == 0);
}

TEST_CASE("small floats: every bit pattern and every rounding agrees with the headers") {
  int differences = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float as_half = dsl::half_value(static_cast<std::uint16_t>(bits));
    const float as_brain = dsl::bfloat16_value(static_cast<std::uint16_t>(bits));
    if (!std::isnan(as_half)) differences += dsl::round_to_half(as_half) != bits;
    if (!std::isnan(as_brain)) differences += dsl::round_to_bfloat16(as_brain) != bits;
  }
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200'000; ++n) {
    const double value =
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), static_cast<int>(random() % 60) - 90);
    differences += dsl::half_value(dsl::round_to_half(value)) != static_cast<float>(half(value));
    differences += dsl::bfloat16_value(dsl::round_to_bfloat16(value)) != static_cast<float>(pom_bfloat16(value));
  }
  CHECK(differences == 0);
}

TEST_CASE("numbers: a result of more than 128 bits has no type") {
  CHECK_FALSE(dsl::number_result(Op::mul, p_int(100), p_int(29)));
  CHECK(dsl::number_result(Op::mul, p_int(99), p_int(29)));
  CHECK_FALSE(dsl::number_result(Op::mod, p_fixed(8, 4), p_int(5)));
}
