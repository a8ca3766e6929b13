#include "dse/estimate/sums.hpp"

#include <utility>

namespace pom::dse {

namespace {

/// LUTs of an adder beyond its width.
constexpr double adder_overhead = 7;
/// Below this width adders are counted by their bits alone.
constexpr int least_bits = 7;

bool is_sum(const GraphNode& node, const std::vector<Expression>& expressions) {
  return node.role == Role::operation && node.cost >= 0 && (node.op == OpKind::add || node.op == OpKind::sub) &&
         !expressions[static_cast<std::size_t>(node.cost)].type.is_float() && node.latency == 0 &&
         node.bits >= least_bits;
}

}  // namespace

double three_operand_savings(const Graph& graph, const std::vector<Expression>& expressions) {
  std::vector<int> uses(graph.nodes.size());
  for (const GraphNode& node : graph.nodes) {
    if (node.role == Role::source) continue;  // a store that was dropped
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e)
      ++uses[static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(e)].from)];
  }
  std::vector<int> length(graph.nodes.size());  // additions that lead into this one, and it
  double saved = 0;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    if (!is_sum(node, expressions)) continue;
    length[n] = 1;
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const auto from = static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(e)].from);
      if (uses[from] == 1) length[n] += std::exchange(length[from], 0);
    }
  }
  for (const int additions : length) {
    if (additions > 1) saved += adder_overhead * (additions - additions / 3);
  }
  return saved;
}

}  // namespace pom::dse
