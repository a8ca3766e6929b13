#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

namespace {

/// Upper limit on the edges of a graph; at this size an estimate takes about five seconds and 300 MB.
constexpr std::size_t most_edges = 1'500'000;

}  // namespace

void Graph::clear() {
  nodes.clear();
  edges.clear();
  accesses.clear();
  indices.clear();
  banks.clear();
  carried.clear();
  loop_strides.clear();
  bank_divisions.clear();
  replicated.clear();
  first_running = 0;
}

BankDivision Graph::bank_division(std::size_t number) const {
  return number < bank_divisions.size() ? bank_divisions[number] : BankDivision{};
}

std::size_t Graph::add_node(GraphNode node, const std::vector<GraphEdge>& waits) {
  if (edges.size() + waits.size() > most_edges || banks.size() > 10 * most_edges) throw GraphTooLarge();
  node.first_edge = static_cast<int>(edges.size());
  node.edges = static_cast<int>(waits.size());
  edges.insert(edges.end(), waits.begin(), waits.end());
  nodes.push_back(node);
  return nodes.size() - 1;
}

void Graph::add_carried(const CarriedEdge& edge) {
  if (carried.size() >= most_edges) throw GraphTooLarge();
  carried.push_back(edge);
}

}  // namespace pom::dse::estimate
