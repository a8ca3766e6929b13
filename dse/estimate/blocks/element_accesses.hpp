#pragma once
#include <span>
#include <vector>

#include "dse/estimate/blocks/access_log.hpp"
#include "dse/estimate/blocks/address_logic.hpp"
#include "dse/estimate/blocks/branches.hpp"
#include "dse/estimate/blocks/element_table.hpp"
#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/blocks/pipelined_loops.hpp"

namespace pom::dse::estimate {

/// The loads and stores of array elements in a block. A known element is not loaded again, and a store that another one
/// overwrites is removed.
class ElementAccesses {
 public:
  ElementAccesses(const FunctionView& view, const Unrolling& unrolling, Graph& graph, const PipelinedLoops& pipelined);

  void clear();
  /// Returns the number of an element in elements().
  int find(int array, std::span<const Linear> indices) { return elements_.find(array, indices, graph_); }
  /// Returns the element's value at this position as far as the block knows it; -1: it has to be loaded.
  int known_value(int element, BranchSides);
  /// Adds a load that waits for `address`, and returns its node.
  int load(int element, const std::vector<GraphEdge>& address);
  /// Adds a load in front of a nest that is one loop. No iteration waits for what the first one reads: if the nest
  /// stores the element, another run of the loop did.
  int load_first(int element, const std::vector<GraphEdge>& address);
  /// Adds a store that waits for `address`, and for the conditions of the sides.
  void store(int element, int value, const std::vector<GraphEdge>& address, BranchSides);
  /// Returns the next element of a stream. An array that a directive makes a stream delivers each element once, so that
  /// later reads of the element use the same value.
  int read_stream(int element, BranchSides);
  void write_stream(int element, int value, BranchSides sides) { access_stream(element, Role::store, value, sides); }
  /// Records what the call `node` does to one array.
  void call(int node, const AccessSummary&);

  AccessLog& log() { return log_; }
  const AccessLog& log() const { return log_; }
  const ElementTable& elements() const { return elements_; }

 private:
  int add_access(const ArrayElement&, Role role);
  /// Adds a load that waits for load_waits_; returns its position in Graph::accesses.
  int add_load(ArrayElement&);
  int resolve(int element);
  bool store_of_both_sides(int element, int value, const std::vector<GraphEdge>& address, BranchSides);
  int store_latency(const GraphAccess&, int value) const;
  void drop_store(ArrayElement&);
  int access_stream(int element, Role role, int value, BranchSides);

  const FunctionView& view_;
  const Unrolling& unrolling_;
  Graph& graph_;
  const PipelinedLoops& pipelined_;
  AccessLog log_;
  ElementTable elements_;
  AddressLogic addresses_;
  std::vector<GraphEdge> load_waits_, store_waits_;  ///< reused
};

}  // namespace pom::dse::estimate
