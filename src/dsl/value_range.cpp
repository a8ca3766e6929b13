#include "dsl/value_range.hpp"

#include <algorithm>

namespace pom::dsl {
namespace {

/// Levels of a value that are looked into: shared parts count each time.
constexpr int max_depth = 8;

/// Wider types count as one of 100 bits, so that sums of two ranges stay in 128.
ValueRange range_of(const Type& type) {
  const int value_bits = std::min(type.bits, 100) - (type.is_signed() ? 1 : 0);
  const Wide end = static_cast<Wide>(1) << value_bits;
  return {type.is_signed() ? -end : 0, end - 1};
}

bool contains(const ValueRange& outer, const ValueRange& inner) {
  return outer.low <= inner.low && inner.high <= outer.high;
}

ValueRange product(const ValueRange& a, const ValueRange& b) {
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

class RangeFinder {
 public:
  explicit RangeFinder(const std::vector<Loop>& loops) : loops_(loops) {}

  /// Integers that do not fit into the value's type wrap around: anything is possible then.
  ValueRange find(const ExprNode& node, int depth) const {
    const ValueRange all = range_of(node.type);
    if (depth == 0 || node.type.is_float() || node.type.is_fixed()) return all;
    const ValueRange found = find_new(node, depth - 1, all);
    return contains(all, found) ? found : all;
  }

 private:
  ValueRange find_new(const ExprNode& node, int depth, const ValueRange& all) const {
    const auto operand = [&](std::size_t n) { return find(*node.operands[n], depth); };
    switch (node.op) {
      case Op::integer: {
        const bool above_signed = node.integer < 0 && !node.type.is_signed();
        return above_signed ? all : ValueRange{node.integer, node.integer};
      }
      case Op::loop: {
        const Loop& loop = loops_.at(node.index);
        const Wide first = find(*loop.lower, depth).low;
        return {first, std::max(first, find(*loop.upper, depth).high - 1)};
      }
      case Op::cast:
        return node.operands[0]->type.is_float() || node.operands[0]->type.is_fixed() ? all : operand(0);
      case Op::add:
        return {operand(0).low + operand(1).low, operand(0).high + operand(1).high};
      case Op::sub:
        return {operand(0).low - operand(1).high, operand(0).high - operand(1).low};
      case Op::mul:
        return node.type.bits <= 32 ? product(operand(0), operand(1)) : all;
      case Op::mod:
        return remainder(operand(0), operand(1), all);
      case Op::bit_and:
        return common_bits(operand(0), operand(1), all);
      default:
        return all;
    }
  }

  /// Rounded down or toward zero, by a number.
  static ValueRange remainder(const ValueRange& a, const ValueRange& divisor, const ValueRange& all) {
    const bool by_number = divisor.low == divisor.high && divisor.low > 0;
    return by_number && a.low >= 0 ? ValueRange{0, divisor.low - 1} : all;
  }

  static ValueRange common_bits(const ValueRange& a, const ValueRange& b, const ValueRange& all) {
    if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
    if (a.low < 0 && b.low < 0) return all;
    return {0, a.low >= 0 ? a.high : b.high};
  }

  const std::vector<Loop>& loops_;
};

}  // namespace

ValueRange find_range(const ExprNode& value, const std::vector<Loop>& loops) {
  return RangeFinder(loops).find(value, max_depth);
}

}  // namespace pom::dsl
