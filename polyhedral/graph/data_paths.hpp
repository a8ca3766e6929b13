#pragma once
#include "polyhedral/graph/dependence_graph.hpp"

namespace pom::graph {

/// Fills paths, topological order and cycles from the edges. `program_order[n]`: rank of node n in the program as
/// written.
void trace_data_paths(DependenceGraph& graph, const std::vector<int>& program_order);

}  // namespace pom::graph
