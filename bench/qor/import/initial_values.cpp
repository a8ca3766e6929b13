#include <algorithm>

#include "bench/qor/import/finish_kernel.hpp"
#include "bench/qor/import/index_arithmetic.hpp"
#include "dse/kernel/index.hpp"

/// Initializers of local arrays: the tool makes a loop over the elements ("Loop 1") where the array is declared.
namespace pom::dse::qor {

namespace {

/// What uses an array: any statement, or (with a loop) only those that choose the element by the loop.
struct Use {
  const Function& function;
  int array = -1;
  int loop = -1;

  bool chosen(const std::vector<Index>& indices) const {
    return loop < 0 || std::any_of(indices.begin(), indices.end(),
                                   [&](const Index& index) { return index.opaque || mentions(index, loop); });
  }
  bool in(const std::vector<Index>& indices) const {
    return std::any_of(indices.begin(), indices.end(), [&](const Index& i) { return i.opaque && in(i.value); });
  }
  bool in(int expression) const {
    if (expression < 0) return false;
    const Expression& e = function.expressions[expression];
    if ((e.array == array && chosen(e.indices)) || in(e.indices)) return true;
    return std::any_of(e.operands.begin(), e.operands.end(), [&](int operand) { return in(operand); });
  }
  bool in(const Assignment& a) const { return (a.array == array && chosen(a.indices)) || in(a.value) || in(a.indices); }
  bool in(const Call& call) const {
    for (std::size_t p = 0; p < call.arrays.size(); ++p) {
      if (call.arrays[p] == array && (p >= call.offsets.size() || chosen(call.offsets[p]))) return true;
    }
    return std::any_of(call.values.begin(), call.values.end(), [&](int value) { return in(value); });
  }
  bool in(const std::vector<Node>& body) const {
    return std::any_of(body.begin(), body.end(), [&](const Node& node) { return in(node); });
  }
  bool in(const Node& node) const {
    switch (node.kind) {
      case Node::Kind::assignment:
        return in(node.assignment);
      case Node::Kind::call:
        return in(node.call);
      case Node::Kind::branch:
        return in(node.branch.condition) || in(node.branch.then) || in(node.branch.otherwise);
      case Node::Kind::loop:
        return in(node.loop.body);
    }
    return false;
  }
};

bool holds_loop(const Node& node, int id) {
  if (node.kind == Node::Kind::branch) {
    const auto holds = [&](const Node& inner) { return holds_loop(inner, id); };
    return std::any_of(node.branch.then.begin(), node.branch.then.end(), holds) ||
           std::any_of(node.branch.otherwise.begin(), node.branch.otherwise.end(), holds);
  }
  if (node.kind != Node::Kind::loop) return false;
  return node.loop.id == id || std::any_of(node.loop.body.begin(), node.loop.body.end(),
                                           [&](const Node& inner) { return holds_loop(inner, id); });
}

/// Where the array lives: in the loop whose body a directive of the array stands in, else in the innermost that holds
/// all its uses; its elements are not for several iterations of that loop.
std::vector<Node>* find_scope(Function& function, int array, std::optional<int> declared_in) {
  std::vector<Node>* scope = &function.body;
  while (declared_in != -1) {
    std::vector<Node*> here;
    for (Node& node : *scope) {
      if (declared_in ? holds_loop(node, *declared_in) : Use{function, array}.in(node)) here.push_back(&node);
    }
    if (here.size() != 1 || here.front()->kind != Node::Kind::loop) break;
    Loop& loop = here.front()->loop;
    if (!declared_in && Use{function, array, loop.id}.in(loop.body)) break;
    scope = &loop.body;
    if (declared_in == loop.id) break;
  }
  return scope;
}

Node loop_over(Function& function, int array, int& next_loop) {
  const Array& its = function.arrays[array];
  Expression zero;
  zero.type = its.element;
  function.expressions.push_back(zero);
  Node nest;
  nest.assignment = {array, {}, static_cast<int>(function.expressions.size()) - 1};
  for (std::size_t d = 0; d < its.shape.size(); ++d)
    nest.assignment.indices.push_back(loop_index(next_loop + static_cast<int>(d)));
  for (std::size_t d = its.shape.size(); d-- > 0;) {
    Node outer;
    outer.kind = Node::Kind::loop;
    outer.loop.id = next_loop + static_cast<int>(d);
    outer.loop.label = "Loop " + std::to_string(d + 1);
    outer.loop.lower = {constant_index(0)};
    outer.loop.upper = {constant_index(its.shape[d])};
    outer.loop.trip = {its.shape[d], its.shape[d], static_cast<double>(its.shape[d])};
    outer.loop.body.push_back(std::move(nest));
    nest = std::move(outer);
  }
  next_loop += static_cast<int>(its.shape.size());
  return nest;
}

}  // namespace

void insert_initializers(Function& function, int next_loop, const std::map<int, int>& declared_in) {
  std::map<const std::vector<Node>*, std::ptrdiff_t> inserted;
  for (std::size_t n = 0; n < function.arrays.size(); ++n) {
    Array& array = function.arrays[n];
    if (!array.initialized) continue;
    array.initialized = false;
    const bool known = std::all_of(array.shape.begin(), array.shape.end(), [](std::int64_t e) { return e > 0; });
    if (array.is_static || array.stream || array.shape.empty() || !known) continue;
    const int number = static_cast<int>(n);
    const auto declared = declared_in.find(number);
    std::vector<Node>& scope =
        *find_scope(function, number, declared == declared_in.end() ? std::nullopt : std::optional(declared->second));
    scope.insert(scope.begin() + inserted[&scope]++, loop_over(function, number, next_loop));
  }
}

}  // namespace pom::dse::qor
