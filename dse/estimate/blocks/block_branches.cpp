#include "dse/estimate/blocks/block_builder.hpp"

#include <algorithm>

#include "dse/estimate/blocks/known_condition.hpp"

/// Branches in a block: both sides are executed, and the variables they assign are selected.
namespace pom::dse::estimate {

int BlockBuilder::scope_condition() {
  int condition = scopes_.front().condition;
  for (std::size_t n = 1; n < scopes_.size(); ++n) {
    GraphNode both;
    both.op = OpKind::bit_and;
    both.bits = 1;
    condition = static_cast<int>(
        graph_.add_node(both, {{condition, GraphEdge::Kind::value}, {scopes_[n].condition, GraphEdge::Kind::value}}));
  }
  return condition;
}

int BlockBuilder::select(int condition, int then, int otherwise, int bits) {
  if (then == otherwise) return then;
  const devices::OperatorCost cost =
      devices::find_operator(view_.target, devices::integer_key(OpKind::select, std::max(bits, 1)));
  GraphNode node;
  node.op = OpKind::select;
  node.bits = bits;
  node.out_ns = node.in_ns = static_cast<float>(cost.delay_ns);
  return static_cast<int>(graph_.add_node(
      node,
      {{condition, GraphEdge::Kind::value}, {then, GraphEdge::Kind::value}, {otherwise, GraphEdge::Kind::value}}));
}

std::optional<bool> BlockBuilder::known(int condition) const {
  return known_condition(view_.function, condition, unrolling_);
}

void BlockBuilder::begin_branch(int condition) {
  Scope scope;
  shared_values_.clear();
  scope.condition = evaluate(condition);
  scope.before = variables_;
  scope.number = ++scope_numbers_;
  scopes_.push_back(std::move(scope));
}

void BlockBuilder::begin_otherwise() {
  Scope& scope = scopes_.back();
  scope.then = variables_;
  for (std::size_t n = 0; n < variables_.size(); ++n) {
    // A value that the first side read is the value from before the branch.
    if (scope.before[n].value < 0 && variables_[n].entry >= 0)
      scope.before[n] = {variables_[n].entry, variables_[n].entry, false};
  }
  variables_ = scope.before;
  scope.then_number = scope.number;
  scope.number = ++scope_numbers_;
}

void BlockBuilder::merge_variables(const std::vector<Variable>& then, int condition) {
  for (std::size_t n = 0; n < variables_.size(); ++n) {
    const Variable other = then[n];
    Variable& here = variables_[n];
    if (view_.branch_local[n]) {
      here = {};
      continue;
    }
    if (here.entry < 0) here.entry = other.entry;
    if (!other.written && !here.written) {
      if (here.value < 0) here.value = other.value;
      continue;
    }
    if (here.value == other.value) {
      here.written = true;
      continue;
    }
    const int bits = view_.function.arrays[n].element.bits;
    int a = other.value, b = here.value;
    if (a < 0 || b < 0) {
      // Only one side assigns the variable; on the other side it keeps its old value.
      if (here.entry < 0) {
        GraphNode node;
        node.role = Role::source;
        node.bits = bits;
        here.entry = static_cast<int>(graph_.add_node(node, {}));
      }
      a = a < 0 ? here.entry : a;
      b = b < 0 ? here.entry : b;
    }
    here.value = select(condition, a, b, bits);
    here.written = true;
  }
}

void BlockBuilder::end_branch() {
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  if (scope.then.empty()) {
    scope.then = variables_;
    variables_ = scope.before;
  }
  merge_variables(scope.then, scope.condition);
}

}  // namespace pom::dse::estimate
