// Host stand-in for the vendor's <hls_half.h>: IEEE 754 binary16, rounded to nearest even after every operator.
//
// Operators compute in float and round the result to half. That is the correctly rounded result although it is rounded
// twice: for + - * / and sqrt on operands of p bits, a first rounding to at least 2p + 2 bits cannot turn the second
// one (Figueroa, "When is double rounding innocuous?", 1995), and 24 >= 2 * 11 + 2. Sums with a subnormal result and
// all products are exact in float. Conversions from double and from integers round once, directly.
#ifndef POM_HLS_HALF_H
#define POM_HLS_HALF_H

#include <cstdint>
#include <cstring>
#include <type_traits>

class half {
  std::uint16_t bits_;

 public:
  half() = default;
  half(float value) : bits_(rounded(static_cast<double>(value))) {}
  half(double value) : bits_(rounded(value)) {}
  // Whatever a conversion to double would round is beyond half's range: it becomes an infinity in any case.
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  half(T value) : bits_(rounded(static_cast<double>(value))) {}

  static half from_bits(std::uint16_t bits) {
    half r;
    r.bits_ = bits;
    return r;
  }
  std::uint16_t bits() const { return bits_; }

  operator float() const {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits_ & 0x8000) << 16;
    const std::uint32_t exponent = (bits_ >> 10) & 0x1f, fraction = bits_ & 0x3ff;
    std::uint32_t word;
    if (exponent == 0) {  // zero or subnormal: an integer times 2^-24, which float holds
      const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
      std::memcpy(&word, &magnitude, sizeof word);
    } else if (exponent == 0x1f) {
      word = 0x7f800000 | (fraction << 13);
    } else {
      word = ((exponent + 127 - 15) << 23) | (fraction << 13);
    }
    word |= sign;
    float value;
    std::memcpy(&value, &word, sizeof value);
    return value;
  }

  half operator+() const { return *this; }
  half operator-() const { return from_bits(static_cast<std::uint16_t>(bits_ ^ 0x8000)); }
  half& operator++() { return *this = half(static_cast<float>(*this) + 1.0f); }
  half& operator--() { return *this = half(static_cast<float>(*this) - 1.0f); }
  half operator++(int) {
    const half before = *this;
    ++*this;
    return before;
  }
  half operator--(int) {
    const half before = *this;
    --*this;
    return before;
  }

 private:
  static std::uint16_t rounded(double value) {
    std::uint64_t word;
    std::memcpy(&word, &value, sizeof word);
    const unsigned sign = static_cast<unsigned>(word >> 48) & 0x8000;
    const std::uint64_t magnitude = word & ~(std::uint64_t{1} << 63);
    const std::uint64_t infinity = std::uint64_t{0x7ff} << 52, fraction_mask = (std::uint64_t{1} << 52) - 1;
    const int exponent = static_cast<int>(magnitude >> 52);
    if (magnitude > infinity) {  // a quiet NaN with what fits of the payload
      return static_cast<std::uint16_t>(sign | 0x7e00 | ((magnitude & fraction_mask) >> 42));
    }
    if (exponent >= 1023 + 16) return static_cast<std::uint16_t>(sign | 0x7c00);
    if (exponent < 1023 - 25) return static_cast<std::uint16_t>(sign);
    // Normal: drop 42 fraction bits, rebias the exponent. Subnormal: count units of 2^-24. A carry out of the fraction
    // raises the exponent, up to infinity, as it should.
    if (exponent > 1023 - 15) {
      return static_cast<std::uint16_t>(sign | nearest(magnitude - (std::uint64_t{1023 - 15} << 52), 42));
    }
    const std::uint64_t significand = (magnitude & fraction_mask) | (std::uint64_t{1} << 52);
    return static_cast<std::uint16_t>(sign | nearest(significand, 1023 + 28 - exponent));
  }

  // value * 2^-shift to the nearest integer, ties to even.
  static unsigned nearest(std::uint64_t value, int shift) {
    const std::uint64_t floor = value >> shift, rest = value - (floor << shift);
    const std::uint64_t tie = std::uint64_t{1} << (shift - 1);
    return static_cast<unsigned>(floor + (rest > tie || (rest == tie && (floor & 1) != 0) ? 1 : 0));
  }
};

// ---- operators ----

