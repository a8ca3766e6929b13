#include "polyhedral/ir/affine_text.hpp"

#include <pom/diagnostic.hpp>

#include <cctype>

namespace pom::poly {

namespace {

/// Adds a variable; `constrain` says what holds of it.
template <class Constrain>
std::string hide(std::vector<HiddenVariable>& hidden, bool is_unknown, Constrain constrain) {
  const std::string name = "u" + std::to_string(hidden.size());
  hidden.push_back({constrain(name), is_unknown});
  return name;
}

/// isl wants divisors without parentheses, and they are positive.
std::string number_text(std::int64_t number) {
  return number < 0 ? "(" + std::to_string(number) + ")" : std::to_string(number);
}

/// isl reads neither "5/4" as a quotient nor "5 mod 4", but both of "(5)".
std::string dividend_text(const std::string& text) {
  return std::isdigit(static_cast<unsigned char>(text.front())) ? "(" + text + ")" : text;
}

}  // namespace

std::string parameter_text(int scalar) { return "p" + std::to_string(scalar); }

std::string to_isl_text(const dsl::ExprNode& expression, const std::vector<std::string>& loop_names,
                        std::vector<HiddenVariable>* hidden) {
  const auto operand = [&](std::size_t n) { return to_isl_text(*expression.operands.at(n), loop_names, hidden); };
  switch (expression.op) {
    case dsl::Op::integer:
      return number_text(expression.integer);
    case dsl::Op::loop:
      return loop_names.at(expression.index);
    case dsl::Op::scalar:
      return parameter_text(expression.index);
    case dsl::Op::cast:
      return operand(0);
    case dsl::Op::computed:
      return operand(1);
    case dsl::Op::unknown:
      if (!hidden) break;
      return hide(*hidden, true, [&](const std::string& name) {
        return std::to_string(expression.low) + " <= " + name + " <= " + std::to_string(expression.high);
      });
    case dsl::Op::select: {
      if (!hidden) break;
      const std::string condition = operand(0), then = operand(1), otherwise = operand(2);
      return hide(*hidden, false, [&](const std::string& name) {
        return "((" + condition + " and " + name + " = " + then + ") or (not " + condition + " and " + name + " = " +
               otherwise + "))";
      });
    }
    case dsl::Op::min:
    case dsl::Op::max:
      return std::string(dsl::to_string(expression.op)) + "(" + operand(0) + ", " + operand(1) + ")";
    case dsl::Op::neg:
      return "(-" + operand(0) + ")";
    case dsl::Op::add:
      return "(" + operand(0) + " + " + operand(1) + ")";
    case dsl::Op::sub:
      return "(" + operand(0) + " - " + operand(1) + ")";
    case dsl::Op::mul:
      // The factor is the right operand; isl wants it first, and without parentheses.
      return "(" + std::to_string(expression.operands.at(1)->integer) + " * " + operand(0) + ")";
    case dsl::Op::div:
      return "floor(" + dividend_text(operand(0)) + "/" + operand(1) + ")";
    case dsl::Op::mod:
      return "(" + dividend_text(operand(0)) + " mod " + operand(1) + ")";
    case dsl::Op::lt:
      return "(" + operand(0) + " < " + operand(1) + ")";
    case dsl::Op::le:
      return "(" + operand(0) + " <= " + operand(1) + ")";
    case dsl::Op::gt:
      return "(" + operand(0) + " > " + operand(1) + ")";
    case dsl::Op::ge:
      return "(" + operand(0) + " >= " + operand(1) + ")";
    case dsl::Op::eq:
      return "(" + operand(0) + " = " + operand(1) + ")";
    case dsl::Op::ne:
      return "(" + operand(0) + " != " + operand(1) + ")";
    case dsl::Op::logical_and:
      return "(" + operand(0) + " and " + operand(1) + ")";
    case dsl::Op::logical_or:
      return "(" + operand(0) + " or " + operand(1) + ")";
    default:
      break;
  }
  throw InternalError(std::string("not an affine operator: ") + dsl::to_string(expression.op));
}

}  // namespace pom::poly
