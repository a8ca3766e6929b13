#include "dsl/model/negation.hpp"

namespace pom::dsl {
namespace {

constexpr Op opposites[][2] = {{Op::lt, Op::ge}, {Op::gt, Op::le}, {Op::eq, Op::ne}};

/// `!c` is recorded as c == 0.
bool compares_condition_with_0(const ExprNode& node) {
  return (node.op == Op::eq || node.op == Op::ne) && is_condition(*node.operands[0]) &&
         node.operands[1]->op == Op::integer && node.operands[1]->integer == 0;
}

}  // namespace

bool is_comparison(Op op) { return op >= Op::lt && op <= Op::ne; }

bool is_condition(const ExprNode& node) { return node.op >= Op::lt && node.op <= Op::logical_or; }

std::optional<Op> opposite(Op comparison) {
  for (const auto& [one, other] : opposites) {
    if (comparison == one) return other;
    if (comparison == other) return one;
  }
  return {};
}

ExprPtr negated(const ExprNode& condition) {
  if (condition.op == Op::logical_and || condition.op == Op::logical_or) {
    const Op op = condition.op == Op::logical_and ? Op::logical_or : Op::logical_and;
    return make_operation(op, p_int32, {negated(*condition.operands[0]), negated(*condition.operands[1])},
                          condition.at);
  }
  if (const auto other = opposite(condition.op))
    return make_operation(*other, p_int32, condition.operands, condition.at);
  // A number that is no comparison is true where it is not 0.
  const ExprPtr number = make_node(condition);
  return make_operation(Op::eq, p_int32, {number, make_integer(0, p_int32, condition.at)}, condition.at);
}

ExprPtr without_negation(const ExprPtr& condition) {
  ExprPtr node = condition;
  while (compares_condition_with_0(*node)) node = node->op == Op::ne ? node->operands[0] : negated(*node->operands[0]);
  return node;
}

}  // namespace pom::dsl
