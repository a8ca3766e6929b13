#include "polyhedral/loops/ast_expression.hpp"

#include <optional>
#include <utility>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// A min or max of several expressions, or one expression: isl's bounds before they are split into lists.
struct Alternatives {
  enum class Combine { one, minimum, maximum };
  Combine combine = Combine::one;
  std::vector<AffineExpr> expressions;
};

using Combine = Alternatives::Combine;

Combine flipped(Combine combine) {
  return combine == Combine::minimum ? Combine::maximum : combine == Combine::maximum ? Combine::minimum : Combine::one;
}

Alternatives map_each(Alternatives all, auto change) {
  for (AffineExpr& e : all.expressions) e = change(std::move(e));
  return all;
}

[[noreturn]] void unexpected(const isl::ast_expr& e) {
  throw InternalError("isl's AST has an expression that is not quasi-affine: " + e.to_C_str());
}

Alternatives convert(const isl::ast_expr& e, const IteratorValues& values);

/// a + b where at most one has alternatives that differ in kind: max(a, b) + c = max(a + c, b + c).
Alternatives add(const Alternatives& a, const Alternatives& b, const isl::ast_expr& whole) {
  if (a.combine != Combine::one && b.combine != Combine::one && a.combine != b.combine) unexpected(whole);
  Alternatives sum{a.combine == Combine::one ? b.combine : a.combine, {}};
  for (const AffineExpr& x : a.expressions) {
    for (const AffineExpr& y : b.expressions) sum.expressions.push_back(x + y);
  }
  return sum;
}

Alternatives scale(std::int64_t factor, Alternatives a) {
  if (factor < 0) a.combine = flipped(a.combine);
  return map_each(std::move(a), [&](AffineExpr e) { return factor * std::move(e); });
}

Alternatives combine(const isl::ast_expr_op& op, Combine kind, const IteratorValues& values) {
  Alternatives all{kind, {}};
  for (unsigned n = 0; n < op.n_arg(); ++n) {
    Alternatives part = convert(op.arg(n), values);
    if (part.combine != Combine::one && part.combine != kind) unexpected(op);
    all.expressions.insert(all.expressions.end(), part.expressions.begin(), part.expressions.end());
  }
  return all;
}

std::int64_t constant_argument(const isl::ast_expr_op& op, unsigned n, const IteratorValues& values) {
  const Alternatives argument = convert(op.arg(n), values);
  if (argument.expressions.size() != 1 || !argument.expressions[0].is_constant()) unexpected(op);
  return argument.expressions[0].value;
}

Alternatives multiply(const isl::ast_expr_op& op, const IteratorValues& values) {
  const Alternatives a = convert(op.arg(0), values), b = convert(op.arg(1), values);
  const auto is_constant = [](const Alternatives& x) {
    return x.expressions.size() == 1 && x.expressions[0].is_constant();
  };
  if (is_constant(a)) return scale(a.expressions[0].value, b);
  if (is_constant(b)) return scale(b.expressions[0].value, a);
  unexpected(op);
}

Alternatives convert_op(const isl::ast_expr_op& op, const IteratorValues& values) {
  const auto divide = [&] {
    const std::int64_t divisor = constant_argument(op, 1, values);
    return map_each(convert(op.arg(0), values), [&](AffineExpr e) { return floordiv(std::move(e), divisor); });
  };
  if (op.isa<isl::ast_expr_op_add>()) return add(convert(op.arg(0), values), convert(op.arg(1), values), op);
  if (op.isa<isl::ast_expr_op_sub>()) return add(convert(op.arg(0), values), scale(-1, convert(op.arg(1), values)), op);
  if (op.isa<isl::ast_expr_op_minus>()) return scale(-1, convert(op.arg(0), values));
  if (op.isa<isl::ast_expr_op_mul>()) return multiply(op, values);
  if (op.isa<isl::ast_expr_op_min>()) return combine(op, Combine::minimum, values);
  if (op.isa<isl::ast_expr_op_max>()) return combine(op, Combine::maximum, values);
  // An exact division, and divisions of what isl knows to be non-negative, are floor divisions too.
  if (op.isa<isl::ast_expr_op_div>() || op.isa<isl::ast_expr_op_fdiv_q>() || op.isa<isl::ast_expr_op_pdiv_q>())
    return divide();
  // zdiv_r is only compared with zero, where the sign of the remainder does not count.
  if (op.isa<isl::ast_expr_op_pdiv_r>() || op.isa<isl::ast_expr_op_zdiv_r>()) {
    const std::int64_t divisor = constant_argument(op, 1, values);
    const Alternatives a = convert(op.arg(0), values);
    if (a.combine != Combine::one) unexpected(op);
    return map_each(a, [&](AffineExpr e) { return mod(std::move(e), divisor); });
  }
  unexpected(op);
}

