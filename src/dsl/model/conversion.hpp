#pragma once
#include <optional>
#include <string>

#include <pom/diagnostic.hpp>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// Integers below 32 bits become p_int32, as in C++; other types stay.
Type promote(Type);

/// The type that holds the values of both: C++'s usual arithmetic conversions, or the vendor's rules for numbers.
Type common_type(Type a, Type b);
/// The type of an operation's result; nothing: numbers for which it would be too wide or has no meaning.
std::optional<Type> arithmetic_type(Op op, Type a, Type b);

/// The type in which sqrt, exp … compute: floats stay, integers up to 32 bits take p_float32, wider ones p_float64.
Type math_type(Type);

/// Bits of a float's significand, the hidden one included: it holds every integer of so many bits.
int mantissa_bits(Type);

/// Some value of type `from` changes when it becomes `to`.
bool loses_data(Type from, Type to);

/// The literal's value is exact in the integer type `to`, or in the range of the fixed-point type; a float takes every
/// literal (rounded).
bool literal_fits(const ExprNode& literal, Type to);
/// The same of a number in a program, as against data that are read: a float holds an integer that it need not round,
/// and of other numbers floats and fixed point hold those that they do not round to 0.
bool literal_stays(const ExprNode& literal, Type to);
/// The error `type-mismatch` at a number in a program that does not stay itself in type `to`.
Diagnostic make_literal_mismatch(const ExprNode& literal, Type to, Location at);

/// The literal as a literal of type `to`: integers wrap, reals truncate and saturate.
ExprPtr convert_literal(const ExprNode& literal, Type to);

/// `node` in type `to`: itself, a literal, or an implicit cast.
ExprPtr convert(ExprPtr node, Type to);

/// The number as text, for messages.
std::string literal_text(const ExprNode& literal);

/// `value` reduced modulo 2^bits into the integer type's range.
std::int64_t wrap(std::int64_t value, Type type);

}  // namespace pom::dsl
