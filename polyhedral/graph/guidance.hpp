#pragma once
#include "polyhedral/graph/dependence_graph.hpp"

namespace pom::graph {

/// Which computes share a loop nest as written: shares[a][…] lists the others, for node a.
using NestMates = std::vector<std::vector<int>>;

/// Suggests, for each node with a tight dependence (carried by its innermost loop), an interchange, else a skew, by the
/// same boxes and the same choice of an order as stage one of auto_DSE; and a split where two computes of one nest want
/// different loop orders (POM, sections V-A and VI-A, Fig. 8 and 10).
void add_guidance(DependenceGraph& graph, const NestMates& mates);

}  // namespace pom::graph
