#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "dse/estimate/blocks/carried_edges.hpp"
#include "dse/estimate/blocks/event_index.hpp"
#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/blocks/pipelined_loops.hpp"
#include "dse/estimate/graph/flat_map.hpp"
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
  /// Adds a call of another module and returns its node.
  int add_call(int callee, const std::vector<AccessSummary>& accesses, const Surroundings&, int earlier = -1);
  /// Adds the loop-carried dependences. Loop-invariant operations and accesses move to `Surroundings`.
  void finish_iteration(const std::vector<DependencePromise>& promises, Surroundings&);

  /// Adds the load of an element that a later loop needs, and returns its node.
  int load_before(const HoistedLoad&);
  /// Adds the store of an element whose value is in a register. `module`: the call that computed it; -1: it is
  /// available.
  void store_after(const HoistedLoad&, int module = -1);

  bool empty() const { return graph_.nodes.empty(); }
  /// Summarizes the block's accesses, in the order of the arrays.
  std::vector<AccessSummary> accesses() const;
  /// Summarizes the accesses of the loop's own iterations, without memories that are only read before the loop.
  std::vector<AccessSummary> accesses_inside() const;

 private:
  /// An array element in the block: its known value, and its latest load and store (nodes; -1: none).
  struct Cell {
    int array = -1, first_index = 0, rank = 0;
    int value = -1, load = -1, store = -1;
    int store_scope = 0;
    int next = -1;                     ///< the next cell with an equal hash; -1: none
    int pending = -1, condition = -1;  ///< value stored under `condition`; resolved when the element is read elsewhere
  };
  /// One access to an array in the block, by a load, a store or a called module.
  struct MemoryEvent {
    int node = -1;
    bool writes = false, call = false;
    int access = -1;
    int previous = -1;            ///< the previous access to the same element; -1: none
    std::vector<int> banks = {};  ///< of calls: the accessed banks; empty: any bank
  };
  /// A scalar variable: its value at the start of the block, and its current one (nodes; -1: none).
  struct Variable {
    int entry = -1, value = -1;
    bool written = false;
  };
  /// An open branch: its condition, and the variables before it and after its "then" side.
  struct Scope {
    int condition = -1;
    std::vector<Variable> before, then;
    int number = 0;
    int then_number = -1;  ///< on the "otherwise" side: the number of the "then" side
  };

  int evaluate(int expression);
  int evaluate_leaf(const Expression&);
  int evaluate_operation(int expression, const Expression&);
  void join_multiply_add(const Expression& sum, const int* operands);
  int read_variable(int array, int bits);
  int load(int array, const std::vector<Index>& indices);
  int load_new(int array, Cell& cell);
  /// Tells whether the condition under which the element was stored holds at the current position.
  bool holds_here(const Cell&) const;
  /// Returns the element's value after a conditional store: a select between the old and the stored value.
  int resolve(int array, const std::vector<Index>& indices);
  bool may_be_overwritten(int array, const Cell&);
  int scope_condition();
  void store(int array, const std::vector<Index>& indices, int value);
  bool store_of_both_sides(int array, const std::vector<Index>& indices, int value);
  /// Tells whether a store selects its bank at run time, in a block that is not pipelined.
  bool branches_to_bank(const GraphAccess& stored) const;
  void drop_store(int array, const std::vector<Index>& indices);
  int read_stream(int array, const std::vector<Index>& indices);
  int stream_access(int array, const std::vector<Index>& indices, Role role, int value);
  /// The index under the present unrolling, also where an expression of loop values alone computes it.
  Linear value_of(const Index&);
  Linear computed_index(int array, const Index&);
  /// An expression computes it from data, or differently in different iterations.
  bool is_computed(const Index&);
  Cell& find_cell(int array, const std::vector<Index>& indices);
  bool may_alias(const GraphAccess&, const GraphAccess&) const;
  void order_after_events(int array, const GraphAccess&, std::vector<GraphEdge>& waits, int except = -1);
  int add_access(int array, const Cell&, Role role);
  void wait_for_address(int array, const Cell&, std::vector<GraphEdge>& waits);
  int address_adders(const MemoryView&, const Cell&) const;
  int adder_node(int levels, const MemoryView&);
  void wait_for_banks(const MemoryView&, const Cell&, std::vector<GraphEdge>& waits);
  int remainder_node(int index, std::int64_t banks, int bits);
  void see(int array, bool writes);
  int select(int condition, int then, int otherwise, int bits);
  bool meets_another(const std::vector<MemoryEvent>&) const;
  bool promote(int array, std::vector<HoistedLoad>& hoisted, std::vector<HoistedLoad>& sunk);
  bool is_never_read(int array, int loop) const;
  void drop_stores(int array);
  void sink_stores(int array, std::vector<HoistedLoad>& sunk);
  void wait_for_channel(int channel, std::vector<GraphEdge>& waits) const;
  void wait_for_requests(int channel, std::vector<GraphEdge>& waits) const;
  void wait_for_accesses(const AccessSummary&, std::vector<GraphEdge>& waits) const;
  void record_call(int node, const AccessSummary&);
  int add_delay(int latency, std::vector<GraphEdge> waits);
  void find_bursts(std::vector<Burst>&);
  bool is_burst(int array, int bank, bool writes) const;
  bool takes_turns(int array, bool writes) const;
  std::optional<Linear> bus_address(const GraphAccess&) const;
  HoistedLoad describe(const GraphAccess&) const;
  void hoist_invariants(Surroundings&);
  bool is_invariant(const GraphNode&) const;
  void add_invariants(const Surroundings&, std::vector<GraphEdge>& waits);
  void carry_variables();
  int store_variable(int value);
  void write_back(int array);
  std::vector<int> numbered_dimensions(int array) const;
  void carry_elements(int array, std::int64_t promised);
  void merge_variables(const std::vector<Variable>& then, int condition);

  const FunctionView& view_;
  Unrolling& unrolling_;
  Graph& graph_;
  std::vector<Variable> variables_;  // by array
  std::vector<Cell> cells_;
  FlatMap<int> cell_by_hash_;  // the latest cell of each hash; Cell::next links the others
  FlatMap<int> operation_by_hash_;
  void record_event(int array, MemoryEvent);
  void order_after(const MemoryEvent& earlier, int array, const GraphAccess&, std::vector<GraphEdge>& waits,
                   int except);
  int find_shape(int array, int first_index, int rank);
  std::vector<GcdTest> make_gcd_tests(int array) const;

  std::vector<std::vector<MemoryEvent>> events_;  // by array
  std::vector<EventIndex> event_index_;           // by array: finds entries of events_
  std::vector<bool> mixed_;                       // by array: holds a call, an unknown index or several shapes
  std::vector<bool> ordering_;                    // by array: holds a write or a call
  FlatMap<int> last_event_;                       // by element_key: the element's last entry in events_
  std::vector<std::vector<int>> shapes_;          // by array: the first index of one element of each shape
  std::vector<AccessSummary> seen_;               // by array
  std::vector<Scope> scopes_;
  int scope_numbers_ = 0;
  PipelinedLoops pipelined_;
  bool before_loop_ = false;  ///< what is evaluated stands before the innermost loop of a nest that is one loop
  /// Nodes of the adders of addresses, by their number in a row and their width in bits.
  std::map<std::pair<int, int>, int> adders_;
  int address_ = -1;  ///< node of the multiplier that computes addresses; -1: none yet
  /// A division that finds the bank of an access, see BankDivision.
  struct Remainder {
    int index = -1;  ///< in Graph::indices; indices that differ by a constant share the remainder
    std::int64_t banks = 1;
    int bits = 0, node = -1;
  };
  std::vector<Remainder> remainders_;
  std::vector<Linear> scratch_;
  std::map<int, int> shared_values_;  ///< graph nodes of shared expressions of the current statement
  std::vector<GraphEdge> waits_, store_waits_;
};

}  // namespace pom::dse::estimate
