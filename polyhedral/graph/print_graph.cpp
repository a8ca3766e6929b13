#include <nlohmann/json.hpp>
#include <sstream>

#include "polyhedral/graph/dependence_graph.hpp"
#include "support/classic_stream.hpp"
#include "support/words.hpp"

namespace pom::graph {

namespace {

std::string path_text(const DependenceGraph& graph, const std::vector<int>& path) {
  std::string text;
  for (int node : path) text += (text.empty() ? "" : "-") + graph.nodes[node].name;
  return text;
}

std::string distance_text(const Edge& edge) {
  if (edge.distance.shared_loops == 0) return "";
  if (!edge.distance.uniform)
    return "distance not uniform, direction " + poly::to_string(edge.distance.directions.front());
  std::string text;
  for (std::size_t n = 0; n < edge.distance.vectors.size(); ++n) {
    text += (n ? ", " : "") + ("distance " + poly::to_string(edge.distance.vectors[n])) + " direction " +
            poly::to_string(edge.distance.directions[n]);
  }
  return text;
}

void print_edge(std::ostringstream& out, const DependenceGraph& graph, const Edge& edge) {
  out << "  " << poly::to_string(edge.kind) << " " << edge.array << " " << graph.nodes[edge.source].name << " -> "
      << graph.nodes[edge.sink].name;
  const std::string distance = distance_text(edge);
  if (!distance.empty()) out << ": " << distance;
  if (edge.distance.shared_loops > 0) out << "; carried by " << join(edge.carriers, ", ");
  out << "\n";
  if (!edge.distance.uniform) out << "    " << edge.distance.relation << "\n";
}

}  // namespace

std::string to_text(const DependenceGraph& graph) {
  ClassicStream out;
  out << "dependence graph of " << graph.name << "\n";
  for (const Node& node : graph.nodes) {
    out << node.name << "\n  Load: " << join(node.loads, " ") << "   Store: " << node.store << "\n";
    out << "  Data access pattern: " << node.pattern << "\n  Iteration dimensions: (" << join(node.loops, ", ")
        << ")\n";
    if (!node.reductions.empty()) out << "  Reduction dimension: " << join(node.reductions, ", ") << "\n";
    for (const std::string& advice : node.guidance) out << "  Guidance: " << advice << "\n";
  }
  out << "dependences\n";
  for (const Edge& edge : graph.edges) print_edge(out, graph, edge);
  out << "data paths\n";
  for (const std::vector<int>& path : graph.paths) out << "  " << path_text(graph, path) << "\n";
  if (graph.paths_truncated) out << "  (and more)\n";
  for (const std::vector<int>& cycle : graph.cycles) out << "cycle\n  " << path_text(graph, cycle) << "\n";
  out << "topological order\n  " << path_text(graph, graph.topological_order) << "\n";
  return out.str();
}

std::string to_dot(const DependenceGraph& graph) {
  ClassicStream out;
  out << "digraph \"" << graph.name << "\" {\n  node [shape=box];\n";
  for (const Node& node : graph.nodes) {
    out << "  \"" << node.name << "\" [label=\"" << node.name << " (" << join(node.loops, ", ") << ")\\nload "
        << join(node.loads, " ") << "\\nstore " << node.store << node.pattern;
    if (!node.reductions.empty()) out << "\\nreduction " << join(node.reductions, ", ");
    out << "\"];\n";
  }
  for (const Edge& edge : graph.edges) {
    const char* style = edge.kind == poly::DependenceKind::flow   ? "solid"
                        : edge.kind == poly::DependenceKind::anti ? "dashed"
                                                                  : "dotted";
    out << "  \"" << graph.nodes[edge.source].name << "\" -> \"" << graph.nodes[edge.sink].name << "\" [style=" << style
        << ", label=\"" << poly::to_string(edge.kind) << " " << edge.array;
    if (edge.distance.uniform && edge.distance.shared_loops > 0 && edge.distance.vectors.size() <= 4) {
      for (const auto& vector : edge.distance.vectors) out << "\\n" << poly::to_string(vector);
    }
    out << "\"];\n";
  }
  out << "}\n";
  return out.str();
}

std::string to_json(const DependenceGraph& graph) {
  nlohmann::ordered_json nodes = nlohmann::ordered_json::array(), edges = nodes, paths = nodes, order = nodes;
  for (const Node& node : graph.nodes) {
    nodes.push_back({{"name", node.name},
                     {"loops", node.loops},
                     {"loads", node.loads},
                     {"store", node.store},
                     {"pattern", node.pattern},
                     {"reductions", node.reductions},
                     {"guidance", node.guidance}});
  }
  for (const Edge& edge : graph.edges) {
    std::vector<std::string> directions;
    for (const auto& direction : edge.distance.directions) directions.push_back(poly::to_string(direction));
    edges.push_back({{"source", graph.nodes[edge.source].name},
                     {"sink", graph.nodes[edge.sink].name},
                     {"kind", poly::to_string(edge.kind)},
                     {"array", edge.array},
                     {"uniform", edge.distance.uniform},
                     {"distances", edge.distance.vectors},
                     {"directions", directions},
                     {"carriers", edge.carriers},
                     {"relation", edge.distance.relation}});
  }
  for (const std::vector<int>& path : graph.paths) paths.push_back(path_text(graph, path));
  for (int node : graph.topological_order) order.push_back(graph.nodes[node].name);
  const nlohmann::ordered_json all = {{"name", graph.name},
                                      {"nodes", nodes},
                                      {"edges", edges},
                                      {"paths", paths},
                                      {"paths_truncated", graph.paths_truncated},
                                      {"topological_order", order}};
  return all.dump(2) + "\n";
}

}  // namespace pom::graph
