#include <pom/expr.hpp>

#include <optional>

#include "dsl/handles/current_function.hpp"
#include "dsl/model/conversion.hpp"
#include "dsl/model/expr_node.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/record/computed_index.hpp"
#include "dsl/record/record_compute.hpp"
#include "support/findings.hpp"

// Expressions are only recorded here; types and loops are settled when a compute takes them (elaborate.cpp).
namespace pom {
namespace {

using dsl::Op;

expr unary(Op op, const expr& operand, const Location& at) {
  return expr(dsl::make_operation(op, p_int32, {operand.node()}, at));
}

expr binary(Op op, const expr& left, const expr& right, const Location& at) {
  return expr(dsl::make_operation(op, p_int32, {left.node(), right.node()}, at));
}

expr binary(Op op, const Located& left, const expr& right) { return binary(op, left.value, right, left.at); }

/// The value as one side of && or ||.
expr truth_of(const expr& value) {
  return dsl::is_condition(*value.node()) ? value : binary(Op::ne, value, expr(0), value.node()->at);
}

/// A comparison with the outcome of a flag that the host's program knows.
expr known_truth(bool flag, const Location& at) { return binary(flag ? Op::eq : Op::ne, expr(0), expr(0), at); }

/// The number that was written, if it is one and no more.
std::optional<double> number_in(const expr& written) {
  const dsl::ExprNode& node = *written.node();
  if (node.op == Op::integer) return static_cast<double>(node.integer);
  if (node.op == Op::real) return node.real;
  return {};
}

/// The extent that an index is brought back into; one that has no element is refused, and stands for one of 1.
expr checked_extent(const std::string& name, const expr& extent, const Location& at) {
  const std::optional<double> number = number_in(extent);
  if (!number || *number >= 1) return extent;
  const auto& function = dsl::current_function(name, at);
  dsl::add_finding(
      *function,
      make_error("empty-border", name + " has no element in an extent of " + dsl::literal_text(*extent.node()), at));
  return expr(1);
}

}  // namespace

expr expr::integer(std::int64_t value) { return expr(dsl::make_integer(value, p_int32, {})); }
expr expr::large_integer(std::uint64_t value) {
  dsl::ExprPtr bits = dsl::make_integer(static_cast<std::int64_t>(value), p_uint64, {});
  return expr(dsl::make_operation(Op::cast, p_uint64, {std::move(bits)}, {}));
}
expr expr::real(double value) { return expr(dsl::make_real(value, p_float64, {})); }

expr operator+(Located a, const expr& b) { return binary(Op::add, a, b); }
expr operator-(Located a, const expr& b) { return binary(Op::sub, a, b); }
expr operator*(Located a, const expr& b) { return binary(Op::mul, a, b); }
expr operator/(Located a, const expr& b) { return binary(Op::div, a, b); }
expr operator%(Located a, const expr& b) { return binary(Op::mod, a, b); }
expr operator-(Located a) { return unary(Op::neg, a.value, a.at); }
expr operator&(Located a, const expr& b) { return binary(Op::bit_and, a, b); }
expr operator|(Located a, const expr& b) { return binary(Op::bit_or, a, b); }
expr operator^(Located a, const expr& b) { return binary(Op::bit_xor, a, b); }
expr operator~(Located a) { return unary(Op::bit_not, a.value, a.at); }
expr operator<<(Located a, const expr& b) { return binary(Op::shl, a, b); }
expr operator>>(Located a, const expr& b) { return binary(Op::shr, a, b); }
expr operator<(Located a, const expr& b) { return binary(Op::lt, a, b); }
expr operator<=(Located a, const expr& b) { return binary(Op::le, a, b); }
expr operator>(Located a, const expr& b) { return binary(Op::gt, a, b); }
expr operator>=(Located a, const expr& b) { return binary(Op::ge, a, b); }
expr operator==(Located a, Located b) { return binary(Op::eq, a, b.value); }
expr operator!=(Located a, Located b) { return binary(Op::ne, a, b.value); }
expr operator&&(Located a, const expr& b) { return binary(Op::logical_and, a, b); }
expr operator||(Located a, const expr& b) { return binary(Op::logical_or, a, b); }
expr operator&&(const expr& a, bool flag) { return flag ? truth_of(a) : known_truth(false, a.node()->at); }
expr operator&&(bool flag, const expr& b) { return b && flag; }
expr operator||(const expr& a, bool flag) { return flag ? known_truth(true, a.node()->at) : truth_of(a); }
expr operator||(bool flag, const expr& b) { return b || flag; }
expr operator!(const expr& a) { return binary(Op::eq, a, expr(0), a.node()->at); }

p_max::p_max(const expr& a, const expr& b, std::source_location at)
    : expr(dsl::make_operation(Op::max, p_int32, {a.node(), b.node()}, at)) {}
p_min::p_min(const expr& a, const expr& b, std::source_location at)
    : expr(dsl::make_operation(Op::min, p_int32, {a.node(), b.node()}, at)) {}

expr clamp(Located value, const expr& low, const expr& high) {
  const std::optional<double> least = number_in(low), most = number_in(high);
  if (least && most && *least > *most) {
    const auto& function = dsl::current_function("clamp", value.at);
    dsl::add_finding(*function, make_error("empty-clamp",
                                           "clamp has no value between " + dsl::literal_text(*low.node()) + " and " +
                                               dsl::literal_text(*high.node()) + ": the lower end comes first",
                                           value.at));
  }
  return binary(Op::min, binary(Op::max, value, low), high, value.at);
}

/// For loops a choice among affine pieces; for data the form of which a range of the result follows from one of x.
expr mirror(Located index, const expr& extent) {
  const expr last = binary(Op::sub, checked_extent("mirror", extent, index.at), expr(1), index.at);
  if (dsl::reads_data(*index.value.node())) {
    const expr behind = binary(Op::sub, last, unary(Op::abs, index.value, index.at), index.at);
    return binary(Op::sub, last, unary(Op::abs, behind, index.at), index.at);
  }
  const expr distance = binary(Op::max, index, unary(Op::neg, index.value, index.at));
  const expr reflected = binary(Op::sub, binary(Op::mul, last, expr(2), index.at), index.value, index.at);
  return binary(Op::min, distance, reflected, index.at);
}

/// The sum keeps C++'s remainder of a value from being negative; in an index it makes no difference.
expr wrap(Located index, const expr& extent) {
  const expr length = checked_extent("wrap", extent, index.at);
  const expr remainder = binary(Op::mod, index, length);
  return binary(Op::mod, binary(Op::add, remainder, length, index.at), length, index.at);
}

expr select(Located condition, const expr& then, const expr& otherwise) {
  return expr(
      dsl::make_operation(Op::select, p_int32, {condition.value.node(), then.node(), otherwise.node()}, condition.at));
}

expr sqrt(const expr& a, std::source_location at) { return unary(Op::sqrt, a, at); }
expr exp(const expr& a, std::source_location at) { return unary(Op::exp, a, at); }
expr log(const expr& a, std::source_location at) { return unary(Op::log, a, at); }
expr tanh(const expr& a, std::source_location at) { return unary(Op::tanh, a, at); }
expr sin(const expr& a, std::source_location at) { return unary(Op::sin, a, at); }
expr cos(const expr& a, std::source_location at) { return unary(Op::cos, a, at); }
expr tan(const expr& a, std::source_location at) { return unary(Op::tan, a, at); }
expr atan(const expr& a, std::source_location at) { return unary(Op::atan, a, at); }
expr atan2(Located y, const expr& x) { return binary(Op::atan2, y, x); }
expr erf(const expr& a, std::source_location at) { return unary(Op::erf, a, at); }
expr floor(const expr& a, std::source_location at) { return unary(Op::floor, a, at); }
expr ceil(const expr& a, std::source_location at) { return unary(Op::ceil, a, at); }
expr round(const expr& a, std::source_location at) { return unary(Op::round, a, at); }
expr trunc(const expr& a, std::source_location at) { return unary(Op::trunc, a, at); }
expr fmod(Located a, const expr& b) { return binary(Op::fmod, a, b); }
expr rsqrt(const expr& a, std::source_location at) { return unary(Op::rsqrt, a, at); }
expr sigmoid(const expr& a, std::source_location at) { return unary(Op::sigmoid, a, at); }
expr popcount(const expr& a, std::source_location at) { return unary(Op::popcount, a, at); }
expr abs(const expr& a, std::source_location at) { return unary(Op::abs, a, at); }
expr pow(Located a, const expr& exponent) { return binary(Op::pow, a, exponent); }
expr cast(const expr& a, Type type, std::source_location at) {
  return expr(dsl::make_operation(Op::cast, type, {a.node()}, at));
}

}  // namespace pom
