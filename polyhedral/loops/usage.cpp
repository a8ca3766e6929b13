#include "polyhedral/loops/usage.hpp"

#include <algorithm>
#include <set>

namespace pom::poly {

namespace {

void note(std::vector<int>& used, int index) {
  if (std::find(used.begin(), used.end(), index) == used.end()) used.push_back(index);
}

void collect_value(const dsl::ExprNode& node, Usage& usage) {
  if (!usage.passed.insert(&node).second) return;
  if (node.op == dsl::Op::scalar) note(usage.scalars, node.index);
  if (node.op == dsl::Op::load) note(usage.arrays, node.index);
  for (const dsl::ExprPtr& operand : node.operands) collect_value(*operand, usage);
}

/// The compute's loops that a value names.
void collect_loops(const dsl::ExprNode& node, std::unordered_set<const dsl::ExprNode*>& passed, std::set<int>& loops) {
  if (!passed.insert(&node).second) return;
  if (node.op == dsl::Op::loop) loops.insert(node.index);
  for (const dsl::ExprPtr& operand : node.operands) collect_loops(*operand, passed, loops);
}

void collect_index(const AffineExpr& e, Usage& usage) {
  if (e.kind == AffineExpr::Kind::parameter) note(usage.scalars, e.scalar);
  if (e.kind == AffineExpr::Kind::iterator) note(usage.loops, e.loop);
  for (const AffineExpr& operand : e.operands) collect_index(operand, usage);
}

/// Of the loops around, what the compute says nothing of is not asked for.
void collect_instance(const LoopNode& node, const dsl::Compute& compute, Usage& usage) {
  std::unordered_set<const dsl::ExprNode*> passed;
  std::set<int> named;
  collect_loops(*compute.value, passed, named);
  for (const dsl::ExprPtr& index : compute.store.indices) collect_loops(*index, passed, named);
  for (std::size_t n = 0; n < node.iterators.size(); ++n) {
    std::vector<int> loops = usage.loops;
    collect_index(node.iterators[n], usage);
    if (!named.contains(static_cast<int>(n))) usage.loops = std::move(loops);
  }
  collect_value(*compute.value, usage);
  for (const dsl::ExprPtr& index : compute.store.indices) collect_value(*index, usage);
  note(usage.arrays, compute.store.array);
}

void collect_call(const LoopNode& call, const LoopTree& tree, Usage& usage) {
  for (const PassedIterator& passed : tree.routines[call.routine].iterators) note(usage.loops, passed.loop);
  for (const int scalar : call.scalars) note(usage.scalars, scalar);
  for (const int array : call.arrays) note(usage.arrays, array);
}

}  // namespace

void collect_usage(const LoopNode& node, const LoopTree& tree, Usage& usage) {
  for (const auto* bounds : {&node.lower, &node.upper}) {
    for (const AffineExpr& bound : *bounds) collect_index(bound, usage);
  }
  for (const Constraint& constraint : node.when) collect_index(constraint.expr, usage);
  if (node.kind == LoopNode::Kind::instance) collect_instance(node, tree.program->computes[node.compute], usage);
  if (node.kind == LoopNode::Kind::call) collect_call(node, tree, usage);
  for (const LoopNode& child : node.body) collect_usage(child, tree, usage);
  if (node.kind != LoopNode::Kind::loop) return;
  std::erase(usage.loops, node.id);
  for (const int local : node.locals) std::erase(usage.arrays, local);
}

}  // namespace pom::poly
