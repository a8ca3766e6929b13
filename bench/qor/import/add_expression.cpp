#include "bench/qor/import/add_expression.hpp"

#include <algorithm>
#include <cmath>

#include "bench/qor/description/unsupported.hpp"

namespace pom::dse::qor {

namespace {

constexpr std::size_t most_expressions = 2'000'000;

/// The result of an operation with two constant operands; nothing where the compiler leaves it to the hardware.
std::optional<double> compute(OpKind op, const NumberType& type, double a, double b) {
  const bool integer = type.kind == NumberType::Kind::integer;
  switch (op) {
    case OpKind::add:
      return a + b;
    case OpKind::sub:
      return a - b;
    case OpKind::mul:
      return a * b;
    case OpKind::div:
      if (b == 0) return {};
      return integer ? std::trunc(a / b) : a / b;
    case OpKind::rem:
      if (b == 0 || !integer) return {};
      return std::fmod(a, b);
    case OpKind::max:
      return std::max(a, b);
    case OpKind::min:
      return std::min(a, b);
    case OpKind::lt:
      return a < b;
    case OpKind::le:
      return a <= b;
    case OpKind::gt:
      return a > b;
    case OpKind::ge:
      return a >= b;
    case OpKind::eq:
      return a == b;
    case OpKind::ne:
      return a != b;
    case OpKind::bit_and:
      if (type.bits != 1) return {};
      return a != 0 && b != 0;
    case OpKind::bit_or:
      if (type.bits != 1) return {};
      return a != 0 || b != 0;
    default:
      return {};
  }
}

}  // namespace

int add_expression(Function& function, Expression added) {
  if (function.expressions.size() >= most_expressions) refuse("the function " + function.name + " is too large");
  function.expressions.push_back(std::move(added));
  return static_cast<int>(function.expressions.size()) - 1;
}

int add_constant(Function& function, double value, NumberType type) {
  Expression constant;
  constant.type = type;
  constant.constant = value;
  return add_expression(function, std::move(constant));
}

int add_operation(Function& function, OpKind op, NumberType type, std::vector<int> operands) {
  Expression operation;
  operation.op = op;
  operation.type = type;
  operation.operands = std::move(operands);
  return add_expression(function, std::move(operation));
}

int add_folded(Function& function, Expression operation) {
  const auto constant_at = [&](std::size_t n) -> std::optional<double> {
    if (n >= operation.operands.size()) return {};
    const Expression& operand = function.expressions[operation.operands[n]];
    return operand.op == OpKind::constant ? std::optional(operand.constant) : std::nullopt;
  };
  const OpKind op = operation.op;
  const auto a = constant_at(0), b = constant_at(1);
  if (op == OpKind::select && a) return operation.operands[*a != 0 ? 1 : 2];
  if (op == OpKind::neg && a) return add_constant(function, -*a, operation.type);
  if (op == OpKind::sqrt && a && *a >= 0) return add_constant(function, std::sqrt(*a), operation.type);
  const auto result = a && b ? compute(op, operation.type, *a, *b) : std::nullopt;
  if (!result) return add_expression(function, std::move(operation));
  const bool is_bit = is_comparison(op) || op == OpKind::bit_and || op == OpKind::bit_or;
  return add_constant(function, *result, is_bit ? integer_type(1, false) : operation.type);
}

int add_cast(Function& function, int value, NumberType type) {
  const Expression& from = function.expressions[value];
  if (from.op == OpKind::constant) return add_constant(function, from.constant, type);
  return add_operation(function, OpKind::cast, type, {value});
}

int add_load(Function& function, const Place& place) {
  const Array& source = function.arrays[place.array];
  if (place.indices.size() < source.shape.size()) refuse("the array " + source.name + " is used as a number");
  Expression loaded;
  loaded.op = OpKind::load;
  loaded.type = source.element;
  loaded.array = place.array;
  loaded.indices = place.indices;
  return add_expression(function, std::move(loaded));
}

int add_iterator(Function& function, int loop) {
  Expression iterator;
  iterator.op = OpKind::iterator;
  iterator.type = integer_type(32);
  iterator.loop = loop;
  return add_expression(function, std::move(iterator));
}

int add_sum(Function& function, const Index& index) {
  int sum = -1;
  const auto plus = [&](int operand) {
    sum = sum < 0 ? operand : add_operation(function, OpKind::add, integer_type(32), {sum, operand});
  };
  for (const Index::Term& term : index.terms) plus(add_iterator(function, term.loop));
  if (index.constant != 0) plus(add_constant(function, static_cast<double>(index.constant), integer_type(32)));
  return sum;
}

int add_unknown(Function& function, const std::string& name, NumberType type) {
  Expression unknown;
  unknown.op = OpKind::unknown;
  unknown.name = name;
  unknown.type = type;
  return add_expression(function, std::move(unknown));
}

}  // namespace pom::dse::qor
