#include "dsl/print_expression.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "dsl/bit_operations.hpp"
#include "dsl/conversion.hpp"
#include "dsl/number.hpp"

namespace pom::dsl {
namespace {

/// C++'s precedence: higher binds tighter.
enum Precedence {
  ternary,
  either,
  both,
  bits_or,
  bits_xor,
  bits_and,
  equality,
  relation,
  shift,
  sum,
  product,
  prefix,
  primary
};

struct Operator {
  const char* text;
  Precedence precedence;
};

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

struct Text {
  std::string text;
  Precedence precedence;
};

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

/// p_int32 numbers stand alone; others carry their type, so that arithmetic on them has it.
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

const ExprNode& without_implicit_cast(const ExprNode& node) {
  return node.op == Op::cast && node.implicit ? *node.operands[0] : node;
}

/// Without the conversion that C++ makes by itself.
const ExprNode& without_promotion(const ExprNode& node) {
  const ExprNode& inner = without_implicit_cast(node);
  return !is_number(inner.type) && promote(inner.type) == node.type ? inner : node;
}

class Printer {
 public:
  Printer(const Function* function, const std::vector<std::string>* loop_names)
      : function_(function), loop_names_(loop_names) {}

  Text value(const ExprNode& node) const {
    switch (node.op) {
      case Op::integer:
        return integer_text(node.integer, node.type);
      case Op::real:
        return {real_text(node.real, node.type),
                std::signbit(node.real) && node.type.is_float() && node.type.bits >= 32 ? prefix : primary};
      case Op::loop:
        return {loop_name(node), primary};
      case Op::scalar:
        return scalar(node);
      case Op::load:
        return {access(node), primary};
      case Op::neg:
        return negation(value(*node.operands[0]));
      case Op::bit_not:
        return inverse(without_promotion(*node.operands[0]));
      case Op::shl:
      case Op::shr:
        return shifted(node);
      case Op::select:
        return select(node);
      case Op::cast:
        return cast(node);
      case Op::min:
      case Op::max:
        return call(std::string("pom_") + to_string(node.op) + "<" + cpp_type(node.type) + ">", node);
      case Op::sqrt:
      case Op::exp:
      case Op::log:
      case Op::tanh:
      case Op::pow:
        if (node.type.bits == 16) return small_call(std::string("std::") + to_string(node.op), node);
        return call(std::string("std::") + to_string(node.op), node);
      case Op::abs:
        if (is_number(node.type)) return number_abs(node);
        if (node.type.is_float() && node.type.bits == 16) return small_call("std::abs", node);
        if (node.type.kind == TypeKind::unsigned_integer) return value(*node.operands[0]);
        return call("std::abs", node);
      default:
        return binary(node);
    }
  }

  /// Indices and bounds: / and % round down.
  Text affine(const ExprNode& node) const {
    if (node.op == Op::div || node.op == Op::mod) {
      std::string name = node.op == Op::div ? "pom_floordiv(" : "pom_floormod(";
      return {name + affine(*node.operands[0]).text + ", " + affine(*node.operands[1]).text + ")", primary};
    }
    if (node.op == Op::neg) return negation(affine(*node.operands[0]));
    if (node.operands.size() != 2) return value(node);
    return join(node.op, affine(*node.operands[0]), affine(*node.operands[1]));
  }

  std::string indices(const std::vector<ExprPtr>& operands) const {
    if (operands.empty()) return "[0]";
    std::string text;
    for (const ExprPtr& index : operands) text += "[" + affine(*index).text + "]";
    return text;
  }

 private:
  std::string loop_name(const ExprNode& node) const {
    bool renamed = loop_names_ != nullptr && node.index >= 0;
    return renamed ? loop_names_->at(node.index) : node.name;
  }

  Text scalar(const ExprNode& node) const {
    if (node.scalar->value) return value(*node.scalar->value);
    return {function_ != nullptr ? function_->scalars.at(node.index)->name : node.name, primary};
  }

