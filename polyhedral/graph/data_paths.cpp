#include "polyhedral/graph/data_paths.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <map>

namespace pom::graph {

namespace {

/// A network with many branches has exponentially many paths; a search needs only the first ones.
constexpr std::size_t most_paths = 1024;

using Graph = boost::adjacency_list<boost::setS, boost::vecS, boost::bidirectionalS>;

void follow(const Graph& forward, int node, std::vector<int>& path, DependenceGraph& graph) {
  path.push_back(node);
  if (boost::out_degree(node, forward) == 0) {
    if (graph.paths.size() < most_paths) {
      graph.paths.push_back(path);
    } else {
      graph.paths_truncated = true;
    }
  }
  const auto [begin, end] = boost::adjacent_vertices(node, forward);
  for (auto next = begin; next != end && !graph.paths_truncated; ++next)
    follow(forward, static_cast<int>(*next), path, graph);
  path.pop_back();
}

void find_cycles(const Graph& flow, DependenceGraph& graph) {
  std::vector<int> component(boost::num_vertices(flow));
  boost::strong_components(flow,
                           boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, flow)));
  std::map<int, std::vector<int>> members;
  for (int node = 0; node < static_cast<int>(component.size()); ++node) members[component[node]].push_back(node);
  for (const auto& [number, nodes] : members) {
    if (nodes.size() > 1) graph.cycles.push_back(nodes);
  }
  std::sort(graph.cycles.begin(), graph.cycles.end());
}

}  // namespace

void trace_data_paths(DependenceGraph& graph, const std::vector<int>& program_order) {
  Graph flow(graph.nodes.size()), forward(graph.nodes.size());
  for (const Edge& edge : graph.edges) {
    if (edge.kind != poly::DependenceKind::flow || edge.source == edge.sink) continue;
    boost::add_edge(edge.source, edge.sink, flow);
    if (program_order[edge.source] < program_order[edge.sink]) boost::add_edge(edge.source, edge.sink, forward);
  }
  // Forward edges follow the program, so its own order is a topological one, and the one that a reader expects.
  graph.topological_order.resize(program_order.size());
  for (int node = 0; node < static_cast<int>(program_order.size()); ++node)
    graph.topological_order[program_order[node]] = node;
  find_cycles(flow, graph);
  std::vector<int> path;
  for (int node = 0; node < static_cast<int>(graph.nodes.size()); ++node) {
    if (boost::in_degree(node, forward) == 0) follow(forward, node, path, graph);
  }
}

}  // namespace pom::graph
