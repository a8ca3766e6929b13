#pragma once
#include <vector>

#include "dse/estimate/compose/region.hpp"

namespace pom::dse::estimate {

/// The state of a body's estimate: the totals of its closed blocks, and the open block.
struct FunctionEstimator::Region {
  explicit Region(const FunctionView& view, Unrolling& unrolling) : builder(view, unrolling, graph) {}

  Graph graph;
  BlockBuilder builder;
  std::vector<PieceEstimate> callees;  ///< modules called in the block, by GraphNode::callee
  Cycles total, drain;
  Usage usage;
  std::vector<AccessSummary> accesses;
};

}  // namespace pom::dse::estimate
