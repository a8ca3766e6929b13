#pragma once
#include <compare>
#include <string>

namespace pom::dse {

/// A number type as hardware implements it.
struct NumberType {
  enum class Kind { integer, fixed, floating };
  Kind kind = Kind::floating;
  int bits = 32;  ///< the whole width; bfloat16 is a floating type of 16 bits whose `integer_bits` is 8 (exponent)
  bool is_signed = true;
  int integer_bits = 0;  ///< fixed: bits left of the binary point, including the sign bit
  /// Fixed: on assignment, rounds (instead of truncating) and saturates (instead of wrapping).
  bool rounds = false, saturates = false;

  bool is_float() const { return kind == Kind::floating; }
  auto operator<=>(const NumberType&) const = default;
};

inline NumberType integer_type(int bits, bool is_signed = true) {
  return {NumberType::Kind::integer, bits, is_signed, bits, false, false};
}
inline NumberType float_type(int bits) { return {NumberType::Kind::floating, bits, true, 0, false, false}; }

/// Prints "i32", "u8", "f32", "fx24.8" (width, integer bits), "bf16".
std::string to_string(const NumberType&);

}  // namespace pom::dse
