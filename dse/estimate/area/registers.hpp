#pragma once
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/schedule/schedule.hpp"

namespace pom::dse::estimate {

/// Computes the start state of each node after the tool has moved it as late as its users allow, which shortens the
/// lives of values (a chain of 64 sums loads its k-th operand in state 5k, not in the first). At intervals other than
/// 1, operations that compete for ports or operators keep their scheduled state. Loads from a bank of a partitioned
/// array with a port for each access of an iteration do not compete (14901 FF reported, 14770 estimated; 17894 if these
/// loads keep their state).
std::vector<int> latest_starts(const Graph&, const BlockSchedule&, const std::vector<devices::OperatorCost>&,
                               const std::vector<MemoryView>&, double budget_ns, int interval);

struct RegisterCount {
  double ff = 0, lut = 0;
  int carried = 0;  ///< registers that hold an initial value before the first iteration's value
};

/// Registers of a block, and which register each value is held in.
struct BlockRegisters : RegisterCount {
  /// By node: number of the register, port or operator that holds the value until it is used. Values with equal numbers
  /// share their registers, or come from one port or operator without waiting; -1: a register of its own.
  std::vector<int> bindings;
  std::vector<int> binding_sizes;  ///< by number in `bindings`: count of registers or wires
};

/// Counts the registers of a value of `bits` bits that waits for `states` states, in a block whose iterations start
/// every `interval` states (0: not pipelined).
///
/// Law: one register for each iteration in flight. Three and more become a register and a shift register in LUTs: the
/// reports count 64 FF and 32 LUT more, whatever the width.
RegisterCount registers_of(int bits, int states, int interval);

/// Counts the registers between the states of a block. Values of one source (a memory port, operators of one kind) that
/// are not alive at the same time share a register. Floats that a function reads from an argument before a loop are
/// held twice, as delivered and as numbers, except those of the last state (2022.2: 32 take 2004 FF, 64 take 4067 and
/// 4100; 64 of a local array take 2048).
BlockRegisters count_registers(const Graph&, const std::vector<int>& late, const std::vector<devices::OperatorCost>&,
                               const std::vector<MemoryView>&, int interval);

}  // namespace pom::dse::estimate
