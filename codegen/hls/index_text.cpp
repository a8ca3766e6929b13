#include "codegen/hls/index_text.hpp"

#include <algorithm>
#include <limits>

namespace pom::backend {

using mlir::AffineBinaryOpExpr;
using mlir::AffineConstantExpr;
using mlir::AffineDimExpr;
using mlir::AffineExpr;
using mlir::AffineExprKind;

namespace {

__int128 floor_division(__int128 value, __int128 divisor) {
  return value / divisor - (value % divisor != 0 && (value < 0) != (divisor < 0) ? 1 : 0);
}

/// "-i" counts: behind another minus it would become a decrement.
bool is_compound(const std::string& text) { return text.find(' ') != std::string::npos || text.front() == '-'; }

std::string operand(const std::string& text) { return is_compound(text) ? "(" + text + ")" : text; }

}  // namespace

bool fits_int(const Interval& values) {
  using Int = std::numeric_limits<int>;
  return std::min(values.low, values.high) >= Int::min() && std::max(values.low, values.high) <= Int::max();
}

Interval IndexPrinter::checked(__int128 low, __int128 high) const {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  if (std::min(low, high) < -most || std::max(low, high) > most) throw Unsupported{user_, true};
  return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
}

/// The right side of a product or a division; a symbol there would be no affine expression any more.
std::int64_t IndexPrinter::constant_of(AffineExpr e) const {
  const auto constant = llvm::dyn_cast<AffineConstantExpr>(e);
  if (!constant) throw Unsupported{user_};
  return checked(constant.getValue(), constant.getValue()).low;
}

const LoopVariable& IndexPrinter::variable_of(AffineExpr e) const {
  const auto dimension = llvm::dyn_cast<AffineDimExpr>(e);
  if (!dimension || dimension.getPosition() >= dimensions_.size()) throw Unsupported{user_};
  return dimensions_[dimension.getPosition()];
}

Interval IndexPrinter::interval(AffineExpr e) const {
  if (llvm::isa<AffineConstantExpr>(e)) return {constant_of(e), constant_of(e)};
  const auto binary = llvm::dyn_cast<AffineBinaryOpExpr>(e);
  if (!binary) return variable_of(e).values;
  const Interval left = interval(binary.getLHS());
  const __int128 low = left.low, high = left.high;
  if (e.getKind() == AffineExprKind::Add) {
    const Interval right = interval(binary.getRHS());
    return checked(low + right.low, high + right.high);
  }
  const std::int64_t right = constant_of(binary.getRHS());
  if (e.getKind() == AffineExprKind::Mul)
    return checked(std::min(low * right, high * right), std::max(low * right, high * right));
  if (right < 1) throw Unsupported{user_};
  if (e.getKind() == AffineExprKind::FloorDiv) return checked(floor_division(low, right), floor_division(high, right));
  if (e.getKind() == AffineExprKind::CeilDiv)
    return checked(-floor_division(-low, right), -floor_division(-high, right));
  return {0, right - 1};
}

std::string IndexPrinter::print_division(AffineBinaryOpExpr e) {
  const Interval values = interval(e.getLHS());
  const std::int64_t divisor = constant_of(e.getRHS());
  const std::string left = print(e.getLHS()), right = std::to_string(divisor);
  // A ceiling is computed from the negated operand.
  const bool narrow = fits_int(values) && fits_int({-values.high, -values.low}) && fits_int({divisor, divisor});
  const auto helper = [&](const std::string& name) {
    const std::string full = narrow ? name : name + "_wide";
    helpers_.insert(full);
    return full;
  };
  if (e.getKind() == AffineExprKind::CeilDiv)
    return "-" + helper("pom_floordiv") + "(-" + operand(left) + ", " + right + ")";
  const bool is_mod = e.getKind() == AffineExprKind::Mod;
  if (values.low >= 0) return operand(left) + (is_mod ? " % " : " / ") + right;
  return helper(is_mod ? "pom_mod" : "pom_floordiv") + "(" + left + ", " + right + ")";
}

void IndexPrinter::add_term(std::int64_t factor, std::string text, const Interval& values, Sum& sum) const {
  if (factor != 0) sum.terms.push_back({factor, std::move(text), values});
}

void IndexPrinter::collect(AffineExpr e, std::int64_t factor, Sum& sum) {
  if (llvm::isa<AffineConstantExpr>(e)) {
    const __int128 constant = sum.constant + static_cast<__int128>(factor) * constant_of(e);
    sum.constant = checked(constant, constant).low;
    return;
  }
  const auto binary = llvm::dyn_cast<AffineBinaryOpExpr>(e);
  if (!binary) {
    const LoopVariable& variable = variable_of(e);
    return add_term(factor, variable.name, variable.values, sum);
  }
  if (e.getKind() == AffineExprKind::Add) {
    collect(binary.getLHS(), factor, sum);
    return collect(binary.getRHS(), factor, sum);
  }
  if (e.getKind() == AffineExprKind::Mul) {
    const __int128 product = static_cast<__int128>(factor) * constant_of(binary.getRHS());
    return collect(binary.getLHS(), checked(product, product).low, sum);
  }
  add_term(factor, print_division(binary), interval(e), sum);
}

/// Whether some value on the way, in the order of the terms, is beyond int.
bool IndexPrinter::is_wide(const Sum& sum) const {
  bool wide = false;
  const auto see = [&](__int128 low, __int128 high) {
    const Interval values = checked(low, high);
    wide = wide || !fits_int(values);
    return values;
  };
  Interval all = {0, 0};
  for (const Term& term : sum.terms) {
    const __int128 a = static_cast<__int128>(term.coefficient) * term.values.low;
    const __int128 b = static_cast<__int128>(term.coefficient) * term.values.high;
    see(-a, -b);
    const Interval product = see(std::min(a, b), std::max(a, b));
    all = see(static_cast<__int128>(all.low) + product.low, static_cast<__int128>(all.high) + product.high);
    // With the constant in front, the same sums are shifted.
    see(static_cast<__int128>(all.low) + sum.constant, static_cast<__int128>(all.high) + sum.constant);
  }
  return wide;
}

std::string IndexPrinter::print_sum(Sum sum) const {
  std::string text;
  // A positive term first, where there is one: "i - j" rather than "-j + i".
  std::stable_partition(sum.terms.begin(), sum.terms.end(), [](const Term& term) { return term.coefficient > 0; });
  // One long long at the front, and one in each product, makes all of it long long.
  const bool wide = is_wide(sum);
  const char* const suffix = wide ? "LL" : "";
  const bool constant_first = !sum.terms.empty() && sum.terms.front().coefficient < 0 && sum.constant > 0;
  if (constant_first) text = std::to_string(sum.constant) + suffix;
  for (const Term& term : sum.terms) {
    const bool negative = term.coefficient < 0;
    const std::int64_t magnitude = negative ? -term.coefficient : term.coefficient;
    const bool first = text.empty();
    text += first ? (negative ? "-" : "") : (negative ? " - " : " + ");
    if (magnitude != 1) {
      text += std::to_string(magnitude) + suffix + " * " + operand(term.text);
    } else if (first && wide) {
      text += "(long long)" + operand(term.text);
    } else {
      text += negative && term.text.front() == '-' ? operand(term.text) : term.text;
    }
  }
  if (constant_first) return text;
  if (text.empty()) return std::to_string(sum.constant);
  if (sum.constant > 0) text += " + " + std::to_string(sum.constant);
  if (sum.constant < 0) text += " - " + std::to_string(-sum.constant);
  return text;
}

std::string IndexPrinter::print(AffineExpr e) {
  Sum sum;
  collect(e, 1, sum);
  return print_sum(std::move(sum));
}

std::string IndexPrinter::print_constraint(AffineExpr e, const std::string& equal) {
  Sum all, left, right;
  collect(e, 1, all);
  for (const Term& term : all.terms) {
    if (term.coefficient > 0) left.terms.push_back(term);
    if (term.coefficient < 0) right.terms.push_back({-term.coefficient, term.text, term.values});
  }
  (all.constant > 0 ? left : right).constant = all.constant > 0 ? all.constant : -all.constant;
  if (left.terms.empty() && !right.terms.empty()) {
    return print_sum(right) + (equal.empty() ? " <= " : equal) + print_sum(left);
  }
  return print_sum(left) + (equal.empty() ? " >= " : equal) + print_sum(right);
}

std::string IndexPrinter::print_condition(mlir::IntegerSet set, bool holds) {
  const unsigned count = set.getNumConstraints();
  if (!holds && count == 1 && set.isEq(0)) return print_constraint(set.getConstraint(0), " != ");
  std::string all;
  for (unsigned n = 0; n < count; ++n)
    all += (n ? " && " : "") + print_constraint(set.getConstraint(n), set.isEq(n) ? " == " : "");
  if (count == 0) all = "true";
  return holds ? all : "!(" + all + ")";
}

}  // namespace pom::backend
