#include "driver/verify/index_interval.hpp"

#include <algorithm>

#include <pom/diagnostic.hpp>

#include "dsl/model/function.hpp"
#include "support/floor_division.hpp"

namespace pom::driver {

Interval index_interval(const dsl::ExprNode& e, const std::vector<Interval>& loops) {
  const auto operand = [&](std::size_t n) { return index_interval(*e.operands.at(n), loops); };
  switch (e.op) {
    case dsl::Op::integer:
      return {e.integer, e.integer};
    case dsl::Op::loop:
      return loops.at(e.index);
    case dsl::Op::scalar:
      return {e.scalar->range->low, e.scalar->range->high};
    case dsl::Op::cast:
      return operand(0);
    case dsl::Op::computed:
      return operand(1);
    case dsl::Op::unknown:
      return {e.low, e.high};
    case dsl::Op::neg:
      return {-operand(0).high, -operand(0).low};
    case dsl::Op::add:
      return {operand(0).low + operand(1).low, operand(0).high + operand(1).high};
    case dsl::Op::sub:
      return {operand(0).low - operand(1).high, operand(0).high - operand(1).low};
    case dsl::Op::mul: {
      const Interval a = operand(0), b = operand(1);
      const auto ends = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
      return {ends.first, ends.second};
    }
    case dsl::Op::div:
      return {floor_division(operand(0).low, operand(1).low), floor_division(operand(0).high, operand(1).low)};
    case dsl::Op::mod:
      return {0, operand(1).low - 1};
    case dsl::Op::min:
      return {std::min(operand(0).low, operand(1).low), std::min(operand(0).high, operand(1).high)};
    case dsl::Op::max:
      return {std::max(operand(0).low, operand(1).low), std::max(operand(0).high, operand(1).high)};
    case dsl::Op::select:
      return {std::min(operand(1).low, operand(2).low), std::max(operand(1).high, operand(2).high)};
    default:
      throw InternalError(std::string("not an affine operator: ") + dsl::to_string(e.op));
  }
}

}  // namespace pom::driver
