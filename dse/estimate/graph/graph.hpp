#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dse/estimate/graph/linear.hpp"
#include "dse/kernel/kernel.hpp"

/// The data-flow graph of one basic block as hardware: operations, the dependences between them, and the memory ports
/// they use. Time is counted in states of the controller, each one clock cycle long.
namespace pom::dse::estimate {

enum class Role {
  source,     ///< available when the block starts: an argument, a loop-invariant value
  operation,  ///< an operator of the library, or logic
  carried,    ///< the value of the previous iteration, in a register
  load,
  store,
  call,  ///< start of another module: takes two states, one to start it and one to wait for it
};

struct GraphNode {
  Role role = Role::operation;
  OpKind op = OpKind::constant;
  int cost = -1;     ///< in FunctionView::costs
  int bits = 0;      ///< width of the result
  int latency = 0;   ///< states from start to result; 0: combinational
  float in_ns = 0;   ///< delay needed within the start state, before its end
  float out_ns = 0;  ///< delay within the result state until the result is available
  int access = -1;   ///< load, store: in Graph::accesses
  int callee = -1;   ///< call: number that the caller assigned to it
  int first_edge = 0, edges = 0;
  int unit = 0;               ///< kind of shared float unit, see unit_kind; 0: none
  bool without_dsp = false;   ///< apply_variant replaced the adder by a shorter one built of LUTs
  bool multiply_add = false;  ///< the product shares a DSP with the sum that follows it
  bool invariant = false;     ///< computed once, before the pipelined loop that it left
  int branch = 0;             ///< number of the innermost branch that contains the node; 0: none
  bool otherwise = false;     ///< on the "otherwise" side of that branch
  int copies = 1;             ///< identical operations that the node represents; only identical values are merged

  /// Tells whether the value is known at compile time, so that it needs no hardware.
  bool is_constant() const { return role == Role::source && op == OpKind::constant && bits == 0; }
  /// Removes a store from the hardware; the node stays in the graph as a source.
  void remove_store() {
    role = Role::source;
    access = -1;
    latency = 0;
  }
};

/// A dependence: the node that owns the edge waits for `from`.
struct GraphEdge {
  enum class Kind {
    value,  ///< on the result; logic may continue in the state of the result
    after,  ///< starts in the state after the one in which `from` is done, or later
    with,   ///< starts in the state of `from`, or later
  };
  int from = -1;
  Kind kind = Kind::value;
};

struct GraphAccess {
  int array = -1;                 ///< in Function::arrays
  int first_bank = 0, banks = 0;  ///< the banks it may access, in Graph::banks
  int port_bank = -1;             ///< settle_banks: accesses with different numbers never conflict; -1: not known
  int first_index = 0, rank = 0;  ///< in Graph::indices; equal elements have equal numbers
  int shape = -1;                 ///< accesses of one array and shape differ by constants; -1: not comparable
  bool writes = false;
  bool in_word = false;  ///< settle_words: an earlier access is to the same word, and has the port for both
  int node = -1;
};

/// A loop-carried dependence: a value that one iteration passes to a later one.
struct CarriedEdge {
  int from = -1;              ///< the node that computes or stores the value
  int to = -1;                ///< the carried node or load that uses the value
  std::int64_t distance = 1;  ///< in iterations
  bool through_memory = false;
  int array = -1;
  int forwarded = 0;  ///< states by which the value is available earlier than the state after its result
};

/// Widths in bits of the divisions that find an element's bank; 0: no division.
struct BankDivision {
  int remainder_bits = 0;
  int quotient_bits = 0;  ///< of the division that finds the position within the bank
};

/// Every value of a running loop is a multiple of `stride`.
struct LoopStride {
  int loop = -1;
  std::int64_t stride = 1;
};

/// Thrown when a graph becomes too large to be estimated in reasonable time: accesses that may conflict in every bank
/// wait for each other in pairs.
struct GraphTooLarge {};

struct Graph {
  std::vector<GraphNode> nodes;  ///< topologically ordered: every edge points to an earlier node
  std::vector<GraphEdge> edges;
  std::vector<GraphAccess> accesses;
  std::vector<Linear> indices;
  std::vector<int> banks;
  std::vector<CarriedEdge> carried;
  std::vector<LoopStride> loop_strides;
  std::vector<BankDivision> bank_divisions;  ///< by index; indices beyond the end need no division
  int first_running = 0;                     ///< id of the outermost loop inside the block; smaller ids stand still
  std::vector<char> replicated;              ///< by array: the tool keeps copies of the memory to serve parallel reads

  void clear();
  void add_carried(const CarriedEdge&);
  /// The divisions of the index `number`; zero bits where its banks need no division.
  BankDivision bank_division(std::size_t number) const;
  std::size_t add_node(GraphNode, const std::vector<GraphEdge>& waits);
  /// The dependences of a node on earlier ones.
  std::span<const GraphEdge> edges_of(const GraphNode& node) const {
    return std::span(edges).subspan(static_cast<std::size_t>(node.first_edge), static_cast<std::size_t>(node.edges));
  }
  /// Tells whether only the data know the element.
  bool is_computed(const GraphAccess& access) const {
    const auto first = indices.begin() + access.first_index;
    return std::any_of(first, first + access.rank, [](const Linear& index) { return index.opaque; });
  }
  /// Tells whether the access takes place in the block: it was neither removed nor moved out of a loop.
  bool is_live(const GraphAccess& access) const {
    return access.node >= 0 && nodes[access.node].access >= 0 && !access.in_word;
  }
};

}  // namespace pom::dse::estimate
