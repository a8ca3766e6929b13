#include <algorithm>
#include <utility>

#include "dsl/model/interval.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/value_range.hpp"

/// The condition of a select narrows its arms' ranges.
namespace pom::dsl {
namespace {

/// Takes away the end of the range at which the value would equal the only one that the other side has.
void cut_single(ValueRange& range, const ValueRange& other) {
  if (other.low != other.high) return;
  if (range.low == other.low) ++range.low;
  if (range.high == other.low) --range.high;
}

/// Leaves of both ranges what `left op right` allows.
void apply(Op op, ValueRange& left, ValueRange& right) {
  if (op == Op::gt || op == Op::ge) return apply(op == Op::gt ? Op::lt : Op::le, right, left);
  if (op == Op::ne) {
    const ValueRange before = left;
    cut_single(left, right);
    return cut_single(right, before);
  }
  const int apart = op == Op::lt ? 1 : 0;
  left.high = std::min(left.high, right.high - apart);
  right.low = std::max(right.low, left.low + apart);
  if (op != Op::eq) return;
  left.low = right.low;
  right.high = left.high;
}

bool is_empty(const ValueRange& range) { return range.low > range.high; }

}  // namespace

ValueRange RangeAnalysis::find_select(const ExprNode& node) {
  const auto then = find_arm(*node.operands[1], *node.operands[0], true);
  const auto otherwise = find_arm(*node.operands[2], *node.operands[0], false);
  if (then && otherwise) return interval::hull(*then, *otherwise);
  if (then || otherwise) return then ? *then : *otherwise;
  return interval::hull(find(*node.operands[1]), find(*node.operands[2]));
}

std::optional<ValueRange> RangeAnalysis::find_arm(const ExprNode& arm, const ExprNode& condition, bool outcome) {
  if (arms_.size() >= most_nested_arms || steps_in_arms_ >= most_steps_in_arms) return find(arm);
  Facts facts = arms_.empty() ? Facts{} : arms_.back().facts;
  if (!learn(condition, outcome, facts)) return {};
  if (facts.empty()) return find(arm);
  arms_.push_back({std::move(facts), {}});
  const ValueRange found = find(arm);
  arms_.pop_back();
  return found;
}

bool RangeAnalysis::learn(const ExprNode& condition, bool outcome, Facts& facts) {
  if (!is_condition(condition) || ++steps_in_arms_ > most_steps_in_arms) return true;
  const ExprNode &left = *condition.operands[0], &right = *condition.operands[1];
  if (condition.op == Op::logical_and || condition.op == Op::logical_or) {
    // Where one side alone may decide, nothing is known of either.
    const bool both = (condition.op == Op::logical_and) == outcome;
    return !both || (learn(left, outcome, facts) && learn(right, outcome, facts));
  }
  const bool is_negation = condition.op == Op::eq && is_condition(left) && is_zero(right);
  if (is_negation) return learn(left, !outcome, facts);
  if (!is_integer(left.type) || !is_integer(right.type)) return true;
  const Op op = outcome ? condition.op : *opposite(condition.op);
  return learn_comparison(op, unconverted(left), unconverted(right), facts);
}

bool RangeAnalysis::learn_comparison(Op op, const ExprNode& left, const ExprNode& right, Facts& facts) {
  const auto range = [&](const ExprNode& node) {
    const auto fact = facts.find(number_of(node));
    return fact != facts.end() ? fact->second : find(node);
  };
  ValueRange of_left = range(left), of_right = range(right);
  if (interval::is_open(of_left) || interval::is_open(of_right)) return true;
  apply(op, of_left, of_right);
  if (is_empty(of_left) || is_empty(of_right)) return false;
  if (left.op != Op::integer && number_of(left) != no_number) facts[number_of(left)] = of_left;
  if (right.op != Op::integer && number_of(right) != no_number) facts[number_of(right)] = of_right;
  return true;
}

const ExprNode& RangeAnalysis::unconverted(const ExprNode& node) {
  const bool converts = node.op == Op::cast && is_integer(node.type) && is_integer(node.operands[0]->type);
  if (!converts) return node;
  const ValueRange range = find(*node.operands[0]);
  const bool keeps = !interval::is_open(range) && range_of(node.type).contains(range);
  return keeps ? unconverted(*node.operands[0]) : node;
}

}  // namespace pom::dsl
