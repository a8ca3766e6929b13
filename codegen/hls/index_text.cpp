#include "codegen/hls/index_text.hpp"

#include <algorithm>

namespace pom::backend {

using mlir::AffineBinaryOpExpr;
using mlir::AffineConstantExpr;
using mlir::AffineDimExpr;
using mlir::AffineExpr;
using mlir::AffineExprKind;

namespace {

std::int64_t constant_of(AffineExpr e) { return llvm::cast<AffineConstantExpr>(e).getValue(); }

std::int64_t floor_division(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor != 0 && (value < 0) != (divisor < 0) ? 1 : 0);
}

bool is_compound(const std::string& text) { return text.find(' ') != std::string::npos; }

std::string operand(const std::string& text) { return is_compound(text) ? "(" + text + ")" : text; }

}  // namespace

Interval IndexPrinter::interval(AffineExpr e) const {
  if (const auto constant = llvm::dyn_cast<AffineConstantExpr>(e)) return {constant.getValue(), constant.getValue()};
  if (const auto dimension = llvm::dyn_cast<AffineDimExpr>(e)) return dimensions_.at(dimension.getPosition()).values;
  const auto binary = llvm::cast<AffineBinaryOpExpr>(e);
  const Interval left = interval(binary.getLHS()), right = interval(binary.getRHS());
  switch (e.getKind()) {
    case AffineExprKind::Add:
      return {left.low + right.low, left.high + right.high};
    case AffineExprKind::Mul: {
      const std::int64_t a = left.low * right.low, b = left.high * right.low;
      return {std::min(a, b), std::max(a, b)};
    }
    case AffineExprKind::FloorDiv:
      return {floor_division(left.low, right.low), floor_division(left.high, right.low)};
    case AffineExprKind::CeilDiv:
      return {-floor_division(-left.low, right.low), -floor_division(-left.high, right.low)};
    default:
      return {0, right.low - 1};
  }
}

std::string IndexPrinter::print_division(AffineBinaryOpExpr e) {
  const std::string left = print(e.getLHS()), right = std::to_string(constant_of(e.getRHS()));
  if (e.getKind() == AffineExprKind::CeilDiv) {
    helpers_.insert("pom_floordiv");
    return "-pom_floordiv(-" + operand(left) + ", " + right + ")";
  }
  const bool is_mod = e.getKind() == AffineExprKind::Mod;
  if (interval(e.getLHS()).low >= 0) return operand(left) + (is_mod ? " % " : " / ") + right;
  const std::string helper = is_mod ? "pom_mod" : "pom_floordiv";
  helpers_.insert(helper);
  return helper + "(" + left + ", " + right + ")";
}

void IndexPrinter::collect(AffineExpr e, std::int64_t factor, Sum& sum) {
  if (const auto constant = llvm::dyn_cast<AffineConstantExpr>(e)) {
    sum.constant += factor * constant.getValue();
    return;
  }
  if (const auto dimension = llvm::dyn_cast<AffineDimExpr>(e)) {
    sum.terms.push_back({factor, dimensions_.at(dimension.getPosition()).name});
    return;
  }
  const auto binary = llvm::cast<AffineBinaryOpExpr>(e);
  if (e.getKind() == AffineExprKind::Add) {
    collect(binary.getLHS(), factor, sum);
    return collect(binary.getRHS(), factor, sum);
  }
  if (e.getKind() == AffineExprKind::Mul) return collect(binary.getLHS(), factor * constant_of(binary.getRHS()), sum);
  sum.terms.push_back({factor, print_division(binary)});
}

std::string IndexPrinter::print_sum(const Sum& sum) {
  std::string text;
  // A positive term first, where there is one: "i - j" rather than "-j + i".
  std::vector<Term> terms = sum.terms;
  std::stable_partition(terms.begin(), terms.end(), [](const Term& term) { return term.coefficient > 0; });
  const bool constant_first = !terms.empty() && terms.front().coefficient < 0 && sum.constant > 0;
  if (constant_first) text = std::to_string(sum.constant);
  for (const Term& term : terms) {
    const bool negative = term.coefficient < 0;
    const std::int64_t magnitude = negative ? -term.coefficient : term.coefficient;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    text += magnitude == 1 ? term.text : std::to_string(magnitude) + " * " + operand(term.text);
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
  return print_sum(sum);
}

std::string IndexPrinter::print_constraint(AffineExpr e, bool equality) {
  Sum all, left, right;
  collect(e, 1, all);
  for (const Term& term : all.terms) {
    if (term.coefficient > 0) left.terms.push_back(term);
    if (term.coefficient < 0) right.terms.push_back({-term.coefficient, term.text});
  }
  (all.constant > 0 ? left : right).constant = all.constant > 0 ? all.constant : -all.constant;
  if (left.terms.empty() && !right.terms.empty()) {
    return print_sum(right) + (equality ? " == " : " <= ") + print_sum(left);
  }
  return print_sum(left) + (equality ? " == " : " >= ") + print_sum(right);
}

}  // namespace pom::backend