Alternatives convert(const isl::ast_expr& e, const IteratorValues& values) {
  if (e.isa<isl::ast_expr_int>())
    return {Combine::one, {AffineExpr::constant(to_integer(e.as<isl::ast_expr_int>().val()))}};
  if (e.isa<isl::ast_expr_id>()) return {Combine::one, {values.at(e.as<isl::ast_expr_id>().id().name())}};
  return convert_op(e.as<isl::ast_expr_op>(), values);
}

std::vector<AffineExpr> convert_bound(const isl::ast_expr& e, const IteratorValues& values, Combine wanted) {
  Alternatives all = convert(e, values);
  if (all.combine != Combine::one && all.combine != wanted) unexpected(e);
  return all.expressions;
}

AffineExpr plus_one(AffineExpr e) { return std::move(e) + AffineExpr::constant(1); }
AffineExpr negated(const AffineExpr& e) { return -1 * AffineExpr(e); }

/// Disjoint conjunctions that together are the complement of `all`.
DisjointConjunctions negate(const Conjunction& all) {
  DisjointConjunctions result;
  Conjunction held;
  for (const Constraint& constraint : all) {
    const AffineExpr below = negated(plus_one(constraint.expr));  // expr < 0
    Conjunction violated = held;
    violated.push_back({below, false});
    result.push_back(violated);
    if (constraint.equality) {
      violated.back() = {constraint.expr + AffineExpr::constant(-1), false};  // expr > 0
      result.push_back(violated);
    }
    held.push_back(constraint);
  }
  return result;
}

/// Of one condition; pairs of them that are looked at to find those that hold for some value.
constexpr std::size_t most_conjunctions = 2000, most_pairs = 20'000;

DisjointConjunctions conjoin(const DisjointConjunctions& a, const DisjointConjunctions& b) {
  if (a.size() * b.size() > most_pairs) throw TooManyConditions();
  DisjointConjunctions result;
  for (const Conjunction& x : a) {
    for (const Conjunction& y : b) {
      Conjunction both = x;
      both.insert(both.end(), y.begin(), y.end());
      if (auto simple = simplify(both)) result.push_back(std::move(*simple));
    }
    if (result.size() > most_conjunctions) throw TooManyConditions();
  }
  return result;
}

/// a or b = a, or b and not a.
DisjointConjunctions disjoin(const DisjointConjunctions& a, DisjointConjunctions b) {
  for (const Conjunction& x : a) b = conjoin(negate(x), b);
  DisjointConjunctions result = a;
  result.insert(result.end(), b.begin(), b.end());
  return result;
}

/// left - right, as constraints that must all hold for each alternative: left >= right.
DisjointConjunctions at_least(const Alternatives& left, const Alternatives& right, std::int64_t slack,
                              const isl::ast_expr& whole) {
  const Alternatives difference = add(left, scale(-1, right), whole);
  if (difference.combine == Combine::maximum) {
    DisjointConjunctions any;
    for (const AffineExpr& e : difference.expressions) any = disjoin(any, {{{e + AffineExpr::constant(slack), false}}});
    return any;
  }
  Conjunction all;
  for (const AffineExpr& e : difference.expressions) all.push_back({e + AffineExpr::constant(slack), false});
  return {all};
}

}  // namespace

std::vector<AffineExpr> convert_lower_bound(const isl::ast_expr& e, const IteratorValues& values) {
  return convert_bound(e, values, Combine::maximum);
}

std::vector<AffineExpr> convert_upper_bound(const isl::ast_expr& e, const IteratorValues& values) {
  return convert_bound(e, values, Combine::minimum);
}

AffineExpr convert_expression(const isl::ast_expr& e, const IteratorValues& values) {
  const Alternatives all = convert(e, values);
  if (all.expressions.size() != 1) unexpected(e);
  return all.expressions.front();
}

