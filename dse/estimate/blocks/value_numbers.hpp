#pragma once
#include <array>
#include <vector>

#include "dse/estimate/blocks/branches.hpp"
#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/graph/flat_map.hpp"
#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

/// The operations of a block by what they compute: equal ones are one node.
class ValueNumbers {
 public:
  /// The operands' nodes; -1: none.
  using Operands = std::array<int, 3>;

  void clear() { nodes_.clear(); }
  /// Returns the node of a constant or of a loop's value.
  int leaf(Graph&, const Expression&);
  /// Returns the node of an operation. In pipelined loops, sums of products share the products' DSP blocks.
  int operation(Graph&, const FunctionView&, int expression, const Operands&, BranchSides, bool is_pipelined);

 private:
  FlatMap<int> nodes_;            ///< by hash of the operation and its operands
  std::vector<GraphEdge> waits_;  ///< reused
};

}  // namespace pom::dse::estimate
