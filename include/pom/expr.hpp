#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <source_location>
#include <type_traits>
#include <vector>

#include "location.hpp"
#include "type.hpp"

namespace pom {

namespace dsl {
struct ExprNode;
using ExprPtr = std::shared_ptr<const ExprNode>;
}  // namespace dsl

template <class T>
concept plain_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// A value: a number, a loop variable, a constant, an array element, or an operation on values.
class expr {
 public:
  /// Moves copy, so that what was moved from still names what it named.
  expr(const expr&) = default;
  expr& operator=(const expr&) = default;
  /// A number takes the type of what it stands beside; one above 2^63 - 1 is a p_uint64, as in C++.
  expr(plain_integer auto value)
      : expr(value > 0 && static_cast<std::uint64_t>(value) > std::uint64_t{INT64_MAX}
                 ? large_integer(static_cast<std::uint64_t>(value))
                 : integer(static_cast<std::int64_t>(value))) {}
  expr(std::floating_point auto value) : expr(real(static_cast<double>(value))) {}
  explicit expr(dsl::ExprPtr node) : node_(std::move(node)) {}

  const dsl::ExprPtr& node() const { return node_; }

  /// `if (A(i) > 0)` and `A(i) > 0 ? a : b` ask while the program is declared, when no value is known.
  template <std::same_as<bool> T>
  explicit operator T() const {
    static_assert(!std::is_same_v<T, bool>,
                  "the value is not known while the program is declared: write select(condition, then, otherwise) "
                  "instead of ?:, and compute.where(condition) or select instead of if");
    return false;
  }

 protected:
  static expr integer(std::int64_t value);
  static expr large_integer(std::uint64_t value);
  static expr real(double value);
  dsl::ExprPtr node_;
};

/// An operand that remembers the user's line: C++ gives operators no defaulted argument, so the first operand
/// of each operator is converted to this.
struct Located {
  expr value;
  Location at;

