// Host stand-in for the vendor's <ap_int.h>: ap_int<W> and ap_uint<W>, 1 <= W <= 256, with the vendor's result types
// and values (UG1399, "Arbitrary Precision Integer Types"), so that generated kernels run without the vendor's tool.
//
// A value is stored canonically, sign- or zero-extended, in the smallest of 1, 2, 4, 8, 16 or 32 bytes that holds W
// bits; libpom hands raw arrays in this representation to compiled kernels.
#ifndef POM_AP_INT_H
#define POM_AP_INT_H

#include <cstring>

#include "pom_wide_int.h"

template <int W, bool S>
class ap_int_base;
template <int W>
using ap_int = ap_int_base<W, true>;
template <int W>
using ap_uint = ap_int_base<W, false>;

namespace pom_host {

template <class T>
constexpr bool kIsBuiltInInteger = std::is_integral_v<T>;
template <class T>
constexpr bool kIsFloat = std::is_same_v<T, float> || std::is_same_v<T, double>;

// What an operand of an integer operator stands for: a built-in integer acts as the ap_int of its width.
template <class T, class = void>
struct Integer {
  static constexpr bool is_ap = false, is_operand = false;
};
template <class T>
struct Integer<T, std::enable_if_t<kIsBuiltInInteger<T>>> {
  static constexpr bool is_ap = false, is_operand = true;
  static constexpr bool S = std::is_signed_v<T>;
  static constexpr int W = std::is_same_v<T, bool> ? 1 : static_cast<int>(8 * sizeof(T));
};
template <int Width, bool Signed>
struct Integer<ap_int_base<Width, Signed>> {
  static constexpr bool is_ap = true, is_operand = true, S = Signed;
  static constexpr int W = Width;
};

template <class A, class B>
constexpr bool kIntegerPair =
    (Integer<A>::is_ap || Integer<B>::is_ap) && Integer<A>::is_operand&& Integer<B>::is_operand;
template <class A, class B, class R>
using IfIntegers = std::enable_if_t<kIntegerPair<A, B>, R>;

template <class T, class A>
constexpr T integer_value(const A& a) {
  if constexpr (Integer<A>::is_ap) {
    return a.template word<T>();
  } else {
    return load<T, Integer<A>::S>(a);
  }
}

// Result types of the binary operators; no members, hence no operator, for other operands.
template <class A, class B, bool = kIntegerPair<A, B>>
struct IntegerResult {};
template <class A, class B>
struct IntegerResult<A, B, true> {
  static constexpr int W1 = Integer<A>::W, W2 = Integer<B>::W;
  static constexpr bool S1 = Integer<A>::S, S2 = Integer<B>::S, any = S1 || S2;
  // In company of a signed operand, an unsigned one needs a bit for its sign.
  static constexpr int common = maximum(W1 + (S2 && !S1 ? 1 : 0), W2 + (S1 && !S2 ? 1 : 0));
  template <int W, bool S>
  using type = ap_int_base<minimum(W, kMaxWidth + 1), S>;
  using plus = type<common + 1, any>;
  using minus = type<common + 1, true>;
  using times = type<W1 + W2, any>;
  using divide = type<W1 + (S2 ? 1 : 0), any>;
  using modulo = type<minimum(W1, W2 + (!S2 && S1 ? 1 : 0)), S1>;
  using logic = type<common, any>;
  // Wide enough for both operands and for a quotient.
  using DivideWork = Work<maximum(W1, W2) + 2>;
};

// A finite double is (-1)^negative * significand * 2^exponent. Infinities and NaN take the next exponent, 2^971 and up:
// the vendor reads them so too, and they behave as values beyond every range. A NaN's sign is whatever the machine makes
// of it; here it counts as positive, as hardware's own NaN is.
struct DoubleParts {
  std::int64_t significand;
  int exponent;
  bool negative;
};
inline DoubleParts parts_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const int field = static_cast<int>((bits >> 52) & 0x7ff);
  const std::int64_t fraction = static_cast<std::int64_t>(bits & ((std::uint64_t{1} << 52) - 1));
  if (field == 0) return {fraction, -1074, (bits >> 63) != 0};
  const bool is_nan = field == 0x7ff && fraction != 0;
  return {fraction | (std::int64_t{1} << 52), field - 1075, (bits >> 63) != 0 && !is_nan};
}