  std::string access(const ExprNode& node) const { return node.array->name + indices(node.operands); }

  static std::string wrapped(const Text& operand, bool parentheses) {
    return parentheses ? "(" + operand.text + ")" : operand.text;
  }

  static Text negation(const Text& operand) { return {"-" + wrapped(operand, operand.precedence <= prefix), prefix}; }

  /// Compilers warn of ~ on a bool.
  Text inverse(const ExprNode& operand) const {
    const Text text = value(operand);
    const bool is_bool = operand.op >= Op::lt && operand.op <= Op::logical_or;
    return {"~" + (is_bool ? cpp_type(p_int32) : "") + wrapped(text, is_bool || text.precedence < prefix), prefix};
  }

  /// All operators here associate to the left. Compilers ask for parentheses around what stands beside & | ^ << >>,
  /// unless it is the same operator again, and around shifts that are compared.
  static Text join(Op op, const Text& left, const Text& right) {
    Operator infix = binary_operator(op);
    if (bit_symbol(op) != nullptr) {
      const bool again = is_bitwise(op) && left.precedence == infix.precedence;
      return {
          wrapped(left, !again && left.precedence < prefix) + infix.text + wrapped(right, right.precedence < prefix),
          infix.precedence};
    }
    const bool compares = op >= Op::lt && op <= Op::ne;
    const auto side = [&](const Text& operand, bool parentheses) {
      return wrapped(operand, parentheses || (compares && operand.precedence == shift));
    };
    return {
        side(left, left.precedence < infix.precedence) + infix.text + side(right, right.precedence <= infix.precedence),
        infix.precedence};
  }

  /// The operands of an operation that converts both to a common type: an implicit conversion is left to C++ where its
  /// rules give the same type, without mixing signs.
  std::pair<Text, Text> pair_of(const ExprNode& left, const ExprNode& right) const {
    const ExprNode& a = without_implicit_cast(left);
    const ExprNode& b = without_implicit_cast(right);
    bool mixes_signs = !a.type.is_float() && !b.type.is_float() && promote(a.type).kind != promote(b.type).kind;
    const bool class_types = left.type.bits == 16 || is_number(left.type) || a.type.bits == 16 || b.type.bits == 16;
    bool by_itself = common_type(a.type, b.type) == left.type && !mixes_signs && !class_types;
    return by_itself ? std::pair{value(a), value(b)} : std::pair{value(left), value(right)};
  }

  /// The library's functions are for float and double; the result is rounded to the small type.
  Text small_call(const std::string& name, const ExprNode& node) const {
    std::string text;
    for (const ExprPtr& operand : node.operands)
      text += (text.empty() ? "" : ", ") + ("float(" + value(*operand).text + ")");
    return {cpp_type(node.type) + "(" + name + "(" + text + "))", primary};
  }

  Text number_abs(const ExprNode& node) const {
    if (!node.operands[0]->type.is_signed()) return value(*node.operands[0]);
    return call("pom_abs<" + cpp_type(node.type) + ">", node);
  }

  /// The vendor's operators give exactly the elaborated type, when each operand has its own; what C++ calls an integer
  /// is made an ap_int first.
  Text number_binary(const ExprNode& node) const {
    const auto side = [&](const ExprNode& operand) {
      const Text text = value(operand);
      if (is_number(operand.type)) return text;
      return Text{"ap_" + std::string(operand.type.is_signed() ? "" : "u") + "int<" +
                      std::to_string(operand.type.bits) + ">(" + text.text + ")",
                  primary};
    };
    return join(node.op, side(*node.operands[0]), side(*node.operands[1]));
  }

