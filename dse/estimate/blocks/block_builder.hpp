#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/graph/flat_map.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/graph/surroundings.hpp"

namespace pom::dse {

/// What is the same for all blocks of a function.
struct FunctionView {
  const Function& function;
  const Target& target;
  std::vector<MemoryView> memories;
  std::vector<OperatorCost> costs;  ///< for each expression; those of leaves count for nothing
  std::vector<char> branch_local;   ///< by array: a variable that lives on one side of a branch only
  std::vector<int> loop_local;      ///< by array: the only pipelined loop that uses this local one; -1: any may
};

/// Variables that are set and read on one side of a branch only: outside nobody asks for their value.
std::vector<char> find_branch_local(const Function&);

/// FunctionView::loop_local.
std::vector<int> find_loop_local(const Function&);

FunctionView view_function(const Function&, const Target&);

/// A loop whose iterations a block overlaps.
struct RunningLoop {
  int id = -1;
  std::int64_t step = 1, trip = 1;
};

/// Rules out quickly that iterations meet in an element: for indices that move alike.
class MeetingFilter {
 public:
  MeetingFilter(const Linear* indices, int rank, const std::vector<RunningLoop>& loops);
  bool may_meet(const Linear* earlier, const Linear* later) const;

 private:
  std::vector<std::int64_t> strides_;  ///< by dimension: what the loops add is a multiple of it; 0: they add nothing
};

/// Turns statements into one block's graph: equal values are computed once, an element that was just written is not
/// read back.
class BlockBuilder {
 public:
  BlockBuilder(const FunctionView& view, Unrolling& unrolling, Graph& graph);

  void clear();
  /// The loops whose iterations overlap: addresses that change with them are computed in every iteration.
  void overlap(std::vector<RunningLoop> loops) { overlapped_ = std::move(loops); }
  /// Some of the copies come from loops that the tool unrolls by itself, after it looked for registers.
  void has_late_copies() { late_copies_ = true; }
  /// The loop runs several times in its function: once for each iteration of a loop or each copy around it.
  void runs_again() { runs_again_ = true; }
  void add(const Assignment&);
  /// Of a variable, in the first iteration only.
  void add_first(const Assignment&);
  /// Nothing: it depends on the iteration or on data.
  std::optional<bool> known(int condition) const;
  /// Both sides run; what they assign is selected.
  void begin_branch(int condition);
  void begin_otherwise();
  void end_branch();
  /// Returns the node.
  int add_call(int callee, const std::vector<Touch>& touches, const Surroundings&, int earlier = -1);
  /// Values handed from one iteration to the next; `loops` innermost first. What does not change moves outside.
  void finish_iteration(const std::vector<RunningLoop>& loops, const std::vector<DependencePromise>& promises,
                        Surroundings&);

  /// An element that something later needs.
  int load_before(const HoistedLoad&);
  /// An element whose value something earlier left in a register; `module`: the call that did, -1: it is done.
  void store_after(const HoistedLoad&, int module = -1);

  bool empty() const { return graph_.nodes.empty(); }
  /// What the block reads and writes, arrays in order.
  std::vector<Touch> touches() const;
  /// Without the memories that are only read before a loop.
  std::vector<Touch> touches_inside() const;

 private:
  struct Cell {
    int array = -1, first_index = 0, rank = 0;
    int value = -1, load = -1, store = -1;
    int store_scope = 0;
    int next = -1;                     ///< of the same hash
    int pending = -1, condition = -1;  ///< written under this condition; nobody has asked yet what is there otherwise
  };
  struct Touched {
    int node = -1;
    bool writes = false, call = false;
    int access = -1;
    int previous = -1;            ///< the touch of the same element before it
    std::vector<int> banks = {};  ///< Touch::banks, of calls
  };
  struct Variable {
    int entry = -1, value = -1;
    bool written = false;
  };
  struct Scope {
    int condition = -1;
    std::vector<Variable> before, then;
    int number = 0;
    int then_number = -1;  ///< on the other side: the number of the first side
  };

