#include "dse/kernel/rewrite/touched.hpp"

#include "dse/kernel/visit_parts.hpp"

namespace pom::dse {

namespace {

enum class Access { load, store };
using Visit = std::function<void(Access, int, const std::vector<Index>&)>;

void walk_value(const Function& function, int e, const Visit& visit) {
  visit_parts(function, e, [&](const Expression& part) {
    if (part.op == OpKind::load) visit(Access::load, part.array, part.indices);
  });
}

void walk(const Function& function, std::span<const Node> body, const Visit& visit) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      walk_value(function, node.assignment.value, visit);
      for (const Index& index : node.assignment.indices) walk_value(function, index.value, visit);
      visit(Access::store, node.assignment.array, node.assignment.indices);
    }
    if (node.kind == Node::Kind::branch) walk_value(function, node.branch.condition, visit);
    walk(function, node.loop.body, visit);
    walk(function, node.branch.then, visit);
    walk(function, node.branch.otherwise, visit);
  }
}

}  // namespace

Touched find_touched(const Function& function, std::span<const Node> body) {
  Touched touched;
  walk(function, body, [&](Access access, int array, const std::vector<Index>&) {
    (access == Access::load ? touched.reads : touched.writes).insert(array);
  });
  return touched;
}

void visit_accesses(const Function& function, std::span<const Node> body,
                    const std::function<void(int, const std::vector<Index>&)>& visit) {
  walk(function, body, [&](Access, int array, const std::vector<Index>& indices) { visit(array, indices); });
}

}  // namespace pom::dse
