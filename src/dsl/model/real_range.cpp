#include "dsl/model/real_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dsl/model/small_float.hpp"

namespace pom::dsl {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_bounded(const RealRange& range) { return std::isfinite(range.low) && std::isfinite(range.high); }
bool has_zero(const RealRange& range) { return range.low <= 0 && range.high >= 0; }

/// The smallest and the largest of an operation at the corners; one that is NaN: nothing is known.
template <class Operation>
RealRange corners(const Type& type, const RealRange& a, const RealRange& b, Operation operation) {
  const double values[] = {operation(a.low, b.low), operation(a.low, b.high), operation(a.high, b.low),
                           operation(a.high, b.high)};
  if (std::any_of(std::begin(values), std::end(values), [](double value) { return std::isnan(value); }))
    return any_real;
  const auto [least, most] = std::minmax_element(std::begin(values), std::end(values));
  return {round_to(type, *least), round_to(type, *most), a.may_be_nan || b.may_be_nan};
}

RealRange sum(const Type& type, const RealRange& a, const RealRange& b) {
  RealRange result = corners(type, a, b, [](double x, double y) { return x + y; });
  result.may_be_nan |= (a.low == -infinity && b.high == infinity) || (a.high == infinity && b.low == -infinity);
  return result;
}

RealRange negated(const RealRange& a) { return {-a.high, -a.low, a.may_be_nan}; }

RealRange product(const Type& type, const RealRange& a, const RealRange& b) {
  RealRange result = corners(type, a, b, [](double x, double y) { return x * y; });
  result.may_be_nan |= (has_zero(a) && !is_bounded(b)) || (has_zero(b) && !is_bounded(a));
  return result;
}

RealRange quotient(const Type& type, const RealRange& a, const RealRange& b) {
  if (has_zero(b)) return any_real;
  RealRange result = corners(type, a, b, [](double x, double y) { return x / y; });
  result.may_be_nan |= !is_bounded(a) && !is_bounded(b);
  return result;
}

RealRange magnitude(const RealRange& a) {
  return {has_zero(a) ? 0 : std::min(std::abs(a.low), std::abs(a.high)), std::max(std::abs(a.low), std::abs(a.high)),
          a.may_be_nan};
}

/// Whole numbers, which each type that holds the operand holds too.
template <class Operation>
RealRange whole(const RealRange& a, Operation operation) {
  return {operation(a.low), operation(a.high), a.may_be_nan};
}

RealRange remainder(const RealRange& a, const RealRange& b) {
  const double most = magnitude(b).high;
  const bool may_be_nan = a.may_be_nan || b.may_be_nan || !is_bounded(a) || has_zero(b);
  return {a.low < 0 ? std::max(a.low, -most) : 0, a.high > 0 ? std::min(a.high, most) : 0, may_be_nan};
}

RealRange root(const Type& type, const RealRange& a) {
  if (a.high < 0) return any_real;
  return {round_to(type, std::sqrt(std::max(a.low, 0.0))), round_to(type, std::sqrt(a.high)),
          a.may_be_nan || a.low < 0};
}

}  // namespace

const RealRange any_real = {-infinity, infinity, true};

double round_to(const Type& type, double value) {
  if (type == p_float64) return value;
  if (type == p_half) return half_value(round_to_half(value));
  return type == p_bfloat16 ? bfloat16_value(round_to_bfloat16(value)) : static_cast<float>(value);
}

RealRange real_operation(Op op, const Type& type, const RealRange& left, const RealRange& right) {
  // Beyond the angle by more than any of the types rounds.
  const auto within = [&](double end, bool may_be_nan) {
    return RealRange{-round_to(type, end), round_to(type, end), may_be_nan};
  };
  switch (op) {
    case Op::neg:
      return negated(left);
    case Op::abs:
      return magnitude(left);
    case Op::add:
      return sum(type, left, right);
    case Op::sub:
      return sum(type, left, negated(right));
    case Op::mul:
      return product(type, left, right);
    case Op::div:
      return quotient(type, left, right);
    case Op::sqrt:
      return root(type, left);
    case Op::exp:
      return {0, infinity, left.may_be_nan};
    case Op::tanh:
    case Op::erf:
      return within(1, left.may_be_nan);
    case Op::sin:
    case Op::cos:
      return within(1, left.may_be_nan || !is_bounded(left));
    case Op::atan:
      return within(1.5708, left.may_be_nan);
    case Op::atan2:
      return within(3.1416, left.may_be_nan || right.may_be_nan);
    case Op::fmod:
      return remainder(left, right);
    case Op::floor:
      return whole(left, [](double x) { return std::floor(x); });
    case Op::ceil:
      return whole(left, [](double x) { return std::ceil(x); });
    case Op::round:
      return whole(left, [](double x) { return std::round(x); });
    case Op::trunc:
      return whole(left, [](double x) { return std::trunc(x); });
    default:
      return any_real;
  }
}

}  // namespace pom::dsl
