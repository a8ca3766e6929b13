#include "dsl/print/cpp_text.hpp"

#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

#include "dsl/print/print_expression.hpp"

namespace pom::dsl::cpp {

Operator binary_operator(Op op) {
  switch (op) {
    case Op::add:
      return {" + ", sum};
    case Op::sub:
      return {" - ", sum};
    case Op::mul:
      return {" * ", product};
    case Op::div:
      return {" / ", product};
    case Op::mod:
      return {" % ", product};
    case Op::bit_and:
      return {" & ", bits_and};
    case Op::bit_or:
      return {" | ", bits_or};
    case Op::bit_xor:
      return {" ^ ", bits_xor};
    case Op::shl:
      return {" << ", shift};
    case Op::shr:
      return {" >> ", shift};
    case Op::lt:
      return {" < ", relation};
    case Op::le:
      return {" <= ", relation};
    case Op::gt:
      return {" > ", relation};
    case Op::ge:
      return {" >= ", relation};
    case Op::eq:
      return {" == ", equality};
    case Op::ne:
      return {" != ", equality};
    case Op::logical_and:
      return {" && ", both};
    case Op::logical_or:
      return {" || ", either};
    default:
      return {nullptr, primary};
  }
}

std::string real_text(double value, Type type) {
  std::string cpp = cpp_type(type);
  if (type.is_fixed()) return cpp + "(" + real_text(value, p_float64) + ")";
  if (type.bits == 16) return cpp + "(" + real_text(value, p_float32) + ")";
  if (std::isnan(value)) return "std::numeric_limits<" + cpp + ">::quiet_NaN()";
  if (std::isinf(value)) return (value < 0 ? "-" : "") + ("std::numeric_limits<" + cpp + ">::infinity()");
  // The shortest text that reads back as the same number.
  char digits[40];
  auto end = type.bits == 32 ? std::to_chars(digits, std::end(digits), static_cast<float>(value)).ptr
                             : std::to_chars(digits, std::end(digits), value).ptr;
  std::string text(digits, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return type.bits == 32 ? text + "f" : text;
}

Text integer_text(std::int64_t value, Type type) {
  if (type == p_int32) {
    bool lowest = value == std::numeric_limits<std::int32_t>::min();  // C++ has no negative literals
    if (lowest) return {"-2147483647 - 1", sum};
    return {std::to_string(value), value < 0 ? prefix : primary};
  }
  if (type.kind == TypeKind::unsigned_integer) {
    auto bits = static_cast<std::uint64_t>(value);
    if (type.bits == 32) return {std::to_string(bits) + "u", primary};
    return {cpp_type(type) + "(" + std::to_string(bits) + (type.bits == 64 ? "u)" : ")"), primary};
  }
  bool lowest = value == std::numeric_limits<std::int64_t>::min();
  std::string digits = lowest ? "-9223372036854775807 - 1" : std::to_string(value) + (type.bits > 64 ? "LL" : "");
  return {cpp_type(type) + "(" + digits + ")", primary};
}

}  // namespace pom::dsl::cpp
