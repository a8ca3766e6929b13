#include "dsl/print/index_size.hpp"

#include <algorithm>

#include "dsl/model/interval.hpp"
#include "dsl/print/print_expression.hpp"

namespace pom::dsl {
namespace {

Wide size_of(const ValueRange& range) { return std::max(-range.low, range.high); }

/// Operations whose value is one term for what stands around them: nothing adds up the terms inside.
bool is_choice(Op op) { return op == Op::min || op == Op::max || op == Op::select; }

/// Goes through the expression from the inside to the outside, up to the first part that is too large.
class SizeCheck {
 public:
  explicit SizeCheck(RangeAnalysis& ranges) : ranges_(ranges) {}

  /// The greatest absolute value of the part's terms together.
  Wide measure(const ExprNode& node) {
    Wide size = 0;
    if (node.operands.empty()) {
      size = size_of(ranges_.find_index(node));
    } else if (node.op == Op::computed) {
      size = measure(*node.operands[1]);
    } else {
      size = measure_operation(node);
      if (is_choice(node.op)) size = std::min(size, size_of(ranges_.find_index(node)));
    }
    if (size > greatest_index && !found_) {
      found_ = "numbers in " + describe(node) + " may be as large as " + to_string(size) + ", beyond 2^62";
    }
    return size;
  }

  std::optional<std::string> found() const { return found_; }

 private:
  Wide measure_operation(const ExprNode& node) {
    const Wide left = measure(*node.operands.front()), right = measure(*node.operands.back());
    switch (node.op) {
      case Op::neg:
      case Op::cast:
        return left;
      case Op::mul:
        return interval::product({left, left}, {right, right}).high;
      case Op::div:
        return left / std::max<Wide>(right, 1) + 1;
      case Op::mod:
        return right;
      case Op::min:
      case Op::max:
        return std::max(left, right);
      case Op::select:
        return std::max(measure(*node.operands[1]), right);
      case Op::logical_and:
      case Op::logical_or:
        return 1;
      default:  // comparisons too: of the difference
        return interval::bounded({0, left + right}).high;
    }
  }

  RangeAnalysis& ranges_;
  std::optional<std::string> found_;
};

}  // namespace

std::optional<std::string> find_too_large(const ExprNode& elaborated, RangeAnalysis& ranges) {
  SizeCheck check(ranges);
  check.measure(elaborated);
  return check.found();
}

bool is_wide_loop(const RangeAnalysis& ranges, std::size_t loop) {
  return !range_of(p_int32).contains(ranges.loop_range(loop));
}

}  // namespace pom::dsl
