#include "dse/estimate/graph.hpp"

namespace pom::dse {

void Graph::clear() {
  nodes.clear();
  edges.clear();
  accesses.clear();
  indices.clear();
  banks.clear();
  carried.clear();
  loop_units.clear();
  bank_divisions.clear();
  replicated.clear();
  first_running = 0;
}

BankDivision Graph::bank_division(std::size_t number) const {
  return number < bank_divisions.size() ? bank_divisions[number] : BankDivision{};
}

std::size_t Graph::add_node(GraphNode node, const std::vector<GraphEdge>& waits) {
  node.first_edge = static_cast<int>(edges.size());
  node.edges = static_cast<int>(waits.size());
  edges.insert(edges.end(), waits.begin(), waits.end());
  nodes.push_back(node);
  return nodes.size() - 1;
}

}  // namespace pom::dse
