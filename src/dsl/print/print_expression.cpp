#include "dsl/print/print_expression.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "dsl/model/bit_operations.hpp"
#include "dsl/model/conversion.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/shared_parts.hpp"
#include "dsl/print/cpp_text.hpp"

namespace pom::dsl {
namespace {
using namespace cpp;

/// What a text is for: code to be compiled, where each operation is defined for all values, or people.
enum class Purpose { code, reading };

class Printer {
 public:
  Printer(const Function* function, const std::vector<std::string>* loop_names, Purpose purpose,
          RangeAnalysis* ranges = nullptr)
      : function_(function), loop_names_(loop_names), purpose_(purpose), ranges_(ranges) {}

  /// From now on the node is the variable's name.
  void name(const ExprNode& node, const std::string& variable) { variables_.emplace(&node, variable); }
  /// Parts deeper than so many levels become "…".
  void limit_depth(int levels) { levels_ = levels; }

  Text value(const ExprNode& node) const {
    if (const auto variable = variables_.find(&node); variable != variables_.end()) return {variable->second, primary};
    if (levels_ == 0) return {"…", primary};
    --levels_;
    Text text = new_value(node);
    ++levels_;
    return text;
  }

  Text new_value(const ExprNode& node) const {
    if (purpose_ == Purpose::reading && is_wrap(node)) {  // as the user wrote it
      const Text index = value(*node.operands[0]->operands[0]->operands[0]);
      return {"wrap(" + index.text + ", " + value(*node.operands[1]).text + ")", primary};
    }
    if (needs_helper(node)) return helper(node);
    if (is_math(node.op) && node.op < Op::rsqrt) {
      const std::string function = std::string("std::") + to_string(node.op);
      return node.type.bits == 16 ? small_call(function, node) : call(function, node);
    }
    switch (node.op) {
      case Op::integer:
        return integer_text(node.integer, node.type);
      case Op::real:
        return {real_text(node.real, node.type),
                std::signbit(node.real) && node.type.is_float() && node.type.bits >= 32 ? prefix : primary};
      case Op::loop:
        if (is_wide(node) && node.type == p_int32) return {"int32_t(" + loop_name(node) + ")", primary};
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
      case Op::computed:
        return computed(node);
      case Op::unknown:
        return {"[" + std::to_string(node.low) + ", " + std::to_string(node.high) + "]", primary};
      case Op::min:
      case Op::max:
        if (purpose_ == Purpose::reading) return call(std::string("p_") + to_string(node.op), node);
        return call(std::string("pom_") + to_string(node.op) + "<" + cpp_type(node.type) + ">", node);
      case Op::rsqrt:
      case Op::sigmoid:
      case Op::popcount:
        return call(to_string(node.op), node);
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
    if (node.op == Op::computed) return computed(node);
    if (node.op == Op::loop) return {loop_name(node), primary};
    if (purpose_ == Purpose::reading && (node.op == Op::min || node.op == Op::max))
      return {std::string("p_") + to_string(node.op) + "(" + affine(*node.operands[0]).text + ", " +
                  affine(*node.operands[1]).text + ")",
              primary};
    if (purpose_ == Purpose::code && (node.op == Op::div || node.op == Op::mod)) {
      const std::string name =
          (node.op == Op::div ? "pom_floordiv" : "pom_floormod") + std::string(is_wide(node) ? "_wide(" : "(");
      return {name + affine(*node.operands[0]).text + ", " + affine(*node.operands[1]).text + ")", primary};
    }
    if (node.op == Op::min || node.op == Op::max) {
      const std::string name = std::string("pom_") + to_string(node.op) + (is_wide(node) ? "<long long>(" : "<int>(");
      return {name + affine(*node.operands[0]).text + ", " + affine(*node.operands[1]).text + ")", primary};
    }
    const bool widens = is_wide(node) && !has_wide_operand(node);
    if (node.op == Op::neg) return negation(widened(affine(*node.operands[0]), widens));
    if (node.operands.size() != 2 || !binary_operator(node.op).text) return value(node);  // an element may have two too
    const Text left = affine(*node.operands[0]), right = affine(*node.operands[1]);
    const bool has_literal = node.operands[1]->op == Op::integer && node.operands[1]->integer != INT32_MIN;
    if (widens && has_literal) return join(node.op, left, {right.text + "LL", right.precedence});
    return join(node.op, widened(left, widens), right);
  }

  /// Whether the text of the affine expression is a long long.
  bool is_wide(const ExprNode& node) const {
    if (!ranges_ || node.op == Op::integer || node.op == Op::computed) return false;
    if (is_condition(node)) return false;
    const bool computes = node.op != Op::div && node.op != Op::mod && node.op != Op::min && node.op != Op::max;
    if (computes && !range_of(p_int32).contains(ranges_->find_index(node))) return true;
    return has_wide_operand(node);
  }

  std::string indices(const std::vector<ExprPtr>& operands) const {
    if (operands.empty()) return "[0]";
    std::string text;
    for (const ExprPtr& index : operands) text += "[" + affine(*index).text + "]";
    return text;
  }

 private:
  /// Operations that C++ leaves undefined for some values that the operands may have.
  bool needs_helper(const ExprNode& node) const {
    if (purpose_ == Purpose::reading || node.exact || node.type.is_float()) return false;
    const bool is_native_signed = !is_number(node.type) && node.type.is_signed();
    switch (node.op) {
      case Op::div:
      case Op::mod:
        return true;
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
      case Op::abs:
        return is_native_signed;
      case Op::shl:
        return is_native_signed && node.operands[0]->op != Op::integer;
      default:
        return false;
    }
  }

  /// "pom_add<int32_t>(a, b)", of operands that convert to the type by themselves.
  Text helper(const ExprNode& node) const {
    const bool divides_numbers = (node.op == Op::div || node.op == Op::mod) && is_number(node.type);
    std::string text;
    for (const ExprPtr& operand : node.operands) {
      const Text part = divides_numbers ? number_operand(*operand) : value(without_implicit_cast(*operand));
      text += (text.empty() ? "" : ", ") + part.text;
    }
    const std::string name = std::string(divides_numbers ? "pom_number_" : "pom_") + to_string(node.op);
    return {name + "<" + cpp_type(node.type) + ">(" + text + ")", primary};
  }

  /// What has a variable is that.
  const ExprNode& without_implicit_cast(const ExprNode& node) const {
    return node.op == Op::cast && node.implicit && !variables_.contains(&node) ? *node.operands[0] : node;
  }

  /// Without the conversion that C++ makes by itself.
  const ExprNode& without_promotion(const ExprNode& node) const {
    const ExprNode& inner = without_implicit_cast(node);
    return !is_number(inner.type) && promote(inner.type) == node.type ? inner : node;
  }

  /// C++ converts its own integers to an index by itself.
  Text computed(const ExprNode& node) const {
    const ExprNode& inner = without_implicit_cast(*node.operands[0]);
    return value(is_number(inner.type) || inner.type.is_float() ? *node.operands[0] : inner);
  }

  bool has_wide_operand(const ExprNode& node) const {
    return std::any_of(node.operands.begin(), node.operands.end(),
                       [&](const ExprPtr& operand) { return is_wide(*operand); });
  }

  static Text widened(const Text& operand, bool widens) {
    return widens ? Text{"(long long)" + wrapped(operand, operand.precedence < prefix), prefix} : operand;
  }

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
    const bool is_bool = is_condition(operand);
    return {"~" + (is_bool ? cpp_type(p_int32) : "") + wrapped(text, is_bool || text.precedence < prefix), prefix};
  }

