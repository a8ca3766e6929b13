#include "polyhedral/ir/affine_text.hpp"

#include <pom/diagnostic.hpp>

namespace pom::poly {

std::string to_isl_text(const dsl::ExprNode& expression, const std::vector<std::string>& loop_names,
                        std::vector<const dsl::ExprNode*>* unknowns) {
  const auto operand = [&](std::size_t n) { return to_isl_text(*expression.operands.at(n), loop_names, unknowns); };
  switch (expression.op) {
    case dsl::Op::integer:
      // isl wants divisors without parentheses, and they are positive.
      return expression.integer < 0 ? "(" + std::to_string(expression.integer) + ")"
                                    : std::to_string(expression.integer);
    case dsl::Op::loop:
      return loop_names.at(expression.index);
    case dsl::Op::cast:
      return operand(0);
    case dsl::Op::computed:
      return operand(1);
    case dsl::Op::unknown:
      if (!unknowns) break;
      unknowns->push_back(&expression);
      return "u" + std::to_string(unknowns->size() - 1);
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
      return "floor(" + operand(0) + "/" + operand(1) + ")";
    case dsl::Op::mod:
      return "(" + operand(0) + " mod " + operand(1) + ")";
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
