// Host stand-in for the vendor's <ap_fixed.h>: ap_fixed<W, I, Q, O, N> and ap_ufixed, with the vendor's quantization
// and overflow modes and result formats (UG1399, "Arbitrary Precision Fixed-Point Data Types").
//
// A value is an integer of W bits times 2^-(W - I), stored like the ap_int of W bits. Every conversion quantizes first
// and handles overflow of the quantized value then; results of operators have the default modes.
#ifndef POM_AP_FIXED_H
#define POM_AP_FIXED_H

#include "ap_int.h"

// What to do with bits below the last one kept.
enum ap_q_mode {
  AP_RND,          // nearest, ties up
  AP_RND_ZERO,     // nearest, ties toward zero
  AP_RND_MIN_INF,  // nearest, ties down
  AP_RND_INF,      // nearest, ties away from zero
  AP_RND_CONV,     // nearest, ties to even
  AP_TRN,          // down
  AP_TRN_ZERO      // toward zero
};

// What to do with a quantized value out of range.
enum ap_o_mode {
  AP_SAT,       // the nearest bound
  AP_SAT_ZERO,  // zero
  AP_SAT_SYM,   // the nearest bound of the range that is symmetric about zero
  AP_WRAP,      // the low W bits
  AP_WRAP_SM    // sign-magnitude wrapping; not in this header
};

template <int W, int I, bool S, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
class ap_fixed_base;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
using ap_fixed = ap_fixed_base<W, I, true, Q, O, N>;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
using ap_ufixed = ap_fixed_base<W, I, false, Q, O, N>;

