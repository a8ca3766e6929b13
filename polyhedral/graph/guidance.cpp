#include "polyhedral/graph/guidance.hpp"

#include <algorithm>
#include <numeric>

#include "polyhedral/graph/loop_order.hpp"

namespace pom::graph {

namespace {

/// The loops of a node alone, with what it carries itself, as stage one of auto_DSE sees a perfect nest.
OrderProblem order_problem(const DependenceGraph& graph, int node) {
  OrderProblem problem;
  problem.depth = static_cast<int>(graph.nodes[node].loops.size());
  problem.contiguity.assign(problem.depth, 0);
  for (const Edge& edge : graph.edges) {
    if (edge.source != node || edge.sink != node || !edge.boxes) continue;
    problem.boxes.insert(problem.boxes.end(), edge.boxes->begin(), edge.boxes->end());
  }
  return problem;
}

LoopOrder order_as_written(const OrderProblem& problem) {
  LoopOrder order(problem.depth);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

void add_guidance(DependenceGraph& graph, const NestMates& mates) {
  enum class Wish { keep, interchange, skew };
  std::vector<Wish> wishes(graph.nodes.size(), Wish::keep);
  for (int n = 0; n < static_cast<int>(graph.nodes.size()); ++n) {
    Node& node = graph.nodes[n];
    const OrderProblem problem = order_problem(graph, n);
    if (node.loops.empty() || count_free_inner(problem, order_as_written(problem)) > 0) continue;
    const LoopOrder order = find_most_parallel_order(problem);
    const bool loosens = count_free_inner(problem, order) > 0;
    wishes[n] = loosens ? Wish::interchange : Wish::skew;
    const std::string& innermost = node.loops.back();
    if (loosens) {
      node.guidance.push_back("interchange " + innermost + " outward: " + innermost +
                              " carries a dependence in the innermost loop; with " + node.loops[order.back()] +
                              " innermost it does not");
    } else {
      node.guidance.push_back("skew: " + innermost +
                              " carries a dependence in the innermost loop, and no interchange alone loosens it");
    }
  }
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    for (int mate : mates[n]) {
      if (wishes[n] == wishes[mate]) continue;
      graph.nodes[n].guidance.push_back("split from " + graph.nodes[mate].name +
                                        ": the two want different loop orders in their shared nest");
    }
  }
}

}  // namespace pom::graph
