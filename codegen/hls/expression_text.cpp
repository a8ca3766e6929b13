#include "codegen/hls/expression_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace pom::backend {

std::string to_cpp(const ValueType& type) {
  if (type.brain) return "pom_bfloat16";
  if (type.floating) return type.bits == 64 ? "double" : type.bits == 16 ? "half" : "float";
  if (type.bits == 1 && !type.arbitrary) return "bool";
  const std::string ap = type.is_unsigned ? "ap_u" : "ap_";
  if (!type.fixed_point.empty()) return ap + "fixed<" + std::to_string(type.bits) + ", " + type.fixed_point + ">";
  if (type.arbitrary) return ap + "int<" + std::to_string(type.bits) + ">";
  return std::string(type.is_unsigned ? "u" : "") + "int" + std::to_string(type.bits) + "_t";
}

ValueType promoted(const ValueType& type) {
  if (type.floating || type.arbitrary || type.bits >= 32) return type;
  return {false, false, 32};
}

std::string parenthesized(const Text& value, Binding at_least) {
  return value.binding < at_least ? "(" + value.text + ")" : value.text;
}

namespace {

Text as_unsigned(Text literal) {
  literal.text += "u";
  literal.type.is_unsigned = true;
  literal.literal = false;
  return literal;
}

ValueType common_type(const ValueType& a, const ValueType& b) {
  const ValueType left = promoted(a), right = promoted(b);
  if (left.floating != right.floating) return left.floating ? left : right;
  if (left.bits != right.bits) return left.bits > right.bits ? left : right;
  if (left.brain && right.brain) return left;
  return {left.floating, left.is_unsigned || right.is_unsigned, left.bits};
}

bool is_comparison(Binding binding) { return binding == Binding::equality || binding == Binding::relational; }

/// What gives a bool.
bool is_condition(Binding binding) {
  return binding == Binding::logical_or || binding == Binding::logical_and || is_comparison(binding);
}

bool is_bitwise(Binding binding) {
  return binding == Binding::bit_or || binding == Binding::bit_xor || binding == Binding::bit_and;
}

/// One step tighter: the right operand of a left-associative operator.
Binding next(Binding binding) { return static_cast<Binding>(static_cast<int>(binding) + 1); }

}  // namespace

Text join(const Text& left, const std::string& op, const Text& right, Binding binding) {
  const auto adapt = [](const Text& value, const Text& other) {
    return value.literal && other.type.is_unsigned && !other.literal && other.type.bits >= 32 ? as_unsigned(value)
                                                                                              : value;
  };
  const Text a = adapt(left, right), b = adapt(right, left);
  // a || b && c and a && b || c are right, but compilers ask for parentheses.
  const bool mixed_logic = binding == Binding::logical_or;
  const auto side = [&](const Text& value, Binding at_least) {
    // And around everything beside & | ^ that is not the same operator again, and around shifts and comparisons that
    // are compared.
    if (is_bitwise(binding))
      return parenthesized(value, value.binding == binding && at_least == binding ? binding : Binding::unary);
    if (is_condition(binding) && value.binding == Binding::shift) return "(" + value.text + ")";
    if (is_comparison(binding) && is_comparison(value.binding)) return "(" + value.text + ")";
    const bool inner_and = mixed_logic && value.binding == Binding::logical_and;
    return inner_and ? "(" + value.text + ")" : parenthesized(value, at_least);
  };
  Text result{side(a, binding) + " " + op + " " + side(b, next(binding)), common_type(a.type, b.type), binding};
  if (is_condition(binding)) result.type = {false, false, 1};
  return result;
}

Text shift(const Text& left, const std::string& op, const Text& amount) {
  return {parenthesized(left, Binding::unary) + " " + op + " " + parenthesized(amount, Binding::unary),
          promoted(left.type), Binding::shift};
}

Text inverse(const Text& value) {
  return {"~" + parenthesized(value, Binding::unary), promoted(value.type), Binding::unary};
}

Text cast_to(Text value, const ValueType& type) {
  if (value.type == type) return value;
  if (value.literal && !type.floating && type.bits >= 32 && value.type.bits == type.bits) {
    return type.is_unsigned ? as_unsigned(value) : value;
  }
  return {"(" + to_cpp(type) + ")" + parenthesized(value, Binding::unary), type, Binding::unary};
}

Text integer_literal(std::int64_t value, unsigned bits) {
  const ValueType type{false, false, bits};
  if (bits == 1) return {value ? "true" : "false", type, Binding::primary};
  const std::string suffix = bits > 32 ? "LL" : "";
  const std::int64_t lowest =
      bits > 32 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int32_t>::min();
  if (value == lowest) return {"-" + std::to_string(-(lowest + 1)) + suffix + " - 1", type, Binding::additive};
  return {std::to_string(value) + suffix, type, value < 0 ? Binding::unary : Binding::primary, value >= 0};
}

Text float_literal(double value, unsigned bits) {
  const ValueType type{true, false, bits};
  if (bits == 16) return {"half(" + float_literal(value, 32).text + ")", type, Binding::primary};
  const char* name = bits == 64 ? "double" : "float";
  if (std::isnan(value)) return {std::string("std::numeric_limits<") + name + ">::quiet_NaN()", type, Binding::primary};
  if (std::isinf(value)) {
    return {std::string(value < 0 ? "-" : "") + "std::numeric_limits<" + name + ">::infinity()", type,
            value < 0 ? Binding::unary : Binding::primary};
  }
  char buffer[40];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    const bool same =
        bits == 64 ? std::strtod(buffer, nullptr) == value : std::strtof(buffer, nullptr) == static_cast<float>(value);
    if (same) break;
  }
  std::string text = buffer;
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  if (bits == 32) text += "f";
  return {text, type, std::signbit(value) ? Binding::unary : Binding::primary};
}

}  // namespace pom::backend
