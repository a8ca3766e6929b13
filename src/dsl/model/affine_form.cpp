#include "dsl/model/affine_form.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <pom/diagnostic.hpp>

#include "support/floor_division.hpp"

namespace pom::dsl {
namespace {

/// Modulo 2^64. Indices fit, and so do elements' positions; on the way there, multiples of a stride need not.
std::int64_t add_product(std::int64_t sum, std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) +
                                   static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

AffineForm quotient_of(AffineForm dividend, std::int64_t divisor) {
  AffineForm form;
  form.coefficients.assign(dividend.coefficients.size(), 0);
  form.quotients.push_back({1, std::move(dividend), divisor});
  return form;
}

}  // namespace

bool AffineForm::depends_on(int loop) const {
  if (coefficients[loop] != 0) return true;
  for (const Quotient& quotient : quotients) {
    if (quotient.dividend.depends_on(loop)) return true;
  }
  for (const Choice& choice : choices) {
    for (const AffineForm& operand : choice.operands) {
      if (operand.depends_on(loop)) return true;
    }
  }
  return false;
}

std::int64_t AffineForm::evaluate(const std::int64_t* iterators) const {
  std::int64_t value = constant;
  for (std::size_t loop = 0; loop < coefficients.size(); ++loop)
    value = add_product(value, coefficients[loop], iterators[loop]);
  for (const Quotient& quotient : quotients) {
    const std::int64_t whole = floor_division(quotient.dividend.evaluate(iterators), quotient.divisor);
    value = add_product(value, quotient.multiplier, whole);
  }
  for (const Choice& choice : choices) {
    const std::int64_t left = choice.operands[0].evaluate(iterators), right = choice.operands[1].evaluate(iterators);
    value = add_product(value, choice.multiplier, choice.op == Op::min ? std::min(left, right) : std::max(left, right));
  }
  return value;
}

void AffineForm::add(const AffineForm& other, std::int64_t multiplier) {
  constant = add_product(constant, multiplier, other.constant);
  for (std::size_t loop = 0; loop < coefficients.size(); ++loop) {
    coefficients[loop] = add_product(coefficients[loop], multiplier, other.coefficients[loop]);
  }
  for (const Quotient& quotient : other.quotients) {
    quotients.push_back(quotient);
    quotients.back().multiplier = add_product(0, quotient.multiplier, multiplier);
  }
  for (const Choice& choice : other.choices) {
    choices.push_back(choice);
    choices.back().multiplier = add_product(0, choice.multiplier, multiplier);
  }
}

AffineForm flatten_affine(const ExprNode& node, std::size_t loops, Parameters parameters) {
  AffineForm form;
  form.coefficients.assign(loops, 0);
  auto operand = [&](std::size_t n) { return flatten_affine(*node.operands[n], loops, parameters); };
  switch (node.op) {
    case Op::integer:
      form.constant = node.integer;
      break;
    case Op::scalar:
      if (parameters == Parameters::have_values) throw InternalError("parameter " + node.name + " has no value");
      break;
    case Op::loop:
      form.coefficients[node.index] = 1;
      break;
    case Op::neg:
      form.add(operand(0), -1);
      break;
    case Op::add:
      form.add(operand(0), 1);
      form.add(operand(1), 1);
      break;
    case Op::sub:
      form.add(operand(0), 1);
      form.add(operand(1), -1);
      break;
    case Op::mul:
      form.add(operand(0), node.operands[1]->integer);
      break;
    case Op::div:
      form = quotient_of(operand(0), node.operands[1]->integer);
      break;
    case Op::mod: {
      std::int64_t divisor = node.operands[1]->integer;
      form = operand(0);
      form.add(quotient_of(operand(0), divisor), -divisor);
      break;
    }
    case Op::min:
    case Op::max:
      form.choices.push_back({1, node.op, {operand(0), operand(1)}});
      break;
    default:
      throw InternalError(std::string("not an affine operator: ") + to_string(node.op));
  }
  return form;
}

bool AffineCondition::holds(const std::int64_t* iterators) const {
  const auto part_holds = [&](const AffineCondition& part) { return part.holds(iterators); };
  if (op == Op::logical_and) return std::all_of(parts.begin(), parts.end(), part_holds);
  if (op == Op::logical_or) return std::any_of(parts.begin(), parts.end(), part_holds);
  const std::int64_t value = difference.evaluate(iterators);
  switch (op) {
    case Op::lt:
      return value < 0;
    case Op::le:
      return value <= 0;
    case Op::gt:
      return value > 0;
    case Op::ge:
      return value >= 0;
    case Op::eq:
      return value == 0;
    case Op::ne:
      return value != 0;
    default:
      throw InternalError(std::string("not a condition: ") + to_string(op));
  }
}

AffineCondition flatten_condition(const ExprNode& node, std::size_t loops) {
  AffineCondition condition;
  condition.op = node.op;
  if (node.op == Op::logical_and || node.op == Op::logical_or) {
    for (const ExprPtr& part : node.operands) condition.parts.push_back(flatten_condition(*part, loops));
    return condition;
  }
  condition.difference = flatten_affine(*node.operands[0], loops);
  condition.difference.add(flatten_affine(*node.operands[1], loops), -1);
  return condition;
}

}  // namespace pom::dsl
