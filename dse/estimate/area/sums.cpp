#include "dse/estimate/area/sums.hpp"

#include <utility>

namespace pom::dse::estimate {

namespace {

/// LUTs of an adder in addition to its width.
constexpr double adder_overhead = 7;
/// Width in bits below which adders are counted by their bits alone.
constexpr int least_bits = 7;

bool is_sum(const GraphNode& node, const std::vector<devices::OperatorCost>& costs) {
  return node.role == Role::operation && node.cost >= 0 && (node.op == OpKind::add || node.op == OpKind::sub) &&
         !costs[node.cost].shared && node.latency == 0 && node.bits >= least_bits;
}

/// For each node: the number of uses of its value, and one of its users.
struct Uses {
  std::vector<int> count, user;

  explicit Uses(const Graph& graph) : count(graph.nodes.size()), user(graph.nodes.size(), -1) {
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const GraphNode& node = graph.nodes[n];
      if (node.role == Role::source) continue;  // a store that was dropped
      for (const GraphEdge& edge : graph.edges_of(node)) {
        const auto from = static_cast<std::size_t>(edge.from);
        ++count[from];
        user[from] = static_cast<int>(n);
      }
    }
  }
};

/// Computes, for each sum, the number of additions in the tree that ends in it; 0 for other nodes.
std::vector<int> count_additions(const Graph& graph, const std::vector<devices::OperatorCost>& costs,
                                 const Uses& uses) {
  std::vector<int> additions(graph.nodes.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    if (!is_sum(node, costs)) continue;
    additions[n] = 1;
    for (const GraphEdge& edge : graph.edges_of(node)) {
      const auto from = static_cast<std::size_t>(edge.from);
      if (uses.count[from] == 1) additions[n] += additions[from];
    }
  }
  return additions;
}

/// Tells whether the sum is used by one other sum only.
bool continues(std::size_t n, const std::vector<int>& additions, const Uses& uses) {
  return uses.count[n] == 1 && additions[uses.user[n]] > 0;
}

}  // namespace

double three_operand_savings(const Graph& graph, const std::vector<devices::OperatorCost>& costs) {
  const Uses uses(graph);
  const std::vector<int> additions = count_additions(graph, costs, uses);
  double saved = 0;
  for (std::size_t n = 0; n < additions.size(); ++n) {
    if (additions[n] > 1 && !continues(n, additions, uses)) saved += adder_overhead * (additions[n] - additions[n] / 3);
  }
  return saved;
}

std::vector<char> find_inner_sums(const Graph& graph, const std::vector<devices::OperatorCost>& costs) {
  const Uses uses(graph);
  const std::vector<int> additions = count_additions(graph, costs, uses);
  std::vector<char> inner(graph.nodes.size());
  for (std::size_t n = 0; n < additions.size(); ++n) inner[n] = additions[n] % 3 == 2 && continues(n, additions, uses);
  return inner;
}

}  // namespace pom::dse::estimate
