#include "dsl/model/conversion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "dsl/model/bit_operations.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/real_range.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

bool is_unsigned(Type type) { return !type.is_signed(); }

/// Bits left and right of the binary point that hold every value of the type, the sign apart.
int whole_bits(Type type) { return (type.is_fixed() ? type.integer_bits : type.bits) - (type.is_signed() ? 1 : 0); }

/// Some value of one float type is no value of the other: significand or exponent is shorter.
bool float_loses(Type from, Type to) {
  if (from.bits == 16 && to.bits == 16) return true;  // half and bfloat16 trade one for the other
  return from.bits > to.bits;
}

/// 2^(value bits): the first number above the integer type's range, exact as a double.
double end_of_range(Type type) { return std::ldexp(1.0, is_unsigned(type) ? type.bits : type.bits - 1); }
double start_of_range(Type type) { return is_unsigned(type) ? 0.0 : -end_of_range(type); }

/// Truncates and saturates. p_uint64 values above 2^63 are kept as their bit pattern, as everywhere in
/// ExprNode::integer.
std::int64_t real_to_integer(double value, Type type) {
  if (std::isnan(value)) return 0;
  double whole = std::trunc(value);
  if (whole < start_of_range(type)) whole = start_of_range(type);
  bool above = whole >= end_of_range(type);
  if (is_unsigned(type)) {
    std::uint64_t top = type.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << type.bits) - 1;
    return static_cast<std::int64_t>(above ? top : static_cast<std::uint64_t>(whole));
  }
  const int value_bits = std::min(type.bits, 64) - 1;
  const bool too_large = above || whole >= std::ldexp(1.0, value_bits);
  if (too_large) return static_cast<std::int64_t>((std::uint64_t{1} << value_bits) - 1);
  return static_cast<std::int64_t>(std::max(whole, -std::ldexp(1.0, value_bits)));
}

/// The literal's value, exact: the significand of a long double has 64 bits.
long double integer_value(const ExprNode& literal) {
  const bool above_signed = literal.type == p_uint64;
  return above_signed ? static_cast<long double>(static_cast<std::uint64_t>(literal.integer))
                      : static_cast<long double>(literal.integer);
}
double integer_to_real(const ExprNode& literal) { return static_cast<double>(integer_value(literal)); }
double real_value(const ExprNode& literal) { return literal.op == Op::real ? literal.real : integer_to_real(literal); }

}  // namespace

int mantissa_bits(Type type) {
  if (type.kind == TypeKind::brain_floating) return 8;
  return type.bits == 16 ? 11 : type.bits == 32 ? 24 : 53;
}

Type promote(Type type) { return type.is_float() || is_number(type) || type.bits >= 32 ? type : p_int32; }

Type common_type(Type a, Type b) { return arithmetic_type(Op::max, a, b).value_or(a); }

std::optional<Type> arithmetic_type(Op op, Type a, Type b) {
  if (is_shift(op)) return promote(a);
  if (a.is_float() && b.is_float()) {
    if (a.bits == b.bits) return a == b ? a : p_float32;
    return a.bits > b.bits ? a : b;
  }
  if (a.is_float()) return a;
  if (b.is_float()) return b;
  if (is_number(a) || is_number(b)) return number_result(op, a, b);
  a = promote(a);
  b = promote(b);
  if (a.kind == b.kind) return a.bits >= b.bits ? a : b;
  Type without_sign = is_unsigned(a) ? a : b;
  Type with_sign = is_unsigned(a) ? b : a;
  return with_sign.bits > without_sign.bits ? with_sign : without_sign;
}

Type math_type(Type type) {
  if (type.is_float()) return type;
  return type.bits <= 32 ? p_float32 : p_float64;
}

bool loses_data(Type from, Type to) {
  if (from == to) return false;
  if (from.is_float()) return !to.is_float() || float_loses(from, to);
  if (to.is_float()) return from.bits > mantissa_bits(to) || (from.is_fixed() && to.bits == 16);
  if (from.is_signed() && !to.is_signed()) return true;
  return whole_bits(from) > whole_bits(to) || fraction_bits(from) > fraction_bits(to);
}