// A shift count, limited to what empties every word; negative counts shift the other way.
template <class B>
constexpr int shift_count(const B& n) {
  using T = Work<Integer<B>::W + 16>;
  const T count = integer_value<T>(n);
  return count > T(kMaxWidth)    ? kMaxWidth
         : count < T(-kMaxWidth) ? -kMaxWidth
                                 : static_cast<int>(word_cast<std::int64_t>(count));
}

// All bits of a fixed-point number, to be set: x.range(W - 1, 0) = bits. Parts of them are not in these headers.
template <class Number>
struct AllBits {
  Number& of;
  bool are_all;
  template <int W2, bool S2>
  void operator=(const ap_int_base<W2, S2>& bits) {
    if (!are_all) __builtin_trap();
    of = Number::from_word(bits.template word<Work<maximum(Number::width, W2) + 1>>());
  }
};

}  // namespace pom_host

template <int W, bool S>
class ap_int_base {
  static_assert(W >= 1, "ap_int and ap_uint need at least one bit");
  static_assert(W <= pom_host::kMaxWidth, "the host's ap_int and ap_uint hold at most 256 bits");
  using Store = typename pom_host::StorageOf<W, S>::type;
  using OwnWord = pom_host::Work<W + 1>;
  Store stored_;

 public:
  static constexpr int width = W;
  // The built-in integer an ap_int converts to by itself: always of 64 bits.
  using RetType = std::conditional_t<S, long long, unsigned long long>;

  ap_int_base() = default;

  template <int W2, bool S2>
  constexpr ap_int_base(const ap_int_base<W2, S2>& other)
      : stored_(from_word(other.template word<pom_host::Work<pom_host::maximum(W, W2) + 1>>()).stored_) {}

  template <class T, std::enable_if_t<pom_host::kIsBuiltInInteger<T>, int> = 0>
  constexpr ap_int_base(T value)
      : stored_(
            from_word(pom_host::integer_value<pom_host::Work<pom_host::maximum(W, pom_host::Integer<T>::W) + 1>>(value))
                .stored_) {}

  // Toward zero, then the low W bits.
  ap_int_base(double value) {
    using T = pom_host::Work<pom_host::maximum(W, 53) + 1>;
    const pom_host::DoubleParts parts = pom_host::parts_of(value);
    T word(0);
    if (parts.exponent < 0) {
      word = T(parts.significand >> pom_host::minimum(-parts.exponent, 63));
    } else if (parts.exponent < W) {
      word = pom_host::shift_left(T(parts.significand), parts.exponent);
    }
    *this = from_word(word);
    // The word itself may be the least one of its type, which has no negative.
    if (parts.negative) *this = from_word(T(0) - this->template word<T>());
  }
  ap_int_base(float value) : ap_int_base(static_cast<double>(value)) {}

  // The low W bits of a word.
  template <class T>
  static constexpr ap_int_base from_word(const T& word) {
    ap_int_base r = zero();
    r.stored_ = pom_host::store<Store>(pom_host::wrap<W, S>(word));
    return r;
  }
  // The value, in a word that can hold it.
  template <class T>
  constexpr T word() const {
    return pom_host::load<T, S>(stored_);
  }

  constexpr operator RetType() const { return static_cast<RetType>(low64()); }

  constexpr bool to_bool() const { return own() != OwnWord(0); }
  constexpr int to_int() const { return static_cast<int>(low64()); }
  constexpr unsigned to_uint() const { return static_cast<unsigned>(low64()); }
  constexpr long to_long() const { return static_cast<long>(low64()); }
  constexpr unsigned long to_ulong() const { return static_cast<unsigned long>(low64()); }
  constexpr long long to_int64() const { return low64(); }
  constexpr unsigned long long to_uint64() const { return static_cast<unsigned long long>(low64()); }
  double to_double() const { return pom_host::to_double(own()); }
  float to_float() const { return pom_host::to_float(own()); }

