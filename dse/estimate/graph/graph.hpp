#pragma once
#include <cstdint>
#include <vector>

#include "dse/estimate/graph/linear.hpp"
#include "dse/kernel/kernel.hpp"

/// One basic block as hardware sees it: operations, what they wait for, and the ports they take.
namespace pom::dse {

enum class Role {
  source,     ///< there when the block starts: an argument, a loop-invariant value
  operation,  ///< an operator
  carried,    ///< a value of the iteration before: a register
  load,
  store,
  call,  ///< another module: two states, started and waited for
};

struct GraphNode {
  Role role = Role::operation;
  OpKind op = OpKind::constant;
  int cost = -1;     ///< in FunctionView::costs
  int bits = 0;      ///< of the result
  int latency = 0;   ///< states between start and result
  float in_ns = 0;   ///< needed in the state of the start, before its end
  float out_ns = 0;  ///< used up in the state of the result, when the result is there
  int access = -1;   ///< load, store: in Graph::accesses
  int callee = -1;   ///< call: the caller's number
  int first_edge = 0, edges = 0;
  int unit = 0;               ///< unit_kind
  bool without_dsp = false;   ///< shorten_sums: the adder that is a stage shorter is built of LUTs
  bool multiply_add = false;  ///< a product that a sum follows in one DSP
  int branch = 0;             ///< the innermost branch it is in; 0: none
  bool otherwise = false;     ///< on the second side of that branch
  int copies = 1;             ///< how often it stands for itself: only identical values are merged
};

/// `to` waits for `from`.
struct GraphEdge {
  enum class Kind {
    value,  ///< for the result, which may still run through logic in the same state
    after,  ///< for the state after the one in which `from` is done
    with,   ///< not before the state of `from`
  };
  int from = -1;
  Kind kind = Kind::value;
};

struct GraphAccess {
  int array = -1;                 ///< in Function::arrays
  int first_bank = 0, banks = 0;  ///< those it may touch, in Graph::banks
  int port_bank = -1;             ///< settle_banks: accesses with other numbers never meet it in a bank; -1: all may
  int first_index = 0, rank = 0;  ///< in Graph::indices; equal elements have equal numbers
  int shape = -1;                 ///< accesses of one array and shape differ by constants; -1: nothing is known
  bool writes = false;
  int node = -1;
};

/// What one iteration hands to a later one.
struct CarriedEdge {
  int from = -1;              ///< the node that makes the value, or stores it
  int to = -1;                ///< the carried node, or the load
  std::int64_t distance = 1;  ///< iterations
  bool through_memory = false;
  int array = -1;
  int forwarded = 0;  ///< states that it is there before the one after the result's
};

/// What is divided to find the bank of an element, bits; 0: no division.
struct BankDivision {
  int remainder_bits = 0;
  int quotient_bits = 0;  ///< where in the bank
};

/// Every value of a running loop is a multiple of `unit`.
struct LoopUnit {
  int loop = -1;
  std::int64_t unit = 1;
};

/// Thrown where a graph becomes so large that its estimate would not end: accesses that may meet each other in every
/// bank wait for each other in pairs.
struct GraphTooLarge {};

struct Graph {
  std::vector<GraphNode> nodes;  ///< in an order in which every edge points backward
  std::vector<GraphEdge> edges;
  std::vector<GraphAccess> accesses;
  std::vector<Linear> indices;
  std::vector<int> banks;
  std::vector<CarriedEdge> carried;
  std::vector<LoopUnit> loop_units;
  std::vector<BankDivision> bank_divisions;  ///< by index, or fewer
  int first_running = 0;                     ///< the outermost loop that runs inside; those before it stand still
  std::vector<char> replicated;              ///< by array: copies serve the reads

  void clear();
  void add_carried(const CarriedEdge&);
  /// Of the index `number`; no bits where its banks take no division.
  BankDivision bank_division(std::size_t number) const;
  std::size_t add_node(GraphNode, const std::vector<GraphEdge>& waits);
};

}  // namespace pom::dse
