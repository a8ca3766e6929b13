#include "bench/qor/import/finish_kernel.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace pom::dse::qor {

namespace {

/// Visits every node, bodies included, inner ones first.
void for_each_node(std::vector<Node>& nodes, const std::function<void(Node&)>& visit) {
  for (Node& node : nodes) {
    for (auto* body : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) for_each_node(*body, visit);
    visit(node);
  }
}

bool is_first_element(const std::vector<Index>& indices) {
  return indices.size() == 1 && indices[0].is_constant() && indices[0].constant == 0;
}

/// A pointer without a known length that may be a reference to one element.
bool is_candidate(const Array& array, bool top) {
  const bool bus =
      array.port.is_bus() || array.port.is_stream() || array.port.mode == "ap_memory" || array.port.mode == "bram";
  return array.role == Array::Role::argument && array.shape == std::vector<std::int64_t>{-1} && !array.stream &&
         array.banking.empty() && !(top && bus);
}

std::set<int> find_references(Kernel& kernel, Function& function, bool top) {
  std::set<int> references;
  for (const int parameter : function.parameters) {
    if (is_candidate(function.arrays[parameter], top)) references.insert(parameter);
  }
  if (references.empty()) return references;
  for (const Expression& expression : function.expressions) {
    if (expression.op == OpKind::load && !is_first_element(expression.indices)) references.erase(expression.array);
  }
  for_each_node(function.body, [&](Node& node) {
    if (node.kind == Node::Kind::assignment && !is_first_element(node.assignment.indices))
      references.erase(node.assignment.array);
    if (node.kind != Node::Kind::call) return;
    const Function& callee = kernel.functions[node.call.function];
    for (std::size_t n = 0; n < node.call.arrays.size() && n < callee.parameters.size(); ++n) {
      const Array& its = callee.arrays[callee.parameters[n]];
      const bool element =
          its.shape.empty() && (node.call.offsets[n].empty() || is_first_element(node.call.offsets[n]));
      if (!element) references.erase(node.call.arrays[n]);
    }
  });
  return references;
}

void make_scalars(Function& function, const std::set<int>& references) {
  for (const int number : references) function.arrays[number].shape.clear();
  for (Expression& expression : function.expressions) {
    if (expression.op == OpKind::load && references.contains(expression.array)) expression.indices.clear();
  }
  for_each_node(function.body, [&](Node& node) {
    if (node.kind == Node::Kind::assignment && references.contains(node.assignment.array))
      node.assignment.indices.clear();
    if (node.kind != Node::Kind::call) return;
    for (std::size_t n = 0; n < node.call.arrays.size(); ++n) {
      if (references.contains(node.call.arrays[n])) node.call.offsets[n].clear();
    }
  });
}

/// The expressions that the function's steps use, directly or through others.
class LiveLoads {
 public:
  explicit LiveLoads(const Function& function) : function_(function), seen_(function.expressions.size(), false) {}

  void use(int number) {
    if (number < 0) return;
    std::vector<int> open = {number};
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      if (at < 0 || seen_[at]) continue;
      seen_[at] = true;
      const Expression& expression = function_.expressions[at];
      if (expression.op == OpKind::load) loaded.insert(expression.array);
      open.insert(open.end(), expression.operands.begin(), expression.operands.end());
      for (const Index& index : expression.indices) open.push_back(index.opaque ? index.value : -1);
    }
  }
  void use(const std::vector<Index>& indices) {
    for (const Index& index : indices) {
      if (index.opaque) use(index.value);
    }
  }

  std::set<int> loaded;

 private:
  const Function& function_;
  std::vector<bool> seen_;
};

bool has_effect(const Function& function, int number) {
  if (number < 0) return false;
  const Expression& expression = function.expressions[number];
  if (expression.op == OpKind::load && function.arrays[expression.array].stream) return true;
  return std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](int operand) { return has_effect(function, operand); });
}

std::set<int> used_arrays(Function& function, const std::set<int>& removable) {
  LiveLoads live(function);
  for_each_node(function.body, [&](Node& node) {
    if (node.kind == Node::Kind::assignment && !removable.contains(node.assignment.array)) {
      live.use(node.assignment.value);
      live.use(node.assignment.indices);
    }
    if (node.kind == Node::Kind::branch) live.use(node.branch.condition);
    if (node.kind == Node::Kind::loop) {
      live.use(node.loop.lower);
      live.use(node.loop.upper);
    }
    if (node.kind != Node::Kind::call) return;
    for (const int value : node.call.values) live.use(value);
    for (const auto& offset : node.call.offsets) live.use(offset);
    live.loaded.insert(node.call.arrays.begin(), node.call.arrays.end());
  });
  return live.loaded;
}

void remove_assignments(std::vector<Node>& nodes, const Function& function, const std::set<int>& dead) {
  for (Node& node : nodes) {
    for (auto* body : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      remove_assignments(*body, function, dead);
  }
  std::erase_if(nodes, [&](const Node& node) {
    return node.kind == Node::Kind::assignment && dead.contains(node.assignment.array) &&
           !has_effect(function, node.assignment.value);
  });
}

}  // namespace

void make_references(Kernel& kernel) {
  // Callees stand behind their callers.
  for (std::size_t n = kernel.functions.size(); n-- > 0;) {
    Function& function = kernel.functions[n];
    make_scalars(function, find_references(kernel, function, static_cast<int>(n) == kernel.top));
  }
}

void drop_dead_scalars(Function& function) {
  // Scalars are dead unless something alive loads them: grow the living until nothing changes.
  std::set<int> dead;
  for (std::size_t n = 0; n < function.arrays.size(); ++n) {
    const Array& array = function.arrays[n];
    if (array.shape.empty() && array.role == Array::Role::local && !array.is_static && !array.stream)
      dead.insert(static_cast<int>(n));
  }
  for (std::size_t before = dead.size() + 1; before != dead.size();) {
    before = dead.size();
    const std::set<int> used = used_arrays(function, dead);
    std::erase_if(dead, [&](int number) { return used.contains(number); });
  }
  remove_assignments(function.body, function, dead);
}

}  // namespace pom::dse::qor
