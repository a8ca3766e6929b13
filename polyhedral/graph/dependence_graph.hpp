#pragma once
#include <string>
#include <vector>

#include "polyhedral/analysis/distance.hpp"
#include "polyhedral/graph/distance_box.hpp"

namespace pom::graph {

/// Dependences of one kind on one array from one compute to another, or to itself.
struct Edge {
  int source = -1, sink = -1;  ///< in DependenceGraph::nodes
  poly::DependenceKind kind = poly::DependenceKind::flow;
  std::string array;
  poly::DistanceSet distance;                     ///< over the loops that both share as written
  std::vector<std::string> carriers;              ///< names of the loops that carry it; "none": loop-independent
  std::optional<std::vector<DistanceBox>> boxes;  ///< over the same loops; nothing: too much work to find
};

/// One compute: a loop nest with one statement.
struct Node {
  std::string name;
  std::vector<std::string> loops;       ///< iteration dimensions, outermost first
  std::vector<std::string> loads;       ///< arrays, in order of first load
  std::string store;                    ///< array
  std::string pattern;                  ///< data access pattern of the store: "(i, j)"
  std::vector<std::string> reductions;  ///< loops that the store does not mention and that carry a dependence on itself
  std::vector<std::string> guidance;    ///< what would loosen its tight dependences; suggestions, not verdicts
};

/// IR 1 (POM, section V-A). Node n is compute n of the program. Stage one of auto_DSE takes its distances from here.
struct DependenceGraph {
  std::string name;
  std::vector<Node> nodes;
  poly::Dependences dependences;
  std::vector<Edge> edges;               ///< edge n is dependences.direct[n]
  std::vector<std::vector<int>> paths;   ///< data paths: maximal chains of flow edges forward in the program
  bool paths_truncated = false;          ///< there are more than are listed
  std::vector<int> topological_order;    ///< along the forward flow edges
  std::vector<std::vector<int>> cycles;  ///< groups of computes that depend on each other through a shared loop
};

DependenceGraph build_dependence_graph(const poly::Scop& as_written, const poly::Dependences&);

std::string to_text(const DependenceGraph&);
std::string to_dot(const DependenceGraph&);
std::string to_json(const DependenceGraph&);

}  // namespace pom::graph
