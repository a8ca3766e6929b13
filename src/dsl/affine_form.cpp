#include "dsl/affine_form.hpp"

#include <string>
#include <utility>

#include <pom/diagnostic.hpp>

namespace pom::dsl {
namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a % b < 0 ? a / b - 1 : a / b; }

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
  return false;
}

std::int64_t AffineForm::evaluate(const std::int64_t* iterators) const {
  std::int64_t value = constant;
  for (std::size_t loop = 0; loop < coefficients.size(); ++loop) value += coefficients[loop] * iterators[loop];
  for (const Quotient& quotient : quotients) {
    value += quotient.multiplier * floor_divide(quotient.dividend.evaluate(iterators), quotient.divisor);
  }
  return value;
}

void AffineForm::add(const AffineForm& other, std::int64_t multiplier) {
  constant += multiplier * other.constant;
  for (std::size_t loop = 0; loop < coefficients.size(); ++loop) {
    coefficients[loop] += multiplier * other.coefficients[loop];
  }
  for (const Quotient& quotient : other.quotients) {
    quotients.push_back(quotient);
    quotients.back().multiplier *= multiplier;
  }
}

AffineForm flatten_affine(const ExprNode& node, std::size_t loops) {
  AffineForm form;
  form.coefficients.assign(loops, 0);
  auto operand = [&](std::size_t n) { return flatten_affine(*node.operands[n], loops); };
  switch (node.op) {
    case Op::integer:
      form.constant = node.integer;
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
    default:
      throw InternalError(std::string("not an affine operator: ") + to_string(node.op));
  }
  return form;
}

}  // namespace pom::dsl