DisjointConjunctions convert_condition(const isl::ast_expr& e, const IteratorValues& values) {
  if (e.isa<isl::ast_expr_int>()) {
    return to_integer(e.as<isl::ast_expr_int>().val()) != 0 ? DisjointConjunctions{{}} : DisjointConjunctions{};
  }
  const isl::ast_expr_op op = e.as<isl::ast_expr_op>();
  if (op.isa<isl::ast_expr_op_and>() || op.isa<isl::ast_expr_op_and_then>()) {
    DisjointConjunctions all = {{}};
    for (unsigned n = 0; n < op.n_arg(); ++n) all = conjoin(all, convert_condition(op.arg(n), values));
    return all;
  }
  if (op.isa<isl::ast_expr_op_or>() || op.isa<isl::ast_expr_op_or_else>()) {
    DisjointConjunctions any;
    for (unsigned n = 0; n < op.n_arg(); ++n) any = disjoin(any, convert_condition(op.arg(n), values));
    return any;
  }
  const Alternatives left = convert(op.arg(0), values), right = convert(op.arg(1), values);
  if (op.isa<isl::ast_expr_op_ge>()) return at_least(left, right, 0, e);
  if (op.isa<isl::ast_expr_op_gt>()) return at_least(left, right, -1, e);
  if (op.isa<isl::ast_expr_op_le>()) return at_least(right, left, 0, e);
  if (op.isa<isl::ast_expr_op_lt>()) return at_least(right, left, -1, e);
  if (!op.isa<isl::ast_expr_op_eq>()) unexpected(e);
  const Alternatives difference = add(left, scale(-1, right), e);
  if (difference.combine != Combine::one) unexpected(e);
  return {{{difference.expressions.front(), true}}};
}

namespace {

/// The first conditional inside, if any.
std::optional<isl::ast_expr_op> find_conditional(const isl::ast_expr& e) {
  if (!e.isa<isl::ast_expr_op>()) return std::nullopt;
  const isl::ast_expr_op op = e.as<isl::ast_expr_op>();
  if (op.isa<isl::ast_expr_op_select>() || op.isa<isl::ast_expr_op_cond>()) return op;
  for (unsigned n = 0; n < op.n_arg(); ++n) {
    if (auto found = find_conditional(op.arg(n))) return found;
  }
  return std::nullopt;
}

/// The expression with its first conditional replaced by one of its sides.
isl::ast_expr take_side(const isl::ast_expr& e, bool holds) {
  const isl::ast_expr_op op = e.as<isl::ast_expr_op>();
  if (op.isa<isl::ast_expr_op_select>() || op.isa<isl::ast_expr_op_cond>()) return op.arg(holds ? 1 : 2);
  for (unsigned n = 0; n < op.n_arg(); ++n) {
    if (find_conditional(op.arg(n))) return with_argument(op, n, take_side(op.arg(n), holds));
  }
  return e;
}

DisjointConjunctions negate_any(const DisjointConjunctions& any) {
  DisjointConjunctions all = {{}};
  for (const Conjunction& one : any) all = conjoin(all, negate(one));
  return all;
}

}  // namespace

std::vector<Choice> resolve_conditionals(std::vector<isl::ast_expr> expressions) {
  for (std::size_t n = 0; n < expressions.size(); ++n) {
    const auto conditional = find_conditional(expressions[n]);
    if (!conditional) continue;
    std::vector<Choice> all;
    for (bool holds : {true, false}) {
      std::vector<isl::ast_expr> sides = expressions;
      sides[n] = take_side(expressions[n], holds);
      for (Choice& choice : resolve_conditionals(std::move(sides))) {
        choice.conditions.insert(choice.conditions.begin(), {conditional->arg(0), holds});
        all.push_back(std::move(choice));
      }
    }
    return all;
  }
  return {{{}, std::move(expressions)}};
}

DisjointConjunctions convert_conditions(const Choice& choice, const IteratorValues& values) {
  DisjointConjunctions all = {{}};
  for (const auto& [condition, holds] : choice.conditions) {
    const DisjointConjunctions one = convert_condition(condition, values);
    all = conjoin(all, holds ? one : negate_any(one));
  }
  return all;
}

}  // namespace pom::poly