  constexpr int length() const { return W; }
  constexpr bool sign() const { return own() < OwnWord(0); }
  constexpr bool test(int bit) const {
    return (pom_host::word_cast<std::int64_t>(pom_host::shift_right(own(), bit)) & 1) != 0;
  }
  constexpr bool get_bit(int bit) const { return test(bit); }
  constexpr bool operator[](int bit) const { return test(bit); }
  constexpr void set_bit(int bit, bool value) {
    const OwnWord mask = pom_host::shift_left(OwnWord(1), bit);
    *this = from_word(value ? (own() | mask) : (own() & ~mask));
  }

  constexpr ap_int_base operator+() const { return *this; }
  constexpr auto operator-() const { return ap_uint<1>(0) - *this; }
  constexpr ap_int_base operator~() const { return from_word(~own()); }
  constexpr bool operator!() const { return own() == OwnWord(0); }
  constexpr ap_int_base& operator++() { return *this += ap_uint<1>(1); }
  constexpr ap_int_base& operator--() { return *this -= ap_uint<1>(1); }
  constexpr ap_int_base operator++(int) {
    const ap_int_base before = *this;
    ++*this;
    return before;
  }
  constexpr ap_int_base operator--(int) {
    const ap_int_base before = *this;
    --*this;
    return before;
  }

#define POM_COMPOUND(op)                                                          \
  template <class B, std::enable_if_t<pom_host::Integer<B>::is_operand, int> = 0> \
  constexpr ap_int_base& operator op##=(const B& b) {                             \
    return *this = ap_int_base(*this op b);                                       \
  }
  POM_COMPOUND(+)
  POM_COMPOUND(-)
  POM_COMPOUND(*)
  POM_COMPOUND(/)
  POM_COMPOUND(%)
  POM_COMPOUND(&)
  POM_COMPOUND(|)
  POM_COMPOUND(^)
  POM_COMPOUND(<<)
  POM_COMPOUND(>>)
#undef POM_COMPOUND

  // The left operand's type remains; bits that leave it are lost.
  constexpr ap_int_base shifted(int left) const {
    if (left >= W) return zero();
    if (left >= 0) return from_word(pom_host::shift_left(own(), left));
    return from_word(pom_host::shift_right(own(), pom_host::minimum(-left, W)));
  }

 private:
  static constexpr ap_int_base zero() { return ap_int_base(Store{}, 0); }
  constexpr ap_int_base(Store stored, int) : stored_(stored) {}
  constexpr OwnWord own() const { return word<OwnWord>(); }
  constexpr long long low64() const { return pom_host::word_cast<std::int64_t>(own()); }
};

// ---- integer operators ----

#define POM_INTEGER_OPERATOR(op, result)                                                         \
  template <class A, class B>                                                                    \
  constexpr typename pom_host::IntegerResult<A, B>::result operator op(const A& a, const B& b) { \
    using R = typename pom_host::IntegerResult<A, B>::result;                                    \
    using T = pom_host::Work<R::width + 1>;                                                      \
    return R::from_word(pom_host::integer_value<T>(a) op pom_host::integer_value<T>(b));         \
  }
POM_INTEGER_OPERATOR(+, plus)
POM_INTEGER_OPERATOR(-, minus)
POM_INTEGER_OPERATOR(*, times)
POM_INTEGER_OPERATOR(&, logic)
POM_INTEGER_OPERATOR(|, logic)
POM_INTEGER_OPERATOR(^, logic)
#undef POM_INTEGER_OPERATOR

// The dividend must not be a built-in integer: the vendor's headers then take the result's width from the divisor,
// which is not what the guide says; a cast of the dividend settles it.
#define POM_INTEGER_DIVISION(op, result)                                                                               \
  template <class A, class B>                                                                                          \
  constexpr std::enable_if_t<pom_host::Integer<A>::is_ap, typename pom_host::IntegerResult<A, B>::result> operator op( \
      const A& a, const B& b) {                                                                                        \
    using R = typename pom_host::IntegerResult<A, B>::result;                                                          \
    using T = typename pom_host::IntegerResult<A, B>::DivideWork;                                                      \
    return R::from_word(pom_host::integer_value<T>(a) op pom_host::integer_value<T>(b));                               \
  }                                                                                                                    \
  template <class A, int W, bool S, std::enable_if_t<pom_host::kIsBuiltInInteger<A>, int> = 0>                         \
  void operator op(const A& cast_the_dividend_to_ap_int, const ap_int_base<W, S>&) = delete;