// Two halves, or a half and an integer (which is converted to half first), give a half; with float or double the result
// has that type.
#define POM_HALF_OPERATOR(op)                                                                                \
  inline half operator op(half a, half b) { return half(static_cast<float>(a) op static_cast<float>(b)); }   \
  template <class T>                                                                                         \
  std::enable_if_t<std::is_integral_v<T>, half> operator op(half a, T b) {                                   \
    return a op half(b);                                                                                     \
  }                                                                                                          \
  template <class T>                                                                                         \
  std::enable_if_t<std::is_integral_v<T>, half> operator op(T a, half b) {                                   \
    return half(a) op b;                                                                                     \
  }                                                                                                          \
  template <class T>                                                                                         \
  std::enable_if_t<std::is_floating_point_v<T>, T> operator op(half a, T b) {                                \
    return static_cast<T>(static_cast<float>(a)) op b;                                                       \
  }                                                                                                          \
  template <class T>                                                                                         \
  std::enable_if_t<std::is_floating_point_v<T>, T> operator op(T a, half b) {                                \
    return a op static_cast<T>(static_cast<float>(b));                                                       \
  }                                                                                                          \
  template <class T>                                                                                         \
  std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>, half&> operator op##=(half& a, T b) { \
    return a = half(a op b);                                                                                 \
  }
POM_HALF_OPERATOR(+)
POM_HALF_OPERATOR(-)
POM_HALF_OPERATOR(*)
POM_HALF_OPERATOR(/)
#undef POM_HALF_OPERATOR

#define POM_HALF_COMPARISON(op)                                                                      \
  inline bool operator op(half a, half b) { return static_cast<float>(a) op static_cast<float>(b); } \
  template <class T>                                                                                 \
  std::enable_if_t<std::is_arithmetic_v<T>, bool> operator op(half a, T b) {                         \
    return static_cast<double>(static_cast<float>(a)) op static_cast<double>(b);                     \
  }                                                                                                  \
  template <class T>                                                                                 \
  std::enable_if_t<std::is_arithmetic_v<T>, bool> operator op(T a, half b) {                         \
    return static_cast<double>(a) op static_cast<double>(static_cast<float>(b));                     \
  }
POM_HALF_COMPARISON(==)
POM_HALF_COMPARISON(!=)
POM_HALF_COMPARISON(<)
POM_HALF_COMPARISON(<=)
POM_HALF_COMPARISON(>)
POM_HALF_COMPARISON(>=)
#undef POM_HALF_COMPARISON

// ---- functions ----

// Computed in float and rounded. sqrt, fabs, fmax, fmin, floor, ceil, round, trunc, fmod are exact or correctly rounded; the others are as
// good as the host's float functions. The builtins spare every kernel the inclusion of <cmath>.
#define POM_HALF_FUNCTION(name)                                                                \
  inline half half_##name(half x) { return half(__builtin_##name##f(static_cast<float>(x))); } \
  namespace hls {                                                                              \
  inline half name(half x) { return half_##name(x); }                                          \
  }
POM_HALF_FUNCTION(sqrt)
POM_HALF_FUNCTION(exp)
POM_HALF_FUNCTION(log)
POM_HALF_FUNCTION(tanh)
POM_HALF_FUNCTION(sin)
POM_HALF_FUNCTION(cos)
POM_HALF_FUNCTION(floor)
POM_HALF_FUNCTION(ceil)
POM_HALF_FUNCTION(tan)
POM_HALF_FUNCTION(atan)
POM_HALF_FUNCTION(erf)
POM_HALF_FUNCTION(round)
POM_HALF_FUNCTION(trunc)
#undef POM_HALF_FUNCTION

// Clears the sign, also of a NaN.
inline half half_fabs(half x) { return half::from_bits(static_cast<std::uint16_t>(x.bits() & 0x7fff)); }
namespace hls {
inline half fabs(half x) { return half_fabs(x); }
inline half abs(half x) { return half_fabs(x); }
}  // namespace hls

#define POM_HALF_FUNCTION2(name)                                                    \
  inline half half_##name(half x, half y) {                                         \
    return half(__builtin_##name##f(static_cast<float>(x), static_cast<float>(y))); \
  }                                                                                 \
  namespace hls {                                                                   \
  inline half name(half x, half y) { return half_##name(x, y); }                    \
  }
POM_HALF_FUNCTION2(pow)
POM_HALF_FUNCTION2(atan2)
POM_HALF_FUNCTION2(fmod)
POM_HALF_FUNCTION2(fmax)
POM_HALF_FUNCTION2(fmin)
#undef POM_HALF_FUNCTION2

#endif
