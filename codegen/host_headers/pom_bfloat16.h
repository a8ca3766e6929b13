// bfloat16: the upper 16 bits of an IEEE 754 float, rounded to nearest even after every operator. The vendor has no
// such type, so generated projects ship this file: it compiles as C++14 and uses what high-level synthesis accepts.
//
// Operators compute in float and round the result. That is the correctly rounded result although it is rounded twice:
// for + - * / and sqrt on operands of p bits, a first rounding to at least 2p + 2 bits cannot turn the second one
// (Figueroa, "When is double rounding innocuous?", 1995), and 24 >= 2 * 8 + 2. Below the smallest normal number, where
// float has fewer bits too, sums and products that come near a tie are exact in float, and quotients keep off the ties.
#ifndef POM_BFLOAT16_H
#define POM_BFLOAT16_H

#include <stdint.h>

#include <type_traits>

#ifdef __SYNTHESIS__
#include <hls_math.h>
#else
#include <string.h>
#endif

namespace pom_bfloat16_detail {

#ifdef __SYNTHESIS__
// Synthesis tools read a union as wires, and do not know memcpy between types.
union FloatBits {
  float value;
  uint32_t bits;
};
inline uint32_t bits_of(float value) {
  FloatBits u;
  u.value = value;
  return u.bits;
}
inline float float_of(uint32_t bits) {
  FloatBits u;
  u.bits = bits;
  return u.value;
}
#else
inline uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
#endif

// Half of the last kept place, a bit less for an even result: the carry rounds to nearest, ties to even. NaN stays a
// quiet NaN.
inline uint16_t round_float(float value) {
  const uint32_t bits = bits_of(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((bits >> 16) | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

// Through a float rounded to odd, which keeps the information that something was lost: an inexact nearest float that is
// even has an odd neighbour on the other side of the value.
inline uint16_t round_double(double value) {
  const float nearest = static_cast<float>(value);
  const double back = static_cast<double>(nearest);
  uint32_t bits = bits_of(nearest);
  if (value == value && back != value && (bits & 1u) == 0u) {
    const bool too_small = value > 0 ? back < value : back > value;
    bits = too_small ? bits + 1u : bits - 1u;
  }
  return round_float(float_of(bits));
}

// An integer's upper 53 bits and whether the rest is zero decide like all of it, and fit a double.
inline uint16_t round_magnitude(uint64_t magnitude, bool negative) {
  double value;
  if ((magnitude >> 53) == 0) {
    value = static_cast<double>(magnitude);
  } else {
    value = 2048.0 * static_cast<double>((magnitude >> 11) | ((magnitude & 2047u) != 0 ? 1u : 0u));
  }
  return round_double(negative ? -value : value);
}

template <class T>
struct IfInteger : std::enable_if<std::is_integral<T>::value, int> {};
template <class T, class R>
struct IfFloat : std::enable_if<std::is_floating_point<T>::value, R> {};

}  // namespace pom_bfloat16_detail

class pom_bfloat16 {
  uint16_t bits_;

 public:
  pom_bfloat16() = default;
  pom_bfloat16(float value) : bits_(pom_bfloat16_detail::round_float(value)) {}
  pom_bfloat16(double value) : bits_(pom_bfloat16_detail::round_double(value)) {}
  template <class T, typename pom_bfloat16_detail::IfInteger<T>::type = 0>
  pom_bfloat16(T value)
      : bits_(pom_bfloat16_detail::round_magnitude(
            value < T(1) && value != T(0) ? uint64_t(0) - static_cast<uint64_t>(value) : static_cast<uint64_t>(value),
            value < T(1) && value != T(0))) {}

  static pom_bfloat16 from_bits(uint16_t bits) {
    pom_bfloat16 r;
    r.bits_ = bits;
    return r;
  }
  uint16_t bits() const { return bits_; }

  operator float() const { return pom_bfloat16_detail::float_of(static_cast<uint32_t>(bits_) << 16); }

  pom_bfloat16 operator+() const { return *this; }
  pom_bfloat16 operator-() const { return from_bits(static_cast<uint16_t>(bits_ ^ 0x8000u)); }
  pom_bfloat16& operator++() { return *this = pom_bfloat16(static_cast<float>(*this) + 1.0f); }
  pom_bfloat16& operator--() { return *this = pom_bfloat16(static_cast<float>(*this) - 1.0f); }
  pom_bfloat16 operator++(int) {
    const pom_bfloat16 before = *this;
    ++*this;
    return before;
  }
  pom_bfloat16 operator--(int) {
    const pom_bfloat16 before = *this;
    --*this;
    return before;
  }
};

// ---- operators ----

// Two bfloat16, or one and an integer (which is converted first), give a bfloat16; with float or double the result has
// that type.
#define POM_BFLOAT16_OPERATOR(op)                                                      \
  inline pom_bfloat16 operator op(pom_bfloat16 a, pom_bfloat16 b) {                    \
    return pom_bfloat16(static_cast<float>(a) op static_cast<float>(b));               \
  }                                                                                    \
  template <class T, typename pom_bfloat16_detail::IfInteger<T>::type = 0>             \
  pom_bfloat16 operator op(pom_bfloat16 a, T b) {                                      \
    return a op pom_bfloat16(b);                                                       \
  }                                                                                    \
  template <class T, typename pom_bfloat16_detail::IfInteger<T>::type = 0>             \
  pom_bfloat16 operator op(T a, pom_bfloat16 b) {                                      \
    return pom_bfloat16(a) op b;                                                       \
  }                                                                                    \
  template <class T>                                                                   \
  typename pom_bfloat16_detail::IfFloat<T, T>::type operator op(pom_bfloat16 a, T b) { \
    return static_cast<T>(static_cast<float>(a)) op b;                                 \
  }                                                                                    \
  template <class T>                                                                   \
  typename pom_bfloat16_detail::IfFloat<T, T>::type operator op(T a, pom_bfloat16 b) { \
    return a op static_cast<T>(static_cast<float>(b));                                 \
  }                                                                                    \
  template <class T>                                                                   \
  pom_bfloat16& operator op##=(pom_bfloat16& a, T b) {                                 \
    return a = pom_bfloat16(a op b);                                                   \
  }
POM_BFLOAT16_OPERATOR(+)
POM_BFLOAT16_OPERATOR(-)
POM_BFLOAT16_OPERATOR(*)
POM_BFLOAT16_OPERATOR(/)
#undef POM_BFLOAT16_OPERATOR

#define POM_BFLOAT16_COMPARISON(op)                                                                                  \
  inline bool operator op(pom_bfloat16 a, pom_bfloat16 b) { return static_cast<float>(a) op static_cast<float>(b); } \
  template <class T>                                                                                                 \
  typename std::enable_if<std::is_arithmetic<T>::value, bool>::type operator op(pom_bfloat16 a, T b) {               \
    return static_cast<double>(static_cast<float>(a)) op static_cast<double>(b);                                     \
  }                                                                                                                  \
  template <class T>                                                                                                 \
  typename std::enable_if<std::is_arithmetic<T>::value, bool>::type operator op(T a, pom_bfloat16 b) {               \
    return static_cast<double>(a) op static_cast<double>(static_cast<float>(b));                                     \
  }
POM_BFLOAT16_COMPARISON(==)
POM_BFLOAT16_COMPARISON(!=)
POM_BFLOAT16_COMPARISON(<)
POM_BFLOAT16_COMPARISON(<=)
POM_BFLOAT16_COMPARISON(>)
POM_BFLOAT16_COMPARISON(>=)
#undef POM_BFLOAT16_COMPARISON

// ---- functions ----

// Computed in float and rounded. sqrt, fabs, fmax, fmin, floor, ceil, round, trunc, fmod are exact or correctly rounded; the others are as
// good as the float functions of the host or of the synthesis tool. The builtins spare host programs <cmath>.
#ifdef __SYNTHESIS__
#define POM_BFLOAT16_CALL(name) hls::name
#else
#define POM_BFLOAT16_CALL(name) __builtin_##name##f
#endif

#define POM_BFLOAT16_FUNCTION(name)                                             \
  inline pom_bfloat16 name(pom_bfloat16 x) {                                    \
    return pom_bfloat16(float(POM_BFLOAT16_CALL(name)(static_cast<float>(x)))); \
  }
#define POM_BFLOAT16_FUNCTION2(name)                                                                   \
  inline pom_bfloat16 name(pom_bfloat16 x, pom_bfloat16 y) {                                           \
    return pom_bfloat16(float(POM_BFLOAT16_CALL(name)(static_cast<float>(x), static_cast<float>(y)))); \
  }
namespace hls {
POM_BFLOAT16_FUNCTION(sqrt)
POM_BFLOAT16_FUNCTION(exp)
POM_BFLOAT16_FUNCTION(log)
POM_BFLOAT16_FUNCTION(tanh)
POM_BFLOAT16_FUNCTION(sin)
POM_BFLOAT16_FUNCTION(cos)
POM_BFLOAT16_FUNCTION(floor)
POM_BFLOAT16_FUNCTION(ceil)
POM_BFLOAT16_FUNCTION(tan)
POM_BFLOAT16_FUNCTION(atan)
POM_BFLOAT16_FUNCTION(erf)
POM_BFLOAT16_FUNCTION(round)
POM_BFLOAT16_FUNCTION(trunc)
POM_BFLOAT16_FUNCTION2(pow)
POM_BFLOAT16_FUNCTION2(atan2)
POM_BFLOAT16_FUNCTION2(fmod)
POM_BFLOAT16_FUNCTION2(fmax)
POM_BFLOAT16_FUNCTION2(fmin)
// Clears the sign, also of a NaN.
inline pom_bfloat16 fabs(pom_bfloat16 x) { return pom_bfloat16::from_bits(static_cast<uint16_t>(x.bits() & 0x7fffu)); }
inline pom_bfloat16 abs(pom_bfloat16 x) { return fabs(x); }
}  // namespace hls
#undef POM_BFLOAT16_FUNCTION
#undef POM_BFLOAT16_FUNCTION2
#undef POM_BFLOAT16_CALL

#endif
