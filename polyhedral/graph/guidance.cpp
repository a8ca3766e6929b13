#include "polyhedral/graph/guidance.hpp"

#include <algorithm>

namespace pom::graph {

namespace {

using Vector = std::vector<std::int64_t>;

/// The distances of a node's dependences on itself; false where one is not uniform, so that vectors do not tell.
struct SelfDistances {
  std::vector<Vector> vectors;
  bool uniform = true;
};

SelfDistances self_distances(const DependenceGraph& graph, int node) {
  SelfDistances all;
  for (const Edge& edge : graph.edges) {
    if (edge.source != node || edge.sink != node || edge.kind == poly::DependenceKind::anti) continue;
    all.uniform = all.uniform && edge.distance.uniform;
    all.vectors.insert(all.vectors.end(), edge.distance.vectors.begin(), edge.distance.vectors.end());
  }
  return all;
}

bool innermost_carries(const DependenceGraph& graph, int node) {
  const int innermost = static_cast<int>(graph.nodes[node].loops.size()) - 1;
  return std::any_of(graph.edges.begin(), graph.edges.end(), [&](const Edge& edge) {
    const std::vector<int>& carriers = edge.distance.carriers;
    return edge.source == node && edge.sink == node && edge.kind != poly::DependenceKind::anti &&
           std::find(carriers.begin(), carriers.end(), innermost) != carriers.end();
  });
}

/// After loops `a` and `b` change places: no distance runs backwards, and none is carried by the innermost loop.
bool interchange_loosens(const std::vector<Vector>& vectors, std::size_t a, std::size_t b) {
  return std::all_of(vectors.begin(), vectors.end(), [&](Vector vector) {
    std::swap(vector[a], vector[b]);
    const auto carrier = std::find_if(vector.begin(), vector.end(), [](std::int64_t entry) { return entry != 0; });
    return carrier != vector.end() && *carrier > 0 && carrier + 1 != vector.end();
  });
}

/// The level to interchange with the innermost loop: the nearest that loosens; -1: none.
int find_interchange(const DependenceGraph& graph, int node) {
  const SelfDistances self = self_distances(graph, node);
  const int innermost = static_cast<int>(graph.nodes[node].loops.size()) - 1;
  for (int level = innermost - 1; level >= 0 && self.uniform; --level) {
    if (interchange_loosens(self.vectors, level, innermost)) return level;
  }
  return -1;
}

}  // namespace

void add_guidance(DependenceGraph& graph, const NestMates& mates) {
  enum class Wish { keep, interchange, skew };
  std::vector<Wish> wishes(graph.nodes.size(), Wish::keep);
  for (int n = 0; n < static_cast<int>(graph.nodes.size()); ++n) {
    Node& node = graph.nodes[n];
    if (node.loops.empty() || !innermost_carries(graph, n)) continue;
    const int level = find_interchange(graph, n);
    wishes[n] = level >= 0 ? Wish::interchange : Wish::skew;
    const std::string& innermost = node.loops.back();
    if (level >= 0) {
      node.guidance.push_back("interchange " + innermost + " outward: " + innermost +
                              " carries a dependence in the innermost loop; with " + node.loops[level] +
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
