#include "dse/kernel/visit_parts.hpp"

namespace pom::dse {

void for_each_expression(const Function& function, const std::vector<Node>& body,
                         const std::function<void(int)>& visit) {
  std::set<int> seen;
  const std::function<void(int)> walk = [&](int e) {
    if (e < 0 || !seen.insert(e).second) return;
    const Expression expression = function.expressions[e];  // `visit` may add others
    for (const int operand : expression.operands) walk(operand);
    for (const Index& index : expression.indices) walk(index.value);
    visit(e);
  };
  const std::function<void(const std::vector<Node>&)> walk_body = [&](const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      if (node.kind == Node::Kind::assignment) {
        walk(node.assignment.value);
        for (const Index& index : node.assignment.indices) walk(index.value);
      }
      if (node.kind == Node::Kind::loop) walk_body(node.loop.body);
      if (node.kind != Node::Kind::branch) continue;
      walk(node.branch.condition);
      walk_body(node.branch.then);
      walk_body(node.branch.otherwise);
    }
  };
  walk_body(body);
}

}  // namespace pom::dse
