#include "dse/estimate/blocks/variables.hpp"

namespace pom::dse::estimate {

void Variables::clear(std::size_t arrays) {
  variables_.assign(arrays, {});
  branches_.clear();
}

int Variables::enter(Graph& graph, int array, int bits) {
  GraphNode node;
  node.role = Role::source;
  node.bits = bits;
  return variables_[array].entry = variables_[array].value = static_cast<int>(graph.add_node(node, {}));
}

void Variables::assign(int array, int value) {
  variables_[array].value = value;
  variables_[array].written = true;
}

void Variables::begin_branch() { branches_.push_back({variables_, {}}); }

void Variables::begin_otherwise() {
  Snapshot& branch = branches_.back();
  branch.then = variables_;
  for (std::size_t n = 0; n < variables_.size(); ++n) {
    // A value that the first side read is the value from before the branch.
    if (branch.before[n].value < 0 && variables_[n].entry >= 0)
      branch.before[n] = {variables_[n].entry, variables_[n].entry, false};
  }
  variables_ = branch.before;
}

void Variables::end_branch(Graph& graph, const FunctionView& view, const BranchSide& side) {
  Snapshot branch = std::move(branches_.back());
  branches_.pop_back();
  if (branch.then.empty()) {
    branch.then = variables_;
    variables_ = branch.before;
  }
  for (std::size_t n = 0; n < variables_.size(); ++n) merge(graph, view, static_cast<int>(n), branch.then[n], side);
}

/// Joins the variable after the "then" side with the current one, which is that after the "otherwise" side.
void Variables::merge(Graph& graph, const FunctionView& view, int array, const Variable& then, const BranchSide& side) {
  Variable& here = variables_[array];
  if (view.branch_local[array] == side.expression) {  // branches inside of it leave the variable what it is
    here = {};
    return;
  }
  if (here.entry < 0) here.entry = then.entry;
  if (!then.written && !here.written) {
    if (here.value < 0) here.value = then.value;
    return;
  }
  here.written = true;
  if (here.value == then.value) return;
  const int bits = view.function.arrays[array].element.bits;
  int a = then.value, b = here.value;
  if (a < 0 || b < 0) {
    // Only one side assigns the variable; on the other side it keeps its old value.
    if (here.entry < 0) {
      GraphNode node;
      node.role = Role::source;
      node.bits = bits;
      here.entry = static_cast<int>(graph.add_node(node, {}));
    }
    a = a < 0 ? here.entry : a;
    b = b < 0 ? here.entry : b;
  }
  here.value = add_select(graph, view.target, side.condition, a, b, bits);
}

}  // namespace pom::dse::estimate
