// Signed integers of at least N bits, in which ap_int.h and ap_fixed.h compute exactly before they wrap a result to its
// width: the machine's integers up to 128 bits, five 64-bit limbs above, so that the widest type (256 bits, signed or
// unsigned) still has room for a sign and a carry.
#ifndef POM_WIDE_INT_H
#define POM_WIDE_INT_H

#include <cstdint>
#include <type_traits>

namespace pom_host {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

constexpr int maximum(int a, int b) { return a > b ? a : b; }
constexpr int minimum(int a, int b) { return a < b ? a : b; }

constexpr int kMaxWidth = 256;

// Two's complement, least significant limb first. All operators are modulo 2^320.
struct Wide {
  static constexpr int kLimbs = 5;
  static constexpr int kBits = 64 * kLimbs;
  std::uint64_t limb[kLimbs];

  constexpr Wide() : limb{} {}
  constexpr Wide(int value) : Wide(static_cast<int128>(value)) {}
  constexpr Wide(std::int64_t value) : Wide(static_cast<int128>(value)) {}
  constexpr Wide(int128 value) : limb{} {
    for (int i = 0; i < kLimbs; ++i) {
      limb[i] = static_cast<std::uint64_t>(value);
      value >>= 64;
    }
  }
  constexpr Wide(uint128 value) : limb{} {
    limb[0] = static_cast<std::uint64_t>(value);
    limb[1] = static_cast<std::uint64_t>(value >> 64);
  }
  constexpr bool negative() const { return (limb[kLimbs - 1] >> 63) != 0; }
  constexpr int128 low128() const { return static_cast<int128>((static_cast<uint128>(limb[1]) << 64) | limb[0]); }
};

constexpr Wide operator~(const Wide& a) {
  Wide r;
  for (int i = 0; i < Wide::kLimbs; ++i) r.limb[i] = ~a.limb[i];
  return r;
}

constexpr Wide operator+(const Wide& a, const Wide& b) {
  Wide r;
  uint128 carry = 0;
  for (int i = 0; i < Wide::kLimbs; ++i) {
    carry += static_cast<uint128>(a.limb[i]) + b.limb[i];
    r.limb[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return r;
}

constexpr Wide operator-(const Wide& a) { return ~a + Wide(1); }
constexpr Wide operator-(const Wide& a, const Wide& b) { return a + (-b); }

// Modulo 2^320 the product of two's complement words needs no care for signs.
constexpr Wide operator*(const Wide& a, const Wide& b) {
  Wide r;
  for (int i = 0; i < Wide::kLimbs; ++i) {
    uint128 carry = 0;
    for (int j = 0; i + j < Wide::kLimbs; ++j) {
      carry += static_cast<uint128>(a.limb[i]) * b.limb[j] + r.limb[i + j];
      r.limb[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }
  return r;
}

constexpr Wide operator&(const Wide& a, const Wide& b) {
  Wide r;
  for (int i = 0; i < Wide::kLimbs; ++i) r.limb[i] = a.limb[i] & b.limb[i];
  return r;
}
constexpr Wide operator|(const Wide& a, const Wide& b) { return ~(~a & ~b); }
constexpr Wide operator^(const Wide& a, const Wide& b) { return (a | b) & ~(a & b); }

constexpr bool operator==(const Wide& a, const Wide& b) {
  for (int i = 0; i < Wide::kLimbs; ++i) {
    if (a.limb[i] != b.limb[i]) return false;
  }
  return true;
}
constexpr bool operator!=(const Wide& a, const Wide& b) { return !(a == b); }
constexpr bool operator<(const Wide& a, const Wide& b) {
  if (a.negative() != b.negative()) return a.negative();
  for (int i = Wide::kLimbs - 1; i >= 0; --i) {
    if (a.limb[i] != b.limb[i]) return a.limb[i] < b.limb[i];
  }
  return false;
}
constexpr bool operator>(const Wide& a, const Wide& b) { return b < a; }

// shift_left is modulo the word for every type, also for negative values; shift_right is arithmetic. 0 <= n < width of
// the word.
constexpr std::int64_t shift_left(std::int64_t a, int n) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << n);
}
constexpr int128 shift_left(int128 a, int n) { return static_cast<int128>(static_cast<uint128>(a) << n); }
constexpr Wide shift_left(const Wide& a, int n) {
  Wide r;
  const int limbs = n / 64, bits = n % 64;
  for (int i = Wide::kLimbs - 1; i >= limbs; --i) {
    r.limb[i] = a.limb[i - limbs] << bits;
    if (bits != 0 && i > limbs) r.limb[i] |= a.limb[i - limbs - 1] >> (64 - bits);
  }
  return r;
}
constexpr std::int64_t shift_right(std::int64_t a, int n) { return a >> n; }
constexpr int128 shift_right(int128 a, int n) { return a >> n; }
constexpr Wide shift_right(const Wide& a, int n) {
  Wide r;
  const int limbs = n / 64, bits = n % 64;
  const std::uint64_t fill = a.negative() ? ~std::uint64_t{0} : 0;
  for (int i = 0; i < Wide::kLimbs; ++i) {
    const std::uint64_t low = i + limbs < Wide::kLimbs ? a.limb[i + limbs] : fill;
    const std::uint64_t high = i + limbs + 1 < Wide::kLimbs ? a.limb[i + limbs + 1] : fill;
    r.limb[i] = bits == 0 ? low : (low >> bits) | (high << (64 - bits));
  }
  return r;
}

struct WideDivision {
  Wide quotient, remainder;
};

// Schoolbook division of magnitudes, one bit at a time: wide division is rare and need not be fast. Truncates toward
// zero, the remainder has the sign of the dividend. Traps on a zero divisor, as the machine's division does.
constexpr WideDivision divide(const Wide& a, const Wide& b) {
  if (b == Wide(0)) __builtin_trap();
  const Wide n = a.negative() ? -a : a, d = b.negative() ? -b : b;
  WideDivision r{};
  for (int bit = Wide::kBits - 1; bit >= 0; --bit) {
    r.remainder = shift_left(r.remainder, 1);
    r.remainder.limb[0] |= (n.limb[bit / 64] >> (bit % 64)) & 1;
    if (!(r.remainder < d)) {
      r.remainder = r.remainder - d;
      r.quotient.limb[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }
  if (a.negative() != b.negative()) r.quotient = -r.quotient;
  if (a.negative()) r.remainder = -r.remainder;
  return r;
}
constexpr Wide operator/(const Wide& a, const Wide& b) { return divide(a, b).quotient; }
constexpr Wide operator%(const Wide& a, const Wide& b) { return divide(a, b).remainder; }

// The word for exact results of Bits bits, sign included.
template <int Bits>
struct WorkOf {
  static_assert(Bits <= Wide::kBits, "an intermediate result is too wide for the host's arbitrary-precision types");
  using type = std::conditional_t<(Bits <= 64), std::int64_t, std::conditional_t<(Bits <= 128), int128, Wide>>;
};
template <int Bits>
using Work = typename WorkOf<Bits>::type;

template <class T>
constexpr int kWordBits = static_cast<int>(8 * sizeof(T));

// Low bits of a word, seen as another word.
template <class To>
constexpr To word_cast(std::int64_t a) {
  return static_cast<To>(a);
}
template <class To>
constexpr To word_cast(int128 a) {
  return static_cast<To>(a);
}
template <class To>
constexpr To word_cast(const Wide& a) {
  if constexpr (std::is_same_v<To, Wide>) {
    return a;
  } else {
    return static_cast<To>(a.low128());
  }
}

// The low W bits, sign- or zero-extended. An unsigned value needs a word of more than W bits.
template <int W, bool Signed, class T>
constexpr T wrap(const T& a) {
  static_assert(W + (Signed ? 0 : 1) <= kWordBits<T>);
  if constexpr (Signed) {
    return shift_right(shift_left(a, kWordBits<T> - W), kWordBits<T> - W);
  } else {
    return a & ~shift_left(~T(0), W);
  }
}

inline double to_double(std::int64_t a) { return static_cast<double>(a); }
inline double to_double(int128 a) { return static_cast<double>(a); }
inline float to_float(std::int64_t a) { return static_cast<float>(a); }
inline float to_float(int128 a) { return static_cast<float>(a); }

// One rounding only: 100 bits and a sticky bit below them decide like all the bits.
struct Scaled {
  int128 value;
  int exponent;
};
constexpr Scaled leading_bits(Wide a) {
  Scaled r{0, 0};
  const bool negative = a.negative();
  if (negative) a = -a;
  while (shift_right(a, 100) != Wide(0)) {
    const std::uint64_t lost = a.limb[0] & 1;
    a = shift_right(a, 1);
    a.limb[0] |= lost;
    ++r.exponent;
  }
  r.value = negative ? -a.low128() : a.low128();
  return r;
}
inline double to_double(const Wide& a) {
  const Scaled s = leading_bits(a);
  return __builtin_ldexp(static_cast<double>(s.value), s.exponent);
}
inline float to_float(const Wide& a) {
  const Scaled s = leading_bits(a);
  return __builtin_ldexpf(static_cast<float>(s.value), s.exponent);
}

// ---- storage: the smallest of 1, 2, 4, 8, 16 and 32 bytes that holds W bits ----

struct Limbs {
  std::uint64_t limb[4];
};

template <int W, bool Signed>
struct StorageOf {
  using Small = std::conditional_t<
      (W <= 8), std::int8_t,
      std::conditional_t<(W <= 16), std::int16_t, std::conditional_t<(W <= 32), std::int32_t, std::int64_t>>>;
  static constexpr auto pick() {
    if constexpr (W > 128) {
      return Limbs{};
    } else if constexpr (W > 64) {
      return std::conditional_t<Signed, int128, uint128>{};
    } else {
      return std::conditional_t<Signed, Small, std::make_unsigned_t<Small>>{};
    }
  }
  using type = decltype(pick());
};

// A stored value as a word that can hold it.
template <class T, bool Signed, class Store>
constexpr T load(const Store& stored) {
  if constexpr (std::is_same_v<Store, Limbs>) {
    Wide r;
    for (int i = 0; i < 4; ++i) r.limb[i] = stored.limb[i];
    r.limb[4] = Signed && (stored.limb[3] >> 63) != 0 ? ~std::uint64_t{0} : 0;
    return r;
  } else if constexpr (std::is_same_v<T, Wide>) {
    return Wide(static_cast<std::conditional_t<Signed, int128, uint128>>(stored));
  } else {
    return static_cast<T>(stored);
  }
}

template <class Store, class T>
constexpr Store store(const T& word) {
  if constexpr (std::is_same_v<Store, Limbs>) {
    return Limbs{{word.limb[0], word.limb[1], word.limb[2], word.limb[3]}};
  } else {
    return word_cast<Store>(word);
  }
}

// ---- comparisons ----

// Comparing a signed with an unsigned value, the vendor's simulation is exact while both are narrower than 32 bits, or
// the signed one is wider. Otherwise it follows C: the unsigned side wins, a negative value counts as larger than every
// unsigned one, and equality looks at the bits only.
template <int W1, bool S1, int W2, bool S2>
constexpr bool kComparesLikeC = S1 != S2 && !(W1 < 32 && W2 < 32) && (S1 ? W2 >= W1 : W1 >= W2);

template <int W1, bool S1, int W2, bool S2, class T>
constexpr bool less(const T& a, const T& b) {
  if constexpr (kComparesLikeC<W1, S1, W2, S2>) {
    const bool a_negative = a < T(0), b_negative = b < T(0);
    return a_negative != b_negative ? b_negative : a < b;
  } else {
    return a < b;
  }
}

template <int W1, bool S1, int W2, bool S2, class T>
constexpr bool equal(const T& a, const T& b) {
  if constexpr (kComparesLikeC<W1, S1, W2, S2>) {
    return wrap<maximum(W1, W2), false>(a) == wrap<maximum(W1, W2), false>(b);
  } else {
    return a == b;
  }
}

}  // namespace pom_host

#endif