bool literal_fits(const ExprNode& literal, Type to) {
  if (to.is_float()) {
    const double value = real_value(literal);
    return !std::isfinite(value) || std::isfinite(round_to(to, value));
  }
  if (to.is_fixed()) {
    const double value = real_value(literal);
    const double last_place = std::ldexp(1.0, -fraction_bits(to));
    const double end = std::ldexp(1.0, whole_bits(to));
    const double least = is_unsigned(to) ? 0.0 : is_symmetric(to) ? last_place - end : -end;
    if (value <= least - last_place / 2 || value >= end - last_place / 2) return false;
    // Bits behind the point hold the nearest value; whole numbers are exact.
    return fraction_bits(to) > 0 || std::fmod(value, last_place) == 0;
  }
  if (literal.op == Op::real) {
    bool in_range = literal.real >= start_of_range(to) && literal.real < end_of_range(to);
    return in_range && literal.real == std::trunc(literal.real);
  }
  if (is_unsigned(to) && to.bits >= 64) return literal.integer >= 0;
  return wrap(literal.integer, to) == literal.integer;
}

bool literal_stays(const ExprNode& literal, Type to) {
  if (to.is_fixed()) {
    const double value = real_value(literal);
    const bool vanishes = value != 0 && std::abs(value) <= std::ldexp(0.5, -fraction_bits(to));
    return !vanishes && literal_fits(literal, to);
  }
  if (!to.is_float()) return literal_fits(literal, to);
  if (literal.op == Op::integer) return round_to(to, integer_to_real(literal)) == integer_value(literal);
  const bool vanishes = literal.real != 0 && round_to(to, literal.real) == 0;
  return !vanishes && literal_fits(literal, to);
}

Diagnostic make_literal_mismatch(const ExprNode& literal, Type to, Location at) {
  Diagnostic error =
      make_error("type-mismatch", literal_text(literal) + " does not fit into " + to_string(to), std::move(at));
  const bool is_rounded = to.is_float() && literal.op == Op::integer && literal_fits(literal, to);
  if (is_rounded) error.help = "write " + literal_text(literal) + ".0 for the nearest value that it holds";
  return error;
}

ExprPtr convert_literal(const ExprNode& literal, Type to) {
  if (to.is_float()) {
    return make_real(real_value(literal), to, literal.at);
  }
  if (to.is_fixed()) {
    const double value = real_value(literal);
    Type nearest = to;
    nearest.quantization = Quantization::round_even;
    return make_real(number_to_double(number_from_double(value, nearest), to), to, literal.at);
  }
  std::int64_t value = literal.op == Op::real ? real_to_integer(literal.real, to) : wrap(literal.integer, to);
  return make_integer(value, to, literal.at);
}

ExprPtr convert(ExprPtr node, Type to) {
  if (node->type == to) return node;
  if (node->op == Op::integer || node->op == Op::real) return convert_literal(*node, to);
  ExprNode cast;
  cast.op = Op::cast;
  cast.type = to;
  cast.implicit = true;
  cast.at = node->at;
  cast.operands = {std::move(node)};
  return make_node(std::move(cast));
}

std::string literal_text(const ExprNode& literal) {
  if (literal.op == Op::integer && literal.type == p_uint64)
    return std::to_string(static_cast<std::uint64_t>(literal.integer));
  if (literal.op == Op::integer) return std::to_string(literal.integer);
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", literal.real);
  return text;
}

std::int64_t wrap(std::int64_t value, Type type) {
  if (type.bits >= 64) return value;
  int shift = 64 - type.bits;
  std::uint64_t high = static_cast<std::uint64_t>(value) << shift;
  if (is_unsigned(type)) return static_cast<std::int64_t>(high >> shift);
  return static_cast<std::int64_t>(high) >> shift;
}

}  // namespace pom::dsl
