#include "dsl/print/index_size.hpp"

#include <algorithm>

#include "dsl/model/interval.hpp"
#include "dsl/print/print_expression.hpp"

namespace pom::dsl {
namespace {

/// Goes through the expression from the inside to the outside, up to the first part that is too large.
class SizeCheck {
 public:
  explicit SizeCheck(RangeAnalysis& ranges) : ranges_(ranges) {}

  /// The greatest absolute value of the part's terms together.
  Wide measure(const ExprNode& node) {
    Wide size = 0;
    if (node.operands.empty()) {
      const ValueRange range = ranges_.find_index(node);
      size = std::max(-range.low, range.high);
    } else if (node.op == Op::computed) {
      size = measure(*node.operands[1]);
    } else {
      size = measure_operation(node);
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

}  // namespace pom::dsl