namespace pom_host {

// value * 2^-shift as an integer, 0 <= shift < width of the word.
template <ap_q_mode Q, class T>
constexpr T quantize(const T& value, int shift) {
  if (shift == 0) return value;
  const T floor = shift_right(value, shift);
  const bool half = (word_cast<std::int64_t>(shift_right(value, shift - 1)) & 1) != 0;
  const bool rest = (value & (shift_left(T(1), shift - 1) - T(1))) != T(0);
  const bool negative = value < T(0), odd = (word_cast<std::int64_t>(floor) & 1) != 0;
  bool up = false;
  switch (Q) {
    case AP_RND:
      up = half;
      break;
    case AP_RND_ZERO:
      up = half && (negative || rest);
      break;
    case AP_RND_MIN_INF:
      up = half && rest;
      break;
    case AP_RND_INF:
      up = half && (!negative || rest);
      break;
    case AP_RND_CONV:
      up = half && (odd || rest);
      break;
    case AP_TRN:
      break;
    case AP_TRN_ZERO:
      up = negative && (half || rest);
      break;
  }
  return up ? floor + T(1) : floor;
}

// value * 2^shift in W bits. The shifted value need not fit the word: it is compared with the bounds before the shift.
template <int W, bool S, ap_o_mode O, class T>
constexpr T handle_overflow(const T& value, int shift) {
  const T one(1);
  const T highest = shift_left(one, S ? W - 1 : W) - one, lowest = S ? T(0) - highest - one : T(0);
  if (O != AP_WRAP) {
    const bool too_high = value > shift_right(highest, minimum(shift, W));
    // Below W the shift divides the lowest value; from there on every negative value is out of range.
    const bool too_low = shift < W ? value < shift_right(lowest, shift) : value < T(0);
    // The vendor's symmetric lowest value is the lowest one with its last bit set: for one bit, still -1.
    const T floor = S && O == AP_SAT_SYM ? (lowest | one) : lowest;
    if (too_high || too_low) return O == AP_SAT_ZERO ? T(0) : too_high ? highest : floor;
    const T shifted = shift_left(value, minimum(shift, W));
    return shifted < floor ? floor : shifted;
  }
  return shift >= W ? T(0) : wrap<W, S>(shift_left(value, shift));
}

// What an operand of a fixed-point operator stands for: an integer is fixed-point without fraction.
template <class T, class = void>
struct Fixed {
  static constexpr bool is_fixed = false, is_operand = false;
};
template <class T>
struct Fixed<T, std::enable_if_t<Integer<T>::is_operand>> {
  static constexpr bool is_fixed = false, is_operand = true;
  using type = ap_fixed_base<Integer<T>::W, Integer<T>::W, Integer<T>::S>;
};
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
struct Fixed<ap_fixed_base<W, I, S, Q, O, N>> {
  static constexpr bool is_fixed = true, is_operand = true;
  using type = ap_fixed_base<W, I, S>;
};

template <class T, class A>
constexpr T fixed_word(const A& a) {
  if constexpr (Fixed<A>::is_fixed) {
    return a.template word<T>();
  } else {
    return integer_value<T>(a);
  }
}

// Result formats of the binary operators.
template <class A, class B,
          bool = (Fixed<A>::is_fixed || Fixed<B>::is_fixed) && Fixed<A>::is_operand&& Fixed<B>::is_operand>
struct FixedResult {};
template <class A, class B>
struct FixedResult<A, B, true> {
  using TA = typename Fixed<A>::type;
  using TB = typename Fixed<B>::type;
  static constexpr bool S1 = TA::is_signed, S2 = TB::is_signed, any = S1 || S2;
  static constexpr int W1 = TA::width, W2 = TB::width, I1 = TA::iwidth, I2 = TB::iwidth, F1 = W1 - I1, F2 = W2 - I2;
  static constexpr int sum_i = maximum(I1 + (S2 && !S1 ? 1 : 0), I2 + (S1 && !S2 ? 1 : 0)) + 1;
  static constexpr int sum_f = maximum(F1, F2);
  using plus = ap_fixed_base<sum_i + sum_f, sum_i, any>;
  using minus = ap_fixed_base<sum_i + sum_f, sum_i, true>;
  using times = ap_fixed_base<W1 + W2, I1 + I2, any>;
  // The dividend gets the divisor's fraction bits as guard bits, so that the quotient keeps the dividend's fraction.
  static constexpr int guard = maximum(F2, 0);
  using divide = ap_fixed_base<W1 + guard + (S2 ? 1 : 0), I1 + F2 + (S2 ? 1 : 0), any>;
  using DivideWork = Work<maximum(W1 + guard, W2) + 2>;
  // Comparisons align the binary points, the vendor with one bit more where the left operand is the coarser one.
  static constexpr int compare_w1 = F1 >= F2 ? W1 : maximum(W1 + F2 - F1 + 1, 1);
  static constexpr int compare_w2 = F1 > F2 ? maximum(W2 + F1 - F2, 1) : W2;
  using CompareWork = Work<maximum(maximum(compare_w1, compare_w2), maximum(W1, W2)) + 2>;
};

}  // namespace pom_host

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
class ap_fixed_base {
  static_assert(W >= 1, "ap_fixed and ap_ufixed need at least one bit");
  static_assert(W <= pom_host::kMaxWidth, "the host's ap_fixed and ap_ufixed hold at most 256 bits");
  static_assert(O != AP_WRAP_SM && N == 0, "the host's ap_fixed has no AP_WRAP_SM and no saturation bits (N)");
  using Store = typename pom_host::StorageOf<W, S>::type;
  using OwnWord = pom_host::Work<W + 1>;
  Store stored_;

 public:
  static constexpr int width = W, iwidth = I;
  static constexpr bool is_signed = S;
  static constexpr ap_q_mode qmode = Q;
  static constexpr ap_o_mode omode = O;

  ap_fixed_base() = default;

  template <int W2, int I2, bool S2, ap_q_mode Q2, ap_o_mode O2, int N2>
  constexpr ap_fixed_base(const ap_fixed_base<W2, I2, S2, Q2, O2, N2>& other)
      : stored_(converted<W2>(other.template word<ConversionWork<W2>>(), W2 - I2)) {}

  template <class T, std::enable_if_t<pom_host::Integer<T>::is_operand, int> = 0>
  constexpr ap_fixed_base(const T& value)
      : stored_(converted<pom_host::Integer<T>::W>(
            pom_host::integer_value<ConversionWork<pom_host::Integer<T>::W>>(value), 0)) {}

