#pragma once
#include <mlir/IR/Value.h>

#include <string>

namespace pom::backend {

/// A C++ arithmetic type; bits = 1 is bool.
struct ValueType {
  bool floating = false;
  bool is_unsigned = false;
  unsigned bits = 32;
  bool brain = false;            ///< bfloat16
  bool arbitrary = false;        ///< one of the vendor's number classes, whose operators have result types of their own
  std::string fixed_point = {};  ///< "8", "8, AP_RND": a fixed-point type's text behind its width; empty: none
  bool operator==(const ValueType&) const = default;
};

std::string to_cpp(const ValueType&);

/// How tightly a C++ expression binds; higher binds tighter.
enum class Binding {
  conditional = 1,
  logical_or,
  logical_and,
  bit_or,
  bit_xor,
  bit_and,
  equality,
  relational,
  shift,
  additive,
  multiplicative,
  unary,
  primary
};

/// A C++ expression, what it evaluates to under C++'s rules, and how it binds.
struct Text {
  std::string text;
  ValueType type;
  Binding binding = Binding::primary;
  bool literal = false;  ///< an integer literal: takes whatever signedness is wanted
};

/// "a + b" with the parentheses that are needed; the result type follows C++'s usual arithmetic conversions.
Text join(const Text& left, const std::string& op, const Text& right, Binding binding);
/// "a >> b": of the left operand's type, as C++ promotes it.
Text shift(const Text& left, const std::string& op, const Text& amount);
/// "~a"
Text inverse(const Text& value);
/// The same value as an operand of exactly `type`: unchanged where it has it, else with a cast.
Text cast_to(Text value, const ValueType& type);
/// The type that C++ computes with for operands of `type`: int at least.
ValueType promoted(const ValueType& type);
std::string parenthesized(const Text& value, Binding at_least);

/// Literals that read back as exactly this value.
Text integer_literal(std::int64_t value, unsigned bits);
Text float_literal(double value, unsigned bits);

}  // namespace pom::backend
