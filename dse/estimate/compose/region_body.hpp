#pragma once
#include <vector>

#include "dse/estimate/compose/region.hpp"

namespace pom::dse {

/// What a body has become so far: blocks that are closed, and the one that is open.
struct FunctionEstimator::Region {
  explicit Region(const FunctionView& view, Unrolling& unrolling) : builder(view, unrolling, graph) {}

  Graph graph;
  BlockBuilder builder;
  std::vector<PieceEstimate> callees;  ///< of the calls in the block, by GraphNode::callee
  Cycles total, drain;
  Usage usage;
  std::vector<Touch> touches;
};

}  // namespace pom::dse