  ap_fixed_base(double value) {
    const pom_host::DoubleParts parts = pom_host::parts_of(value);
    const ConversionWork<54> word(parts.negative ? -parts.significand : parts.significand);
    stored_ = converted<54>(word, -parts.exponent);
  }
  ap_fixed_base(float value) : ap_fixed_base(static_cast<double>(value)) {}

  // The scaled integer: value * 2^(W - I).
  constexpr pom_host::int128 raw() const {
    static_assert(W <= 128, "raw() holds 128 bits");
    return pom_host::word_cast<pom_host::int128>(own());
  }
  static constexpr ap_fixed_base from_raw(pom_host::int128 raw) {
    return from_word(pom_host::Work<pom_host::maximum(W, 128) + 1>(raw));
  }
  // The low W bits of a scaled integer, without quantization or overflow handling.
  template <class T>
  static constexpr ap_fixed_base from_word(const T& word) {
    return ap_fixed_base(pom_host::store<Store>(pom_host::wrap<W, S>(word)), 0);
  }
  template <class T>
  constexpr T word() const {
    return pom_host::load<T, S>(stored_);
  }

  pom_host::AllBits<ap_fixed_base> range(int high, int low) { return {*this, high - low + 1 == W}; }
  double to_double() const { return __builtin_ldexp(pom_host::to_double(own()), I - W); }
  float to_float() const { return __builtin_ldexpf(pom_host::to_float(own()), I - W); }
  // Toward zero, then the low bits.
  constexpr int to_int() const { return static_cast<int>(truncated()); }
  constexpr unsigned to_uint() const { return static_cast<unsigned>(truncated()); }
  constexpr long long to_int64() const { return truncated(); }
  constexpr unsigned long long to_uint64() const { return static_cast<unsigned long long>(truncated()); }
  constexpr auto to_ap_int_base() const {
    constexpr int bits = pom_host::maximum(I, 1);
    using T = pom_host::Work<pom_host::maximum(bits, W) + 2>;
    if constexpr (I >= W) {
      return ap_int_base<bits, S>::from_word(pom_host::shift_left(word<T>(), I - W));
    } else {
      // With an implicit fraction beyond the word (I < 0) only the sign would be left of the binary point.
      const T integer = pom_host::quantize<AP_TRN_ZERO>(word<T>(), pom_host::minimum(W - I, W + 1));
      return ap_int_base<bits, S>::from_word(integer);
    }
  }

  template <int W2, bool S2>
  constexpr operator ap_int_base<W2, S2>() const {
    return ap_int_base<W2, S2>(to_ap_int_base());
  }
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  constexpr operator T() const {
    if constexpr (std::is_same_v<T, bool>) {
      return !!*this;
    } else if constexpr (std::is_same_v<T, float>) {
      return to_float();
    } else if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(to_double());
    } else {
      return static_cast<T>(truncated());
    }
  }

  constexpr int length() const { return W; }
  constexpr bool is_neg() const { return own() < OwnWord(0); }
  constexpr bool is_zero() const { return own() == OwnWord(0); }
  constexpr bool operator!() const { return is_zero(); }
  constexpr ap_fixed_base operator+() const { return *this; }
  constexpr ap_fixed_base<W + 1, I + 1, true> operator-() const {
    using T = pom_host::Work<W + 2>;
    return ap_fixed_base<W + 1, I + 1, true>::from_word(T(0) - word<T>());
  }
  constexpr ap_fixed_base<W, I, S> operator~() const { return ap_fixed_base<W, I, S>::from_word(~own()); }

#define POM_COMPOUND(op)                                                        \
  template <class B, std::enable_if_t<pom_host::Fixed<B>::is_operand, int> = 0> \
  constexpr ap_fixed_base& operator op##=(const B& b) {                         \
    return *this = ap_fixed_base(*this op b);                                   \
  }
  POM_COMPOUND(+)
  POM_COMPOUND(-)
  POM_COMPOUND(*)
  POM_COMPOUND(/)
  POM_COMPOUND(<<)
  POM_COMPOUND(>>)
