#include "dse/estimate/block_builder.hpp"

namespace pom::dse {

namespace {

OperatorKey key_of(const Function& function, const Expression& e) {
  OperatorKey key;
  key.op = e.op;
  key.type = key.operand = e.type;
  key.implementation = e.implementation;
  key.bound_latency = e.bound_latency;
  for (std::size_t n = 0; n < e.operands.size(); ++n) {
    const Expression& operand = function.expressions[static_cast<std::size_t>(e.operands[n])];
    const bool is_bit = operand.op >= OpKind::lt && operand.op <= OpKind::ne;
    if (n == 0) key.operand = is_bit ? integer_type(1) : operand.type;
    if (operand.op == OpKind::constant) key.constant_operand = true;
    (n == 0 ? key.left_bits : key.right_bits) = operand.type.bits;
  }
  return key;
}

}  // namespace

FunctionView view_function(const Function& function, const Target& target) {
  FunctionView view{function, target, view_memories(function, target), {}, find_branch_local(function)};
  view.costs.reserve(function.expressions.size());
  for (const Expression& e : function.expressions) {
    view.costs.push_back(e.op <= OpKind::load ? OperatorCost{} : find_operator(target, key_of(function, e)));
  }
  return view;
}

}  // namespace pom::dse
