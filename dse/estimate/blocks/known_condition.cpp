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

/// Looks at so many expressions for one answer. One that several share is looked at for each of them, and what takes
/// more is no condition of loops.
class Evaluation {
 public:
  Evaluation(const Function& function, Unrolling& unrolling) : function_(function), unrolling_(unrolling) {}

  std::optional<Linear> value(int expression) {
    if (--left_ < 0) return {};
    const Expression& e = function_.expressions[expression];
    if (e.op == OpKind::constant) return number(e.constant);
    if (e.op == OpKind::iterator) return iterator(e.loop);
    if (e.type.is_float() || e.operands.empty()) return {};
    if (e.op == OpKind::select) {
      const auto chosen = condition(e.operands[0]);
      return chosen ? value(e.operands[*chosen ? 1 : 2]) : std::nullopt;
    }
    const auto first = value(e.operands[0]);
    if (!first || first->opaque) return {};
    if (e.op == OpKind::cast) return first;
    if (e.op == OpKind::neg) return sum(Linear{}, *first, -1);
    if (e.operands.size() != 2) return {};
    const auto second = value(e.operands[1]);
    return second && !second->opaque ? combine(e.op, *first, *second) : std::nullopt;
  }

  std::optional<bool> condition(int expression) {
    if (--left_ < 0) return {};
    const Expression& e = function_.expressions[expression];
    if (e.op == OpKind::cast && e.operands.size() == 1) return condition(e.operands[0]);
    if ((e.op == OpKind::bit_and || e.op == OpKind::bit_or) && e.operands.size() == 2) {
      const auto a = condition(e.operands[0]);
      const auto b = condition(e.operands[1]);
      const bool decides = e.op == OpKind::bit_or;
      if ((a && *a == decides) || (b && *b == decides)) return decides;
      return a && b ? std::optional(!decides) : std::nullopt;
    }
    if (!is_comparison(e.op) || e.operands.size() != 2 || e.type.is_float()) return {};
    auto first = value(e.operands[0]);
    if (!first) return {};
    auto second = value(e.operands[1]);
    if (!second) return {};
    const bool swapped = e.op == OpKind::gt || e.op == OpKind::ge;
    if (swapped) std::swap(first, second);
    const Linear apart = sum(*first, *second, -1);
    if (apart.opaque) return {};
    const auto difference = span_of(apart, unrolling_);
    const OpKind op = e.op == OpKind::gt ? OpKind::lt : e.op == OpKind::ge ? OpKind::le : e.op;
    return difference ? compare(op, *difference) : std::nullopt;
  }

 private:
  static constexpr int most_expressions = 256;

  static std::optional<Linear> number(double constant) {
    if (constant != std::floor(constant) || std::abs(constant) > 1e15) return {};
    Linear value;
    value.constant = static_cast<std::int64_t>(constant);
    return value;
  }

  Linear iterator(int loop) const {
    if (const Linear* bound = unrolling_.value_of(loop)) return *bound;
    Linear value;
    value.add(loop, 1);
    return value;
  }

  static Linear sum(Linear value, const Linear& more, std::int64_t factor) {
    value.add(more, factor);
    return value;
  }

  static std::optional<Linear> combine(OpKind op, const Linear& first, const Linear& second) {
    const bool numbers = first.is_constant() && second.is_constant();
    switch (op) {
      case OpKind::add:
        return sum(first, second, 1);
      case OpKind::sub:
        return sum(first, second, -1);
      case OpKind::mul:
        if (first.is_constant()) return sum(Linear{}, second, first.constant);
        return second.is_constant() ? std::optional(sum(Linear{}, first, second.constant)) : std::nullopt;
      case OpKind::div:
      case OpKind::rem: {
        // As in C++: towards zero. No loop has the lowest number, which -1 does not divide.
        if (!numbers || second.constant <= 0) return {};
        Linear value;
        value.constant = op == OpKind::div ? first.constant / second.constant : first.constant % second.constant;
        return value;
      }
      default:
        return {};
    }
  }

  const Function& function_;
  Unrolling& unrolling_;
  int left_ = most_expressions;
};

}  // namespace

std::optional<Linear> known_value(const Function& function, int expression, Unrolling& unrolling) {
  return Evaluation(function, unrolling).value(expression);
}

std::optional<bool> known_condition(const Function& function, int expression, Unrolling& unrolling) {
  return Evaluation(function, unrolling).condition(expression);
}

}  // namespace pom::dse::estimate
