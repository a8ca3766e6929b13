#include "dse/estimate/blocks/branches.hpp"

#include <algorithm>

#include "dse/devices/tables/operators.hpp"

namespace pom::dse::estimate {

int add_condition(Graph& graph, BranchSides sides) {
  int condition = sides.front().condition;
  for (const BranchSide& side : sides.subspan(1)) {
    GraphNode both;
    both.op = OpKind::bit_and;
    both.bits = 1;
    condition = static_cast<int>(
        graph.add_node(both, {{condition, GraphEdge::Kind::value}, {side.condition, GraphEdge::Kind::value}}));
  }
  return condition;
}

int add_select(Graph& graph, const devices::Target& target, int condition, int then, int otherwise, int bits) {
  if (then == otherwise) return then;
  const devices::OperatorCost cost =
      devices::find_operator(target, devices::integer_key(OpKind::select, std::max(bits, 1)));
  GraphNode node;
  node.op = OpKind::select;
  node.bits = bits;
  node.out_ns = node.in_ns = static_cast<float>(cost.delay_ns);
  return static_cast<int>(graph.add_node(
      node,
      {{condition, GraphEdge::Kind::value}, {then, GraphEdge::Kind::value}, {otherwise, GraphEdge::Kind::value}}));
}

}  // namespace pom::dse::estimate