  /// All operators here associate to the left. Compilers ask for parentheses around what stands beside & | ^ << >>,
  /// unless it is the same operator again, around shifts and comparisons that are compared, and around && beside ||.
  static Text join(Op op, const Text& left, const Text& right) {
    Operator infix = binary_operator(op);
    if (bit_symbol(op) != nullptr) {
      const bool again = is_bitwise(op) && left.precedence == infix.precedence;
      return {
          wrapped(left, !again && left.precedence < prefix) + infix.text + wrapped(right, right.precedence < prefix),
          infix.precedence};
    }
    const bool compares = is_comparison(op);
    const auto side = [&](const Text& operand, bool parentheses) {
      const bool asked_for = (compares && operand.precedence >= equality && operand.precedence <= shift) ||
                             (op == Op::logical_or && operand.precedence == both);
      return wrapped(operand, parentheses || asked_for);
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
    return call("pom_number_abs<" + cpp_type(node.type) + ">", node);
  }

  /// The vendor's operators give exactly the elaborated type, when each operand has its own; what C++ calls an integer
  /// is made an ap_int first.
  Text number_binary(const ExprNode& node) const {
    return join(node.op, number_operand(*node.operands[0]), number_operand(*node.operands[1]));
  }

  Text number_operand(const ExprNode& operand) const {
    Text text = value(operand);
    if (is_number(operand.type)) return text;
    return {"ap_" + std::string(operand.type.is_signed() ? "" : "u") + "int<" + std::to_string(operand.type.bits) +
                ">(" + text.text + ")",
            primary};
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
    if (purpose_ == Purpose::code && is_comparison(node.op) && !node.operands[0]->type.is_float() &&
        left.text == right.text)
      return {holds_for_equals(node.op) ? "true" : "false", primary};
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
    const bool truncates =
        purpose_ == Purpose::code && native && operand.type.is_float() && !node.type.is_float() && !node.exact;
    std::string type = cpp_type(node.type);
    const auto is_small = [](const Type& t) { return t.is_float() && t.bits == 16; };
    std::string whole = value(operand).text;
    if (truncates)
      return {"pom_truncate<" + type + ">(" + (is_small(operand.type) ? "float(" + whole + ")" : whole) + ")", primary};
    if (node.type.is_float() && loses_high_bits(operand.type))
      whole = cpp_type(as_fixed_point(operand.type)) + "(" + whole + ")";
    // Classes on both sides: one built-in type in between, which holds what is converted.
    if (is_number(operand.type) && is_small(node.type)) return {type + "(double(" + whole + "))", primary};
    if (is_small(operand.type) && node.type != operand.type) return {type + "(float(" + whole + "))", primary};
    return {type + "(" + whole + ")", primary};
  }

  Text call(const std::string& name, const ExprNode& node) const {
    std::string text;
    for (const ExprPtr& operand : node.operands) text += (text.empty() ? "" : ", ") + value(*operand).text;
    return {name + "(" + text + ")", primary};
  }

  const Function* function_;
  const std::vector<std::string>* loop_names_;
  Purpose purpose_;
  RangeAnalysis* ranges_;  ///< null: every index is an int
  std::unordered_map<const ExprNode*, std::string> variables_;
  mutable int levels_ = -1;  ///< below zero: no limit
};

PrintedValue print_parts(const ExprNode& node, const Function& function, const std::vector<std::string>& names,
                         Purpose purpose, RangeAnalysis* ranges) {
  Printer printer(&function, &names, purpose, ranges);
  PrintedValue printed;
  for (const ExprNode* part : find_shared_parts(node)) {
    const std::string variable = "pom_t" + std::to_string(printed.variables.size());
    // A comparison is a bool in C++: as a number, where it is not a condition, it converts by itself.
    printed.variables.push_back("const " + cpp_type(part->type) + " " + variable + " = " + printer.value(*part).text);
    printer.name(*part, variable);
  }
  printed.text = printer.value(node).text;
  return printed;
}

}  // namespace

PrintedValue print_value(const ExprNode& node, const Function& function, const std::vector<std::string>& names,
                         RangeAnalysis* ranges) {
  return print_parts(node, function, names, Purpose::code, ranges);
}

PrintedValue print_for_reading(const ExprNode& node, const Function& function, const std::vector<std::string>& names) {
  return print_parts(node, function, names, Purpose::reading, nullptr);
}

std::string print_affine(const ExprNode& node, const std::vector<std::string>& names) {
  return Printer(nullptr, &names, Purpose::reading).affine(node).text;
}

PrintedIndex print_index(const ExprNode& node, const std::vector<std::string>& names, RangeAnalysis& ranges) {
  const Printer printer(nullptr, &names, Purpose::code, &ranges);
  return {printer.affine(node).text, printer.is_wide(node)};
}

std::string print_access(const Access& access, const Function& function, const std::vector<std::string>& names,
                         RangeAnalysis* ranges) {
  const Printer printer(&function, &names, Purpose::code, ranges);
  return function.arrays.at(access.array)->name + printer.indices(access.indices);
}

std::vector<std::string> loop_names(const Compute& compute) {
  std::vector<std::string> names;
  for (const Loop& loop : compute.loops) names.push_back(loop.name);
  return names;
}

std::string describe(const ExprNode& node) {
  constexpr int levels = 8;
  Printer printer(nullptr, nullptr, Purpose::reading);
  printer.limit_depth(levels);
  return printer.value(node).text;
}

}  // namespace pom::dsl