  /// The amount needs no common type with what is shifted. Negative numbers are shifted as unsigned ones: in C++14
  /// their << is undefined.
  Text shifted(const ExprNode& node) const {
    const ExprNode &left = *node.operands[0], &own_amount = without_implicit_cast(*node.operands[1]);
    const Text amount = value(is_number(own_amount.type) ? *node.operands[1] : own_amount);
    if (!function_ || is_number(left.type) || left.op != Op::integer || node.op == Op::shr)
      return join(node.op, value(without_promotion(left)), amount);
    Type without_sign{TypeKind::unsigned_integer, left.type.bits};
    const Text bits = integer_text(wrap(left.integer, without_sign), without_sign);
    const Text result = join(node.op, bits, amount);
    return left.type.is_signed() ? Text{cpp_type(left.type) + "(" + result.text + ")", primary} : result;
  }

  Text binary(const ExprNode& node) const {
    if (function_ && (is_number(node.operands[0]->type) || is_number(node.operands[1]->type)))
      return number_binary(node);
    auto [left, right] = pair_of(*node.operands[0], *node.operands[1]);
    return join(node.op, left, right);
  }

  Text select(const ExprNode& node) const {
    auto [then, otherwise] = pair_of(*node.operands[1], *node.operands[2]);
    Text condition = value(*node.operands[0]);
    return {
        "(" + wrapped(condition, condition.precedence <= ternary) + " ? " + then.text + " : " + otherwise.text + ")",
        primary};
  }

  Text cast(const ExprNode& node) const {
    const ExprNode& operand = *node.operands[0];
    const bool native = !is_number(operand.type) && !is_number(node.type);
    bool truncates = native && operand.type.is_float() && operand.type.bits >= 32 && !node.type.is_float();
    std::string type = cpp_type(node.type);
    const auto is_small = [](const Type& t) { return t.is_float() && t.bits == 16; };
    // Classes on both sides: one built-in type in between, which holds what is converted.
    if (is_number(operand.type) && is_small(node.type))
      return {type + "(double(" + value(operand).text + "))", primary};
    if (is_small(operand.type) && node.type != operand.type)
      return {type + "(float(" + value(operand).text + "))", primary};
    return {(truncates ? "pom_truncate<" + type + ">(" : type + "(") + value(operand).text + ")", primary};
  }

  Text call(const std::string& name, const ExprNode& node) const {
    std::string text;
    for (const ExprPtr& operand : node.operands) text += (text.empty() ? "" : ", ") + value(*operand).text;
    return {name + "(" + text + ")", primary};
  }

  const Function* function_;
  const std::vector<std::string>* loop_names_;
};

}  // namespace

std::string print_expression(const ExprNode& node, const Function& function, const std::vector<std::string>& names) {
  return Printer(&function, &names).value(node).text;
}

std::string print_affine(const ExprNode& node, const std::vector<std::string>& names) {
  return Printer(nullptr, &names).affine(node).text;
}

std::string print_access(const Access& access, const Function& function, const std::vector<std::string>& names) {
  return function.arrays.at(access.array)->name + Printer(&function, &names).indices(access.indices);
}

std::string expression_helpers() {
  return R"(#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

template <class T>
T pom_max(T a, T b) {
  return a > b ? a : b;
}
template <class T>
T pom_min(T a, T b) {
  return a < b ? a : b;
}
// Float to integer: truncates, saturates at the type's ends, NaN gives 0.
template <class T, class F>
T pom_truncate(F x) {
  const F end = F(std::numeric_limits<T>::max() / 2 + 1) * F(2);
  if (x != x) return 0;
  if (x >= end) return std::numeric_limits<T>::max();
  if (x < F(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  return T(x);
}
template <class R, class T>
R pom_abs(T a) {
  return a < 0 ? R(-a) : R(a);
}
// Quotient and remainder that round down; b > 0.
inline int pom_floordiv(int a, int b) { return a % b < 0 ? a / b - 1 : a / b; }
inline int pom_floormod(int a, int b) { return a % b < 0 ? a % b + b : a % b; }
)";
}

std::vector<std::string> loop_names(const Compute& compute) {
  std::vector<std::string> names;
  for (const Loop& loop : compute.loops) names.push_back(loop.name);
  return names;
}

std::string describe(const ExprNode& node) { return Printer(nullptr, nullptr).value(node).text; }

}  // namespace pom::dsl