  Located(const expr& e, std::source_location where = std::source_location::current()) : value(e), at(where) {}
  Located(plain_integer auto v, std::source_location where = std::source_location::current()) : value(v), at(where) {}
  Located(std::floating_point auto v, std::source_location where = std::source_location::current())
      : value(v), at(where) {}
};

// Arithmetic follows C++'s usual conversions between the operands' types; integers wrap around. For integers and
// fixed-point numbers, x / 0 and x % 0 are 0 (a divisor that is always 0 is refused); the lowest integer divided by -1
// is itself. In array indices and loop bounds `/` and `%` round down (floor division and its remainder).
expr operator+(Located, const expr&);
expr operator-(Located, const expr&);
expr operator*(Located, const expr&);
expr operator/(Located, const expr&);
expr operator%(Located, const expr&);
expr operator-(Located);
// Bits of integers: & | ^ in the operands' common type, ~x inverts all (docs/numbers.md). Shifts have the left type; >>
// keeps a signed value's sign. An amount outside [0, width) is refused where it is a number. Where only the run knows
// it: C++'s own integers count it modulo the width (32 or 64 bits, as they are promoted). Other widths follow the
// vendor's ap_int: a negative amount shifts the other way (in hardware that is a second shifter; an unsigned amount
// needs none); the width or more leaves zeros or the sign here, but the vendor's simulation and hardware do not agree
// on it: keep it inside. In array indices and bounds a shift by a number is a product or a floor division, and `i & 7`
// is `i % 8`.
expr operator&(Located, const expr&);
expr operator|(Located, const expr&);
expr operator^(Located, const expr&);
expr operator~(Located);
expr operator<<(Located, const expr&);
expr operator>>(Located, const expr&);
expr operator<(Located, const expr&);
expr operator<=(Located, const expr&);
expr operator>(Located, const expr&);
expr operator>=(Located, const expr&);
// Two Located: C++20 tries == with its operands swapped, and must not like that better.
expr operator==(Located, Located);
expr operator!=(Located, Located);
expr operator&&(Located, const expr&);
expr operator||(Located, const expr&);
// Beside a flag of the host's program; without these, C++'s own && and || would ask what the value is.
expr operator&&(const expr&, bool);
expr operator&&(bool, const expr&);
expr operator||(const expr&, bool);
expr operator||(bool, const expr&);
/// 1 where the value is 0, else 0.
expr operator!(const expr&);

/// The larger of two values: an expression, or a named one as in `p_max m(a, b);`.
class p_max : public expr {
 public:
  p_max(const expr& a, const expr& b, std::source_location at = std::source_location::current());
};
/// The smaller of two values.
class p_min : public expr {
 public:
  p_min(const expr& a, const expr& b, std::source_location at = std::source_location::current());
};

// Borders, in indices and values. In an index they are exact for the analyses: clamp(i - 1, 0, n - 1) is the nearest
// element there is, mirror(i - 1, n) the one at the same distance inside (… 2 1 0 1 2 …, for -n < i - 1 < 2n - 1), and
// wrap(i - 1, n) goes round.
expr clamp(Located value, const expr& low, const expr& high);
expr mirror(Located index, const expr& extent);
expr wrap(Located index, const expr& extent);

/// `condition ? then : otherwise`; both sides are evaluated, as hardware does.
expr select(Located condition, const expr& then, const expr& otherwise);

// Functions of floating-point numbers. The result has the operand's type; an integer up to 32 bits becomes a p_float32,
// a wider one a p_float64; fixed-point numbers are refused (cast them). The accuracy is that of the C library's
// function for the type: what one rounding gives for sqrt, floor, ceil, round, trunc and fmod, within 2 units in the
// last place for the others, on finite operands. p_half and p_bfloat16 compute in float and round. NaN, infinities and
// the sign of zero follow <cmath>. docs/functions.md has a table of accuracy and cost.
expr sqrt(const expr&, std::source_location at = std::source_location::current());
expr exp(const expr&, std::source_location at = std::source_location::current());
expr log(const expr&, std::source_location at = std::source_location::current());
expr tanh(const expr&, std::source_location at = std::source_location::current());
/// Of an angle in radians, of any size. In [-1, 1]; of an infinity, NaN.
expr sin(const expr&, std::source_location at = std::source_location::current());
expr cos(const expr&, std::source_location at = std::source_location::current());
expr tan(const expr&, std::source_location at = std::source_location::current());
/// The angle in [-pi/2, pi/2] whose tangent it is.
expr atan(const expr&, std::source_location at = std::source_location::current());
/// The angle of the point (x, y) in [-pi, pi].
expr atan2(Located y, const expr& x);
/// The error function, in [-1, 1].
expr erf(const expr&, std::source_location at = std::source_location::current());
/// The nearest whole number below, above, nearest (halves away from zero), towards zero: still a float. For an integer,
/// `cast(floor(x), p_int32)`; where x has bounds, as after p_min and p_max, the conversion needs no saturation.
expr floor(const expr&, std::source_location at = std::source_location::current());
expr ceil(const expr&, std::source_location at = std::source_location::current());
expr round(const expr&, std::source_location at = std::source_location::current());
expr trunc(const expr&, std::source_location at = std::source_location::current());
/// An exponent that is the number -1, 0, 1 or 2 makes it 1 / a, 1, a or a * a.
expr pow(Located, const expr& exponent);
/// The remainder of a / b rounded towards zero, exact, with a's sign; of x and 0, NaN. (`%` is of integers.)
expr fmod(Located a, const expr& b);
/// 1 / sqrt(x), with two roundings: a root and a division in hardware.
expr rsqrt(const expr&, std::source_location at = std::source_location::current());
/// 1 / (1 + exp(-x)), each of them rounded; in [0, 1].
expr sigmoid(const expr&, std::source_location at = std::source_location::current());

/// The magnitude of a number of any type.
expr abs(const expr&, std::source_location at = std::source_location::current());
/// How many bits of an integer are set, those of the two's complement for a negative one: a p_uint8 from 0 to the width
/// of the operand's type. Masks and a few additions in hardware.
expr popcount(const expr&, std::source_location at = std::source_location::current());
/// The value converted to `type` as C++'s static_cast does. A float out of range becomes the nearest end of p_int8 …
/// p_uint64, and NaN becomes 0; in p_int(n) its low bits stay, and p_fixed has modes for it (docs/numbers.md).
expr cast(const expr&, Type type, std::source_location at = std::source_location::current());

}  // namespace pom
