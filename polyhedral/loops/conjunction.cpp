#include "polyhedral/loops/conjunction.hpp"

#include <algorithm>
#include <cstdint>

#include "polyhedral/ir/number_too_large.hpp"

namespace pom::poly {

namespace {

/// Where an integer lies; an end that is not there is unknown.
struct Range {
  std::optional<std::int64_t> low, high;

  void raise(std::int64_t least) { low = low ? std::max(*low, least) : least; }
  void cut(std::int64_t most) { high = high ? std::min(*high, most) : most; }
  bool empty() const { return low && high && *low > *high; }
};

std::optional<std::int64_t> sum(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  std::int64_t result = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &result)) return std::nullopt;
  return result;
}

std::optional<std::int64_t> product(std::int64_t a, std::optional<std::int64_t> b) {
  std::int64_t result = 0;
  if (!b || __builtin_mul_overflow(a, *b, &result)) return std::nullopt;
  return result;
}

/// What the form of an expression alone tells of its value.
Range range_of(const AffineExpr& e) {
  switch (e.kind) {
    case AffineExpr::Kind::constant:
      return {e.value, e.value};
    case AffineExpr::Kind::mod:
      return {0, e.value - 1};
    case AffineExpr::Kind::mul: {
      const Range inner = range_of(e.operands.front());
      const auto low = product(e.value, inner.low), high = product(e.value, inner.high);
      return e.value >= 0 ? Range{low, high} : Range{high, low};
    }
    case AffineExpr::Kind::add: {
      Range all{0, 0};
      for (const AffineExpr& operand : e.operands) {
        const Range one = range_of(operand);
        all = {sum(all.low, one.low), sum(all.high, one.high)};
      }
      return all;
    }
    default:
      return {};
  }
}

/// The expression or its negation, whichever begins with a positive coefficient: it reads better as `e == 0`.
AffineExpr positive(const AffineExpr& e) {
  const AffineExpr& first = e.kind == AffineExpr::Kind::add ? e.operands.front() : e;
  return first.kind == AffineExpr::Kind::mul && first.value < 0 ? -1 * AffineExpr(e) : e;
}

/// All constraints on one expression, up to its constant and its sign.
class Bounded {
 public:
  explicit Bounded(const AffineExpr& e) : expr_(positive(e)), own_(range_of(expr_)), range_(own_) {}

  /// False: the constraint is on another expression.
  bool take(const Constraint& constraint) {
    const AffineExpr same = constraint.expr + -1 * AffineExpr(expr_);
    if (same.is_constant()) {
      range_.raise(-same.value);
      if (constraint.equality) range_.cut(-same.value);
      return true;
    }
    const AffineExpr opposite = constraint.expr + AffineExpr(expr_);
    if (!opposite.is_constant()) return false;
    range_.cut(opposite.value);
    if (constraint.equality) range_.raise(opposite.value);
    return true;
  }

  bool never() const { return range_.empty(); }

  void append_to(Conjunction& all) const {
    const bool bounds_low = range_.low && range_.low != own_.low, bounds_high = range_.high && range_.high != own_.high;
    if (!bounds_low && !bounds_high) return;
    if (range_.low == range_.high) {
      all.push_back({expr_ + AffineExpr::constant(-*range_.low), true});
      return;
    }
    if (bounds_low) all.push_back({expr_ + AffineExpr::constant(-*range_.low), false});
    if (bounds_high) all.push_back({-1 * AffineExpr(expr_) + AffineExpr::constant(*range_.high), false});
  }

 private:
  AffineExpr expr_;
  Range own_, range_;  ///< by its form; with the constraints
};

}  // namespace

std::optional<Conjunction> simplify(const Conjunction& conjunction) try {
  std::vector<Bounded> all;
  for (const Constraint& constraint : conjunction) {
    if (constraint.expr.is_constant()) {
      if (constraint.equality ? constraint.expr.value != 0 : constraint.expr.value < 0) return std::nullopt;
      continue;
    }
    const bool known =
        std::any_of(all.begin(), all.end(), [&](Bounded& expression) { return expression.take(constraint); });
    if (known) continue;
    all.emplace_back(constraint.expr);
    all.back().take(constraint);
  }
  Conjunction simple;
  for (const Bounded& expression : all) {
    if (expression.never()) return std::nullopt;
    expression.append_to(simple);
  }
  return simple;
} catch (const NumberTooLarge&) {
  return conjunction;
}

}  // namespace pom::poly
