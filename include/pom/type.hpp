#pragma once
#include <string>

namespace pom {

enum class TypeKind {
  signed_integer,
  unsigned_integer,
  floating,        ///< IEEE 754: 16, 32 or 64 bits
  brain_floating,  ///< bfloat16: the upper half of a 32-bit float
  signed_fixed,
  unsigned_fixed
};

/// What happens to the bits below the last one kept when a value becomes a fixed-point number (UG1399, ap_fixed).
enum class Quantization {
  truncate,              ///< down (AP_TRN)
  truncate_zero,         ///< toward zero (AP_TRN_ZERO)
  round,                 ///< to nearest, ties up (AP_RND)
  round_zero,            ///< to nearest, ties toward zero (AP_RND_ZERO)
  round_minus_infinity,  ///< to nearest, ties down (AP_RND_MIN_INF)
  round_infinity,        ///< to nearest, ties away from zero (AP_RND_INF)
  round_even             ///< to nearest, ties to even (AP_RND_CONV)
};

/// What happens to a value out of range when it becomes a fixed-point number.
enum class Overflow {
  wrap,               ///< the low bits stay (AP_WRAP)
  saturate,           ///< the nearest bound (AP_SAT)
  saturate_zero,      ///< zero (AP_SAT_ZERO)
  saturate_symmetric  ///< the nearest bound of a range that is symmetric about zero (AP_SAT_SYM)
};

/// An element type: its kind and its width in bits; a fixed-point type's value is its integer of `bits` bits times
/// 2^-(bits - integer_bits), and its modes say how values are made to fit when they are converted to it.
struct Type {
  TypeKind kind = TypeKind::floating;
  int bits = 32;
  int integer_bits = 0;  ///< of fixed point; may be negative or above `bits`
  Quantization quantization = Quantization::truncate;
  Overflow overflow = Overflow::wrap;

  friend constexpr bool operator==(const Type&, const Type&) = default;
  constexpr bool is_float() const { return kind == TypeKind::floating || kind == TypeKind::brain_floating; }
  constexpr bool is_fixed() const { return kind == TypeKind::signed_fixed || kind == TypeKind::unsigned_fixed; }
  constexpr bool is_signed() const { return kind != TypeKind::unsigned_integer && kind != TypeKind::unsigned_fixed; }
};

inline constexpr Type p_int8{TypeKind::signed_integer, 8};
inline constexpr Type p_int16{TypeKind::signed_integer, 16};
inline constexpr Type p_int32{TypeKind::signed_integer, 32};
inline constexpr Type p_int64{TypeKind::signed_integer, 64};
inline constexpr Type p_uint8{TypeKind::unsigned_integer, 8};
inline constexpr Type p_uint16{TypeKind::unsigned_integer, 16};
inline constexpr Type p_uint32{TypeKind::unsigned_integer, 32};
inline constexpr Type p_uint64{TypeKind::unsigned_integer, 64};
inline constexpr Type p_float32{TypeKind::floating, 32};
inline constexpr Type p_float64{TypeKind::floating, 64};
/// IEEE binary16; every operation rounds to nearest, ties to even.
inline constexpr Type p_half{TypeKind::floating, 16};
/// bfloat16; every operation rounds to nearest, ties to even.
inline constexpr Type p_bfloat16{TypeKind::brain_floating, 16};

/// Integers of any width from 1 to 128 bits (`ap_int`, `ap_uint` in HLS C++). Widths of C++'s own integers are those
/// types, with C++'s arithmetic. The others follow the vendor's: results are as wide as exactness needs, a value that
/// is cast keeps its low bits.
constexpr Type p_int(int bits) { return {TypeKind::signed_integer, bits}; }
constexpr Type p_uint(int bits) { return {TypeKind::unsigned_integer, bits}; }

/// Fixed-point numbers of up to 128 bits, `integer_bits` of them (the sign included) left of the binary point. Sums and
/// products are exact; a value that is stored or cast is quantized first and made to fit then, as the modes say.
constexpr Type p_fixed(int bits, int integer_bits, Quantization quantization = Quantization::truncate,
                       Overflow overflow = Overflow::wrap) {
  return {TypeKind::signed_fixed, bits, integer_bits, quantization, overflow};
}
constexpr Type p_ufixed(int bits, int integer_bits, Quantization quantization = Quantization::truncate,
                        Overflow overflow = Overflow::wrap) {
  return {TypeKind::unsigned_fixed, bits, integer_bits, quantization, overflow};
}

/// The DSL's spelling: "p_float32", "p_fixed(16, 8)".
std::string to_string(const Type&);

}  // namespace pom
