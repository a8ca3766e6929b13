#pragma once
#include <map>
#include <optional>
#include <vector>

#include "dse/estimate/blocks/branches.hpp"
#include "dse/estimate/blocks/element_accesses.hpp"
#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/blocks/pipelined_loops.hpp"
#include "dse/estimate/blocks/value_numbers.hpp"
#include "dse/estimate/blocks/variables.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/surroundings.hpp"

namespace pom::dse::estimate {

/// Builds one block's graph from statements. Equal values are computed once, and a stored element is forwarded to later
/// loads.
class BlockBuilder {
 public:
  BlockBuilder(const FunctionView& view, Unrolling& unrolling, Graph& graph, PipelinedLoops pipelined = {});

  void clear();
  void add(const Assignment&);
  /// Adds an assignment to a variable that takes effect in the first iteration only.
  void add_first(const Assignment&);
  /// Returns the value of a condition; nothing if it depends on the iteration or on data.
  std::optional<bool> known(int condition) const;
  /// Opens a branch. Both sides are executed, and the variables they assign are selected.
  void begin_branch(int condition);
  void begin_otherwise();
  void end_branch();
  /// Adds a call of another module and returns its node. `earlier`: a call that ends before this one starts; -1: none.
  int add_call(int callee, const std::vector<AccessSummary>& accesses, const Surroundings&, int earlier = -1);
  /// Adds the loop-carried dependences. Loop-invariant operations and accesses move to `Surroundings`.
  void finish_iteration(const std::vector<DependencePromise>& promises, Surroundings&);

  /// Adds the load of an element that a later loop needs, and returns its node.
  int load_before(const HoistedLoad&);
  /// Adds the store of an element whose value is in a register. `module`: the call that computed it; -1: it is
  /// available.
  void store_after(const HoistedLoad&, int module = -1);

  /// Summarizes the block's accesses, in the order of the arrays.
  std::vector<AccessSummary> accesses() const;
  /// Summarizes the accesses of the loop's own iterations, without memories that are only read before the loop.
  std::vector<AccessSummary> accesses_inside() const;

 private:
  int evaluate(int expression);
  int evaluate_leaf(const Expression&);
  int evaluate_operation(int expression, const Expression&);
  int read_variable(int array, int bits);
  int load(int array, const std::vector<Index>& indices);
  void store(int array, const std::vector<Index>& indices, int value);
  /// Returns the number of the element under the present unrolling.
  int find_element(int array, const std::vector<Index>& indices);
  /// The index under the present unrolling, also where an expression of loop values alone computes it.
  Linear value_of(const Index&);
  Linear computed_index(int array, const Index&);
  /// Evaluates the indices that data or the iteration decide, and returns the edges to them.
  std::vector<GraphEdge> evaluate_indices(const std::vector<Index>& indices);

  const FunctionView& view_;
  Unrolling& unrolling_;
  Graph& graph_;
  const PipelinedLoops pipelined_;
  ValueNumbers values_;
  Variables variables_;
  ElementAccesses accesses_;
  std::vector<BranchSide> sides_;     ///< around the current position, outermost first
  int side_numbers_ = 0;              ///< sides of branches so far
  bool before_loop_ = false;          ///< what is evaluated stands before the innermost loop of a nest that is one loop
  std::map<int, int> shared_values_;  ///< nodes of shared expressions of the current statement
  std::vector<Linear> scratch_;
};

}  // namespace pom::dse::estimate
