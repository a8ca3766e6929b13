#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// The integer that a number of any width is held as: an integer's value, a fixed-point number's value times
/// 2^fraction_bits.
using Wide = __int128;

constexpr int widest_number = 128;

/// Integers of C++'s own widths have C++'s arithmetic; all other integers and fixed-point numbers have the vendor's
/// (UG1399, ap_int and ap_fixed) and are called numbers here.
bool is_number(const Type&);
/// An integer of any width, as against floats and fixed point.
inline bool is_integer(const Type& type) { return !type.is_float() && !type.is_fixed(); }
/// What is wrong with a type: no such width.
std::optional<std::string> find_type_fault(const Type&);

/// True for integers of more than 64 bits: what the vendor's ap_int converts to C++'s own types is its low 64 bits.
bool loses_high_bits(const Type&);
/// The fixed-point type of the integer's values, with no bits right of the binary point. The vendor's ap_fixed converts
/// all of its bits to a float, rounding once.
Type as_fixed_point(const Type& integer);

/// Bits right of the binary point; 0 for integers.
int fraction_bits(const Type&);
/// True where the least value is the greatest one, negated. One signed bit has no such range: the vendor keeps -1.
bool is_symmetric(const Type&);
/// Bytes of an element in memory: the least power of 2 that holds it. Numbers are sign- or zero-extended in them.
std::size_t storage_bytes(const Type&);

/// The type of an operation's exact result where at least one operand is a number and none is a float; nothing: it
/// would be wider than 128 bits, or the operation has no meaning for them. min, max, mod, & | ^ and comparisons: the
/// type that both operands are converted to. A shift has the type of the number that it shifts.
std::optional<Type> number_result(Op, const Type& left, const Type& right);

/// Both operands in their own types; `result` as number_result gives it, or one of C++'s own integers where that is
/// also the operands' type. Division truncates toward zero, by 0 quotient and remainder are 0. A negative amount shifts
/// the other way; one of the width or more leaves only the sign.
Wide compute_number(Op, const Type& result, Wide left, const Type& left_type, Wide right, const Type& right_type);

/// Quantizes, then handles overflow, as `to` says.
Wide convert_number(Wide value, const Type& from, const Type& to);
/// The exact value of the double. Infinities count as out of range, and NaN as the positive one, whatever its sign.
Wide number_from_double(double value, const Type& to);
/// As a float becomes one of C++'s own integers: truncated, the nearest end of the type where it is out of range, 0 for
/// NaN.
Wide saturated_integer(double value, const Type& to);
double number_to_double(Wide value, const Type& from);
float number_to_float(Wide value, const Type& from);

/// The low bits of the value, extended as the type wants.
Wide wrap_number(Wide value, const Type& type);

}  // namespace pom::dsl
