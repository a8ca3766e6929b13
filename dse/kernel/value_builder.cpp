#include "dse/kernel/value_builder.hpp"

#include <pom/diagnostic.hpp>

#include <algorithm>
#include <utility>

#include "dsl/model/check_binding.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/number.hpp"

namespace pom::dse {

using dsl::ExprNode;
using dsl::Op;

namespace {

const NumberType bit = integer_type(1, false);
const NumberType int_type = integer_type(32);

OpKind operation(const ExprNode& node) {
  static const std::map<Op, OpKind> all = {
      {Op::neg, OpKind::neg},       {Op::add, OpKind::add},         {Op::sub, OpKind::sub},
      {Op::mul, OpKind::mul},       {Op::div, OpKind::div},         {Op::mod, OpKind::rem},
      {Op::lt, OpKind::lt},         {Op::le, OpKind::le},           {Op::gt, OpKind::gt},
      {Op::ge, OpKind::ge},         {Op::eq, OpKind::eq},           {Op::ne, OpKind::ne},
      {Op::sqrt, OpKind::sqrt},     {Op::exp, OpKind::exp},         {Op::log, OpKind::log},
      {Op::tanh, OpKind::tanh},     {Op::pow, OpKind::pow},         {Op::abs, OpKind::abs},
      {Op::sin, OpKind::sin},       {Op::cos, OpKind::cos},         {Op::tan, OpKind::tan},
      {Op::atan, OpKind::atan},     {Op::erf, OpKind::erf},         {Op::floor, OpKind::floor},
      {Op::ceil, OpKind::ceil},     {Op::round, OpKind::round},     {Op::trunc, OpKind::trunc},
      {Op::atan2, OpKind::atan2},   {Op::fmod, OpKind::rem},        {Op::bit_and, OpKind::bit_and},
      {Op::bit_or, OpKind::bit_or}, {Op::bit_xor, OpKind::bit_xor}, {Op::bit_not, OpKind::bit_not},
      {Op::shl, OpKind::shl},       {Op::shr, OpKind::shr}};
  const auto found = all.find(node.op);
  if (found == all.end()) throw InternalError(std::string("no estimate of the operator ") + dsl::to_string(node.op));
  return found->second;
}

bool is_logic(Op op) { return op == Op::logical_and || op == Op::logical_or; }

/// Adds |coefficient| · part.
int scaled(Function& function, int part, std::int64_t coefficient) {
  const std::int64_t factor = std::abs(coefficient);
  if (factor == 1) return part;
  const int constant = add_constant(function, int_type, static_cast<double>(factor));
  return add_operation(function, OpKind::mul, int_type, {constant, part});
}

int iterator_value(Function& function, int loop) {
  for (std::size_t p = 0; p < function.symbols.size(); ++p) {
    if (function.symbols[p] != loop) continue;
    Expression argument;
    argument.op = OpKind::load;
    argument.type = int_type;
    argument.array = function.parameters[p];
    return add_expression(function, std::move(argument));
  }
  Expression leaf;
  leaf.op = OpKind::iterator;
  leaf.type = int_type;
  leaf.loop = loop;
  return add_expression(function, std::move(leaf));
}

int division_value(Function& function, const Index::Division& division) {
  const int inner = add_index_value(function, division.inner);
  const int divisor = add_constant(function, int_type, static_cast<double>(division.divisor));
  return add_operation(function, division.modulo ? OpKind::rem : OpKind::div, int_type, {inner, divisor});
}

}  // namespace

NumberType number_type(const Type& type) {
  if (type.kind == TypeKind::brain_floating) return {NumberType::Kind::floating, type.bits, true, 8, false, false};
  if (type.is_float()) return float_type(type.bits);
  if (!type.is_fixed()) return integer_type(type.bits, type.is_signed());
  return {NumberType::Kind::fixed,
          type.bits,
          type.is_signed(),
          type.integer_bits,
          type.quantization != Quantization::truncate,
          type.overflow != Overflow::wrap};
}

Index make_index(const poly::AffineExpr& e) {
  using Kind = poly::AffineExpr::Kind;
  switch (e.kind) {
    case Kind::constant:
      return constant_index(e.value);
    case Kind::iterator:
      return loop_index(e.loop);
    case Kind::parameter:
      return loop_index(e.scalar);
    case Kind::add: {
      Index sum = make_index(e.operands.front());
      for (std::size_t n = 1; n < e.operands.size(); ++n) sum = std::move(sum) + make_index(e.operands[n]);
      return sum;
    }
    case Kind::mul:
      return e.value * make_index(e.operands.front());
    case Kind::floordiv:
      return floor_division(make_index(e.operands.front()), e.value);
    case Kind::mod:
      return modulo(make_index(e.operands.front()), e.value);
  }
  throw InternalError("an affine expression of no kind");
}

Index make_index(const ExprNode& e, const std::vector<Index>& iterators) {
  const auto operand = [&](std::size_t n) { return make_index(*e.operands.at(n), iterators); };
  switch (e.op) {
    case Op::integer:
      return constant_index(e.integer);
    case Op::loop:
      return iterators.at(e.index);
    case Op::scalar:
      return loop_index(e.index);
    case Op::cast:
      return operand(0);
    case Op::neg:
      return -1 * operand(0);
    case Op::add:
      return operand(0) + operand(1);
    case Op::sub:
      return operand(0) + -1 * operand(1);
    case Op::mul: {
      const Index left = operand(0), right = operand(1);
      return left.is_constant() ? left.constant * right : right.constant * left;
    }
    case Op::div:
      return floor_division(operand(0), operand(1).constant);
    case Op::mod:
      return modulo(operand(0), operand(1).constant);
    default:
      throw InternalError(std::string("not an affine operator: ") + dsl::to_string(e.op));
  }
}

int add_expression(Function& function, Expression expression) {
  function.expressions.push_back(std::move(expression));
  return static_cast<int>(function.expressions.size()) - 1;
}

int add_operation(Function& function, OpKind op, const NumberType& type, std::vector<int> operands) {
  Expression expression;
  expression.op = op;
  expression.type = type;
  expression.operands = std::move(operands);
  return add_expression(function, std::move(expression));
}

int add_constant(Function& function, const NumberType& type, double value) {
  Expression expression;
  expression.type = type;
  expression.constant = value;
  return add_expression(function, std::move(expression));
}

int add_conjunction(Function& function, int left, int right) {
  return add_operation(function, OpKind::bit_and, bit, {left, right});
}

int add_index_value(Function& function, const Index& index) {
  int sum = -1;
  const auto add_part = [&](int part, std::int64_t coefficient) {
    const int value = scaled(function, part, coefficient);
    if (sum >= 0) {
      sum = add_operation(function, coefficient < 0 ? OpKind::sub : OpKind::add, int_type, {sum, value});
    } else {
      sum = coefficient < 0 ? add_operation(function, OpKind::neg, int_type, {value}) : value;
    }
  };
  for (const Index::Term& term : index.terms) add_part(iterator_value(function, term.loop), term.coefficient);
  for (const Index::Division& part : index.divisions) add_part(division_value(function, part), part.coefficient);
  if (sum < 0) return add_constant(function, int_type, static_cast<double>(index.constant));
  if (index.constant != 0)
    add_part(add_constant(function, int_type, std::abs(index.constant)), index.constant < 0 ? -1 : 1);
  return sum;
}

int add_constraint(Function& function, const Index& index, OpKind comparison) {
  Index left, right;
  for (const Index::Term& term : index.terms)
    (term.coefficient > 0 ? left : right).terms.push_back({term.loop, std::abs(term.coefficient)});
  for (Index::Division part : index.divisions) {
    const bool positive = part.coefficient > 0;
    part.coefficient = std::abs(part.coefficient);
    (positive ? left : right).divisions.push_back(std::move(part));
  }
  (index.constant > 0 ? left : right).constant = std::abs(index.constant);
  const int a = add_index_value(function, left);
  return add_operation(function, comparison, int_type, {a, add_index_value(function, right)});
}

int ValueBuilder::build(const ExprNode& node) {
  if (const auto found = done_.find(&node); found != done_.end()) return share(found->second);
  const int expression = build_new(node);
  bind(expression, node);
  return done_[&node] = expression;
}

int ValueBuilder::share(int expression) {
  function_.expressions[expression].shared = true;
  return expression;
}

void ValueBuilder::bind(int expression, const ExprNode& node) {
  for (const poly::BindingMark& mark : bindings_) {
    if (mark.operation != dsl::to_string(node.op) || dsl::vendor_operation(node.op, node.type).empty()) continue;
    function_.expressions[expression].implementation = mark.implementation;
    function_.expressions[expression].bound_latency = mark.latency;
  }
}

int ValueBuilder::build_new(const ExprNode& node) {
  const NumberType type = number_type(node.type);
  switch (node.op) {
    case Op::integer:
      return add_constant(function_, type, static_cast<double>(node.integer));
    case Op::real:
      return add_constant(function_, type, node.real);
    case Op::loop:
      return add_index_value(function_, iterators_.at(node.index));
    case Op::scalar: {
      Expression load;
      load.op = OpKind::load;
      load.type = type;
      load.array = places_.scalars.at(node.index);
      return add_expression(function_, std::move(load));
    }
    case Op::load:
      return build_load(node);
    case Op::cast:
      return build_cast(node);
    case Op::abs:
      return build_absolute(node);
    case Op::select: {
      const int condition = build_condition(*node.operands[0]), then = build(*node.operands[1]);
      return add_operation(function_, OpKind::select, type, {condition, then, build(*node.operands[2])});
    }
    case Op::min:
    case Op::max: {
      const OpKind comparison = node.op == Op::min ? OpKind::lt : OpKind::gt;
      const int first = build_comparison(comparison, *node.operands[0], *node.operands[1]);
      return add_operation(function_, OpKind::select, type,
                           {first, build(*node.operands[0]), build(*node.operands[1])});
    }
    default:
      break;
  }
  if (is_condition(node)) return add_operation(function_, OpKind::cast, type, {build_condition(node)});
  std::vector<int> operands;
  for (const dsl::ExprPtr& operand : node.operands) operands.push_back(build(*operand));
  const bool divides = node.op == Op::div || node.op == Op::mod;
  const int divisor = divides ? share(operands.back()) : -1;
  const int result = add_operation(function_, operation(node), type, std::move(operands));
  return divides && !node.exact && !node.type.is_float() ? build_zero_check(node, divisor, result) : result;
}

/// Builds "b == 0 ? 0 : a / b". The C++ also treats the lowest number divided by -1; a hardware divider returns that
/// result by itself.
int ValueBuilder::build_zero_check(const ExprNode& node, int divisor, int quotient) {
  const NumberType type = number_type(node.type), operand = number_type(node.operands[1]->type);
  const int by_zero = add_operation(function_, OpKind::eq, operand, {divisor, add_constant(function_, operand, 0)});
  return add_operation(function_, OpKind::select, type, {by_zero, add_constant(function_, type, 0), quotient});
}

/// Converts a float to an integer with the comparisons that saturate at the type's limits. NaN fails both of them, so a
/// third comparison tests for it.
int ValueBuilder::build_saturating_cast(const ExprNode& node, int value) {
  const NumberType type = number_type(node.type), real = number_type(node.operands[0]->type);
  int result = add_operation(function_, OpKind::cast, type, {share(value)});
  for (const OpKind comparison : {OpKind::lt, OpKind::ge, OpKind::ne}) {
    const int against = comparison == OpKind::ne ? value : add_constant(function_, real, 0);
    const int outside = add_operation(function_, comparison, real, {value, against});
    result = add_operation(function_, OpKind::select, type, {outside, add_constant(function_, type, 0), result});
  }
  return result;
}

Index ValueBuilder::build_index(const ExprNode& node) {
  if (node.op != Op::computed) return make_index(node, iterators_);
  Index index;
  index.opaque = true;
  index.value = build(*node.operands[0]);
  return index;
}

std::vector<Index> ValueBuilder::lane_indices(int array, const std::vector<dsl::ExprPtr>& indices) {
  const std::vector<std::int64_t>& lanes = tree_.hardware.find_stream(array)->lanes;
  std::vector<Index> lane;
  for (std::size_t d = 0; d < lanes.size(); ++d) {
    const bool all = lanes[d] == tree_.program->arrays[array]->shape[d];
    if (lanes[d] > 1) lane.push_back(all ? build_index(*indices[d]) : modulo(build_index(*indices[d]), lanes[d]));
  }
  return lane;
}

int ValueBuilder::build_load(const ExprNode& node) {
  const bool streamed = tree_.hardware.find_stream(node.index) != nullptr;
  const bool port = function_.arrays[places_.arrays.at(node.index)].port.is_stream();
  if ((streamed || port) && taken_.contains(node.index)) return share(taken_[node.index]);
  Expression load;
  load.op = OpKind::load;
  load.type = number_type(node.type);
  load.array = places_.arrays.at(node.index);
  if (streamed) {
    load.indices = lane_indices(node.index, node.operands);
    return taken_[node.index] = add_expression(function_, std::move(load));
  }
  const bool aside = tree_.hardware.may_read_aside(node.index, node.array->name);
  for (const dsl::ExprPtr& index : node.operands)
    load.indices.push_back(build_index(aside ? *dsl::written_index(index) : *index));
  if (load.indices.empty()) load.indices.push_back(constant_index(0));  // "x[1]" in C++
  const int value = add_expression(function_, std::move(load));
  if (port) taken_[node.index] = value;
  return value;
}

int ValueBuilder::build_cast(const ExprNode& node) {
  const Type &from = node.operands[0]->type, &to = node.type;
  const int value = build(*node.operands[0]);
  if (dsl::is_number(from) || dsl::is_number(to))
    return add_operation(function_, OpKind::cast, number_type(to), {value});
  if (from == to) return value;
  if (from.is_float() && to.is_float() && from.bits == to.bits) {  // half and bfloat16 are converted by way of float
    const int wide = add_operation(function_, OpKind::cast, float_type(32), {value});
    return add_operation(function_, OpKind::cast, number_type(to), {wide});
  }
  if (from.is_float() && !to.is_float() && !node.exact) return build_saturating_cast(node, value);
  if (!from.is_float() && !to.is_float() && from.bits == to.bits) return value;
  return add_operation(function_, OpKind::cast, number_type(to), {value});
}

/// Absolute value; for integers "a < 0 ? -a : a".
int ValueBuilder::build_absolute(const ExprNode& node) {
  const NumberType type = number_type(node.type);
  const int value = build(*node.operands[0]);
  if (node.type.is_float()) return add_operation(function_, OpKind::abs, type, {value});
  const NumberType operand = number_type(node.operands[0]->type);
  if (!operand.is_signed) return value;
  share(value);
  const int negative = add_operation(function_, OpKind::lt, operand, {value, add_constant(function_, operand, 0)});
  const int negated = add_operation(function_, OpKind::neg, type, {value});
  return add_operation(function_, OpKind::select, type, {negative, negated, value});
}

int ValueBuilder::build_comparison(OpKind op, const ExprNode& left, const ExprNode& right) {
  const int a = build(left);
  return add_operation(function_, op, number_type(left.type), {a, build(right)});
}

int ValueBuilder::build_condition(const ExprNode& node) {
  if (const auto found = conditions_.find(&node); found != conditions_.end()) return share(found->second);
  const int condition = build_new_condition(node);
  return conditions_[&node] = condition;
}

int ValueBuilder::build_new_condition(const ExprNode& node) {
  if (is_comparison(node.op)) return build_comparison(operation(node), *node.operands[0], *node.operands[1]);
  if (is_logic(node.op)) {
    const int left = build_condition(*node.operands[0]), right = build_condition(*node.operands[1]);
    return add_operation(function_, node.op == Op::logical_and ? OpKind::bit_and : OpKind::bit_or, bit, {left, right});
  }
  const NumberType type = number_type(node.type);
  const int value = build(node);
  return add_operation(function_, OpKind::ne, type, {value, add_constant(function_, type, 0)});
}

}  // namespace pom::dse
