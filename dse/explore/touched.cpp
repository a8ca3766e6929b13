#include "dse/explore/touched.hpp"

#include <functional>

namespace pom::dse {

namespace {

void collect(const Function& function, const std::vector<Node>& body, Touched& touched) {
  const std::function<void(int)> walk = [&](int e) {
    if (e < 0) return;
    const Expression& expression = function.expressions[static_cast<std::size_t>(e)];
    if (expression.op == OpKind::load) touched.reads.insert(expression.array);
    for (int operand : expression.operands) walk(operand);
  };
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      walk(node.assignment.value);
      touched.writes.insert(node.assignment.array);
    }
    if (node.kind == Node::Kind::branch) walk(node.branch.condition);
    collect(function, node.loop.body, touched);
    collect(function, node.branch.then, touched);
    collect(function, node.branch.otherwise, touched);
  }
}

}  // namespace

Touched find_touched(const Function& function, const std::vector<Node>& body) {
  Touched touched;
  collect(function, body, touched);
  return touched;
}

}  // namespace pom::dse