POM_INTEGER_DIVISION(/, divide)
POM_INTEGER_DIVISION(%, modulo)
#undef POM_INTEGER_DIVISION

template <int W, bool S, class B>
constexpr std::enable_if_t<pom_host::Integer<B>::is_operand, ap_int_base<W, S>> operator<<(const ap_int_base<W, S>& a,
                                                                                           const B& n) {
  return a.shifted(pom_host::shift_count(n));
}
template <int W, bool S, class B>
constexpr std::enable_if_t<pom_host::Integer<B>::is_operand, ap_int_base<W, S>> operator>>(const ap_int_base<W, S>& a,
                                                                                           const B& n) {
  return a.shifted(-pom_host::shift_count(n));
}

#define POM_INTEGER_COMPARISON(op, expression)                                         \
  template <class A, class B>                                                          \
  constexpr pom_host::IfIntegers<A, B, bool> operator op(const A& lhs, const B& rhs) { \
    using I = pom_host::IntegerResult<A, B>;                                           \
    using T = pom_host::Work<pom_host::maximum(I::W1, I::W2) + 1>;                     \
    const T a = pom_host::integer_value<T>(lhs), b = pom_host::integer_value<T>(rhs);  \
    return expression;                                                                 \
  }
POM_INTEGER_COMPARISON(==, (pom_host::equal<I::W1, I::S1, I::W2, I::S2>(a, b)))
POM_INTEGER_COMPARISON(!=, (!pom_host::equal<I::W1, I::S1, I::W2, I::S2>(a, b)))
POM_INTEGER_COMPARISON(<, (pom_host::less<I::W1, I::S1, I::W2, I::S2>(a, b)))
POM_INTEGER_COMPARISON(>=, (!pom_host::less<I::W1, I::S1, I::W2, I::S2>(a, b)))
POM_INTEGER_COMPARISON(>, (pom_host::less<I::W2, I::S2, I::W1, I::S1>(b, a)))
POM_INTEGER_COMPARISON(<=, (!pom_host::less<I::W2, I::S2, I::W1, I::S1>(b, a)))
#undef POM_INTEGER_COMPARISON

// ---- with float and double ----

// Arithmetic has the floating-point type and sees the low 64 bits of the integer; comparisons are between doubles.
#define POM_FLOAT_OPERATOR(op)                                                                        \
  template <int W, bool S, class F>                                                                   \
  constexpr std::enable_if_t<pom_host::kIsFloat<F>, F> operator op(const ap_int_base<W, S>& a, F b) { \
    return static_cast<F>(static_cast<typename ap_int_base<W, S>::RetType>(a)) op b;                  \
  }                                                                                                   \
  template <int W, bool S, class F>                                                                   \
  constexpr std::enable_if_t<pom_host::kIsFloat<F>, F> operator op(F a, const ap_int_base<W, S>& b) { \
    return a op static_cast<F>(static_cast<typename ap_int_base<W, S>::RetType>(b));                  \
  }
POM_FLOAT_OPERATOR(+)
POM_FLOAT_OPERATOR(-)
POM_FLOAT_OPERATOR(*)
POM_FLOAT_OPERATOR(/)
#undef POM_FLOAT_OPERATOR

#define POM_FLOAT_COMPARISON(op)                                                               \
  template <int W, bool S, class F>                                                            \
  std::enable_if_t<pom_host::kIsFloat<F>, bool> operator op(const ap_int_base<W, S>& a, F b) { \
    return a.to_double() op static_cast<double>(b);                                            \
  }                                                                                            \
  template <int W, bool S, class F>                                                            \
  std::enable_if_t<pom_host::kIsFloat<F>, bool> operator op(F a, const ap_int_base<W, S>& b) { \
    return static_cast<double>(a) op b.to_double();                                            \
  }
POM_FLOAT_COMPARISON(==)
POM_FLOAT_COMPARISON(!=)
POM_FLOAT_COMPARISON(<)
POM_FLOAT_COMPARISON(<=)
POM_FLOAT_COMPARISON(>)
POM_FLOAT_COMPARISON(>=)
#undef POM_FLOAT_COMPARISON

#endif