#undef POM_COMPOUND
  constexpr ap_fixed_base& operator++() { return *this += ap_uint<1>(1); }
  constexpr ap_fixed_base& operator--() { return *this -= ap_uint<1>(1); }
  constexpr ap_fixed_base operator++(int) {
    const ap_fixed_base before = *this;
    ++*this;
    return before;
  }
  constexpr ap_fixed_base operator--(int) {
    const ap_fixed_base before = *this;
    --*this;
    return before;
  }

  // Shifts keep the format and lose the bits that leave it, whatever the modes.
  constexpr ap_fixed_base shifted(int left) const {
    if (left >= W) return from_word(OwnWord(0));
    if (left >= 0) return from_word(pom_host::shift_left(own(), left));
    return from_word(pom_host::shift_right(own(), pom_host::minimum(-left, W)));
  }

 private:
  constexpr ap_fixed_base(Store stored, int) : stored_(stored) {}
  constexpr OwnWord own() const { return word<OwnWord>(); }
  constexpr long long truncated() const { return to_ap_int_base().to_int64(); }

  template <int W2>
  using ConversionWork = pom_host::Work<pom_host::maximum(W, W2) + 4>;

  // word * 2^-fraction, a value of W2 bits, in this format. Shifting right by W2 + 1 leaves less than half of the last
  // place, and so decides like every longer shift.
  template <int W2, class T>
  static constexpr Store converted(const T& word, int fraction) {
    const int shift = fraction - (W - I);
    if (shift > 0) {
      const T quantized = pom_host::quantize<Q>(word, pom_host::minimum(shift, W2 + 1));
      return pom_host::store<Store>(pom_host::handle_overflow<W, S, O>(quantized, 0));
    }
    if (word == T(0)) return pom_host::store<Store>(word);
    return pom_host::store<Store>(pom_host::handle_overflow<W, S, O>(word, pom_host::minimum(-shift, W)));
  }
};

// ---- operators with fixed-point numbers and integers ----

#define POM_FIXED_SUM(op, result)                                                               \
  template <class A, class B>                                                                   \
  constexpr typename pom_host::FixedResult<A, B>::result operator op(const A& a, const B& b) {  \
    using F = pom_host::FixedResult<A, B>;                                                      \
    using R = typename F::result;                                                               \
    using T = pom_host::Work<pom_host::maximum(R::width, pom_host::maximum(F::W1, F::W2)) + 1>; \
    const T lhs = pom_host::shift_left(pom_host::fixed_word<T>(a), F::sum_f - F::F1);           \
    const T rhs = pom_host::shift_left(pom_host::fixed_word<T>(b), F::sum_f - F::F2);           \
    return R::from_word(lhs op rhs);                                                            \
  }
POM_FIXED_SUM(+, plus)
POM_FIXED_SUM(-, minus)
#undef POM_FIXED_SUM

template <class A, class B>
constexpr typename pom_host::FixedResult<A, B>::times operator*(const A& a, const B& b) {
  using R = typename pom_host::FixedResult<A, B>::times;
  using T = pom_host::Work<R::width + 1>;
  return R::from_word(pom_host::fixed_word<T>(a) * pom_host::fixed_word<T>(b));
}

// As for integers, a built-in dividend has to be cast first: the vendor's headers take the result format from the wrong
// operand.
template <class A, class B>
constexpr std::enable_if_t<!std::is_arithmetic_v<A>, typename pom_host::FixedResult<A, B>::divide> operator/(
    const A& a, const B& b) {
  using F = pom_host::FixedResult<A, B>;
  using T = typename F::DivideWork;
  const T dividend = pom_host::shift_left(pom_host::fixed_word<T>(a), F::guard);
  return F::divide::from_word(dividend / pom_host::fixed_word<T>(b));
}
template <class A, int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N,
          std::enable_if_t<std::is_integral_v<A>, int> = 0>