  int evaluate(int expression);
  int evaluate_leaf(const Expression&);
  int evaluate_operation(int expression, const Expression&);
  void join_multiply_add(const Expression& sum, const int* operands);
  int read_variable(int array, int bits);
  int load(int array, const std::vector<Index>& indices);
  int load_new(int array, Cell& cell);
  /// The condition under which the element was stored is met where the block now is.
  bool holds_here(const Cell&) const;
  /// The element's value where a store under a condition may have changed it.
  int resolve(int array, const std::vector<Index>& indices);
  int scope_condition();
  void store(int array, const std::vector<Index>& indices, int value);
  bool store_of_both_sides(int array, const std::vector<Index>& indices, int value);
  /// The iteration chooses the bank of a store in a block that runs by itself.
  bool branches_to_bank(const GraphAccess& stored) const;
  void drop_store(int array, const std::vector<Index>& indices);
  int read_stream(int array, const std::vector<Index>& indices);
  int stream_access(int array, const std::vector<Index>& indices, Role role, int value);
  Cell& find_cell(int array, const std::vector<Index>& indices);
  bool may_alias(const GraphAccess&, const GraphAccess&) const;
  void order_after_touches(int array, const GraphAccess&, std::vector<GraphEdge>& waits, int except = -1);
  int add_access(int array, const Cell&, Role role);
  void wait_for_address(int array, const Cell&, std::vector<GraphEdge>& waits);
  void wait_for_banks(const MemoryView&, const Cell&, std::vector<GraphEdge>& waits);
  int remainder_node(int index, std::int64_t banks, int bits);
  void see(int array, bool writes);
  int select(int condition, int then, int otherwise, int bits);
  bool promote(const std::vector<RunningLoop>& loops, int array, std::vector<HoistedLoad>& hoisted,
               std::vector<HoistedLoad>& sunk);
  bool is_never_read(int array, int loop) const;
  void drop_stores(int array);
  void sink_stores(const std::vector<RunningLoop>& loops, int array, std::vector<HoistedLoad>& sunk);
  void wait_for_channel(int channel, std::vector<GraphEdge>& waits) const;
  void wait_for_requests(int channel, std::vector<GraphEdge>& waits) const;
  int add_delay(int latency, std::vector<GraphEdge> waits);
  void find_bursts(const std::vector<RunningLoop>& loops, std::vector<Burst>&);
  bool is_burst(int array, int bank, bool writes, const std::vector<RunningLoop>& loops) const;
  bool takes_turns(int array, bool writes) const;
  std::optional<Linear> bus_address(const GraphAccess&) const;
  HoistedLoad describe(const GraphAccess&) const;
  void hoist_invariants(const std::vector<RunningLoop>& loops, Surroundings&);
  bool is_invariant(const GraphNode&) const;
  void add_early(const Surroundings&, std::vector<GraphEdge>& waits);
  void carry_variables();
  int store_variable(int value);
  void write_back(int array);
  bool is_computed(const GraphAccess&) const;
  void carry_elements(int array, const std::vector<RunningLoop>& loops, std::int64_t promised);
  void merge_variables(const std::vector<Variable>& then, int condition);

  const FunctionView& view_;
  Unrolling& unrolling_;
  Graph& graph_;
  std::vector<Variable> variables_;  // by array
  std::vector<Cell> cells_;
  FlatMap<int> cell_by_hash_;  // the last one; Cell::next leads to others
  FlatMap<int> operation_by_hash_;
  void record_touch(int array, Touched);
  void order_after(const Touched& earlier, int array, const GraphAccess&, std::vector<GraphEdge>& waits, int except);
  int find_shape(int array, int first_index, int rank);
  std::vector<MeetingFilter> make_filters(int array, const std::vector<RunningLoop>& loops) const;

  std::vector<std::vector<Touched>> touched_;  // by array
  std::vector<bool> mixed_;                    // by array: calls, unknown indices or several shapes touched it
  FlatMap<int> last_touch_;                    // by element_key: its last entry in touched_
  std::vector<std::vector<int>> shapes_;       // by array: the first index of an element of each shape
  std::vector<Touch> seen_;                    // by array
  std::vector<Scope> scopes_;
  int scope_numbers_ = 0;
  std::vector<RunningLoop> overlapped_;
  bool late_copies_ = false;
  bool runs_again_ = false;
  int address_ = -1;  ///< the multiplier of addresses
  struct Remainder {
    int index = -1;  ///< in Graph::indices; those that differ by a constant share it
    std::int64_t banks = 1;
    int bits = 0, node = -1;
  };
  std::vector<Remainder> remainders_;
  std::vector<Linear> scratch_;
  std::map<int, int> shared_values_;  ///< graph nodes of shared expressions of the statement at hand
  std::vector<GraphEdge> waits_, store_waits_;
};

}  // namespace pom::dse
