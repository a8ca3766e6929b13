#include "dse/estimate/blocks/known_condition.hpp"

#include <cmath>
#include <numeric>

namespace pom::dse::estimate {

namespace {

/// The possible values of a linear expression: base plus multiples of `stride`, between low and high.
struct Span {
  std::int64_t low = 0, high = 0, base = 0, stride = 0;

  bool may_be_zero() const { return low <= 0 && high >= 0 && (stride == 0 ? base == 0 : base % stride == 0); }
};

std::optional<Span> span_of(const Linear& value, const Unrolling& unrolling) {
  Span span{value.constant, value.constant, value.constant, 0};
  for (int n = 0; n < value.count; ++n) {
    const Index::Term& term = value.terms[n];
    const Unrolling::Symbol* symbol = unrolling.find(term.loop);
    if (!symbol || !symbol->constant_lower) return {};
    const std::int64_t first = term.coefficient * symbol->lower, step = term.coefficient * symbol->step;
    const std::int64_t last = first + step * (symbol->trip - 1);
    span.low += std::min(first, last);
    span.high += std::max(first, last);
    span.base += first;
    if (symbol->trip > 1) span.stride = std::gcd(span.stride, step);
  }
  return span;
}

std::optional<bool> compare(OpKind op, const Span& difference) {
  const bool zero = difference.may_be_zero(), only_zero = difference.low == 0 && difference.high == 0;
  switch (op) {
    case OpKind::eq:
      if (!zero) return false;
      if (only_zero) return true;
      return {};
    case OpKind::ne:
      if (!zero) return true;
      if (only_zero) return false;
      return {};
    case OpKind::lt:
      if (difference.high < 0) return true;
      if (difference.low >= 0) return false;
      return {};
    case OpKind::le:
      if (difference.high <= 0) return true;
      if (difference.low > 0) return false;
      return {};
    default:
      return {};
  }
}

}  // namespace

std::optional<Linear> known_value(const Function& function, int expression, Unrolling& unrolling) {
  const Expression& e = function.expressions[expression];
  Linear value;
  if (e.op == OpKind::constant) {
    if (e.constant != std::floor(e.constant) || std::abs(e.constant) > 1e15) return {};
    value.constant = static_cast<std::int64_t>(e.constant);
    return value;
  }
  if (e.op == OpKind::iterator) {
    if (const Linear* bound = unrolling.value_of(e.loop)) return *bound;
    value.add(e.loop, 1);
    return value;
  }
  if (e.type.is_float() || e.operands.empty()) return {};
  if (e.op == OpKind::select) {
    const auto condition = known_condition(function, e.operands[0], unrolling);
    if (!condition) return {};
    return known_value(function, e.operands[*condition ? 1 : 2], unrolling);
  }
  const auto left = known_value(function, e.operands[0], unrolling);
  if (!left || left->opaque) return {};
  if (e.op == OpKind::cast) return left;
  if (e.op == OpKind::neg) {
    value.add(*left, -1);
    return value;
  }
  if (e.operands.size() != 2) return {};
  const auto right = known_value(function, e.operands[1], unrolling);
  if (!right || right->opaque) return {};
  value = *left;
  switch (e.op) {
    case OpKind::add:
      value.add(*right, 1);
      return value;
    case OpKind::sub:
      value.add(*right, -1);
      return value;
    case OpKind::mul: {
      if (!left->is_constant() && !right->is_constant()) return {};
      Linear product;
      product.add(left->is_constant() ? *right : *left, left->is_constant() ? left->constant : right->constant);
      return product;
    }
    case OpKind::div:
    case OpKind::rem:
      // As in C++: towards zero. The lowest number by -1 is none that loops have.
      if (!left->is_constant() || !right->is_constant() || right->constant <= 0) return {};
      value.constant = e.op == OpKind::div ? left->constant / right->constant : left->constant % right->constant;
      return value;
    default:
      return {};
  }
}

std::optional<bool> known_condition(const Function& function, int expression, Unrolling& unrolling) {
  const Expression& e = function.expressions[expression];
  if (e.op == OpKind::cast && e.operands.size() == 1) return known_condition(function, e.operands[0], unrolling);
  if ((e.op == OpKind::bit_and || e.op == OpKind::bit_or) && e.operands.size() == 2) {
    const auto a = known_condition(function, e.operands[0], unrolling);
    const auto b = known_condition(function, e.operands[1], unrolling);
    const bool decides = e.op == OpKind::bit_or;
    if ((a && *a == decides) || (b && *b == decides)) return decides;
    if (a && b) return !decides;
    return {};
  }
  if (!is_comparison(e.op) || e.operands.size() != 2 || e.type.is_float()) return {};
  auto left = known_value(function, e.operands[0], unrolling);
  auto right = known_value(function, e.operands[1], unrolling);
  if (!left || !right) return {};
  const bool swapped = e.op == OpKind::gt || e.op == OpKind::ge;
  if (swapped) std::swap(left, right);
  const OpKind op = e.op == OpKind::gt ? OpKind::lt : e.op == OpKind::ge ? OpKind::le : e.op;
  left->add(*right, -1);
  if (left->opaque) return {};
  const auto difference = span_of(*left, unrolling);
  if (!difference) return {};
  return compare(op, *difference);
}

}  // namespace pom::dse::estimate