void operator/(const A& cast_the_dividend_to_ap_fixed, const ap_fixed_base<W, I, S, Q, O, N>&) = delete;

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N, class B>
constexpr std::enable_if_t<pom_host::Integer<B>::is_operand, ap_fixed_base<W, I, S, Q, O, N>> operator<<(
    const ap_fixed_base<W, I, S, Q, O, N>& a, const B& n) {
  return a.shifted(pom_host::shift_count(n));
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N, class B>
constexpr std::enable_if_t<pom_host::Integer<B>::is_operand, ap_fixed_base<W, I, S, Q, O, N>> operator>>(
    const ap_fixed_base<W, I, S, Q, O, N>& a, const B& n) {
  return a.shifted(-pom_host::shift_count(n));
}

#define POM_FIXED_COMPARISON(op, expression)                                                                        \
  template <class A, class B>                                                                                       \
  constexpr std::enable_if_t<(pom_host::FixedResult<A, B>::W1 > 0), bool> operator op(const A& lhs, const B& rhs) { \
    using F = pom_host::FixedResult<A, B>;                                                                          \
    using T = typename F::CompareWork;                                                                              \
    const T a = pom_host::shift_left(pom_host::fixed_word<T>(lhs), F::sum_f - F::F1);                               \
    const T b = pom_host::shift_left(pom_host::fixed_word<T>(rhs), F::sum_f - F::F2);                               \
    return expression;                                                                                              \
  }
POM_FIXED_COMPARISON(==, (pom_host::equal<F::compare_w1, F::S1, F::compare_w2, F::S2>(a, b)))
POM_FIXED_COMPARISON(!=, (!pom_host::equal<F::compare_w1, F::S1, F::compare_w2, F::S2>(a, b)))
POM_FIXED_COMPARISON(<, (pom_host::less<F::compare_w1, F::S1, F::compare_w2, F::S2>(a, b)))
POM_FIXED_COMPARISON(>=, (!pom_host::less<F::compare_w1, F::S1, F::compare_w2, F::S2>(a, b)))
POM_FIXED_COMPARISON(>, (pom_host::less<F::compare_w2, F::S2, F::compare_w1, F::S1>(b, a)))
POM_FIXED_COMPARISON(<=, (!pom_host::less<F::compare_w2, F::S2, F::compare_w1, F::S1>(b, a)))
#undef POM_FIXED_COMPARISON

// ---- with float and double ----

// The vendor declares no arithmetic between fixed and floating point, so its compiler reports an ambiguity; here the
// operator is named as deleted. Comparisons are between doubles.
#define POM_FIXED_TEMPLATE template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N, class F>
#define POM_NO_FLOAT_ARITHMETIC(op)                                                                   \
  POM_FIXED_TEMPLATE                                                                                  \
  std::enable_if_t<std::is_floating_point_v<F>> operator op(const ap_fixed_base<W, I, S, Q, O, N>& a, \
                                                            F cast_it_to_ap_fixed) = delete;          \
  POM_FIXED_TEMPLATE                                                                                  \
  std::enable_if_t<std::is_floating_point_v<F>> operator op(F cast_it_to_ap_fixed,                    \
                                                            const ap_fixed_base<W, I, S, Q, O, N>& b) = delete;
POM_NO_FLOAT_ARITHMETIC(+)
POM_NO_FLOAT_ARITHMETIC(-)
POM_NO_FLOAT_ARITHMETIC(*)
POM_NO_FLOAT_ARITHMETIC(/)
#undef POM_NO_FLOAT_ARITHMETIC

#define POM_FIXED_FLOAT_COMPARISON(op)                                                                       \
  POM_FIXED_TEMPLATE                                                                                         \
  std::enable_if_t<pom_host::kIsFloat<F>, bool> operator op(const ap_fixed_base<W, I, S, Q, O, N>& a, F b) { \
    return a.to_double() op static_cast<double>(b);                                                          \
  }                                                                                                          \
  POM_FIXED_TEMPLATE                                                                                         \
  std::enable_if_t<pom_host::kIsFloat<F>, bool> operator op(F a, const ap_fixed_base<W, I, S, Q, O, N>& b) { \
    return static_cast<double>(a) op b.to_double();                                                          \
  }
POM_FIXED_FLOAT_COMPARISON(==)
POM_FIXED_FLOAT_COMPARISON(!=)
POM_FIXED_FLOAT_COMPARISON(<)
POM_FIXED_FLOAT_COMPARISON(<=)
POM_FIXED_FLOAT_COMPARISON(>)
POM_FIXED_FLOAT_COMPARISON(>=)
#undef POM_FIXED_FLOAT_COMPARISON
#undef POM_FIXED_TEMPLATE

#endif
