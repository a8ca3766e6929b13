#pragma once
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/schedule/schedule.hpp"

namespace pom::dse {

/// When nodes start, once the tool has moved them as late as their users allow, so that values live shortly (a chain of
/// 64 sums loads its k-th operand in state 5k, not in the first). What competes for ports or operators (`interval` is
/// not 1) stays where it found them free; a bank of a cut array with a port for each access of an iteration is not
/// competed for (14901 FF reported, 14770 estimated; 17894 where loads stay).
std::vector<int> latest_starts(const Graph&, const BlockSchedule&, const std::vector<OperatorCost>&,
                               const std::vector<MemoryView>&, double budget_ns, int interval);

struct RegisterCount {
  double ff = 0, lut = 0;
  int carried = 0;  ///< registers that start with one value and go on with another
};

/// The registers of a block.
struct BlockRegisters : RegisterCount {
  /// By node: what holds the value until it is used. Values with equal numbers come out of the same registers, or of
  /// one port or operator without waiting; -1: a register of its own.
  std::vector<int> homes;
  std::vector<int> home_sizes;  ///< registers, or wires
};

/// Registers of a value of `bits` bits that waits for `states` states in a block whose iterations start every
/// `interval` states (0: one after the other).
///
/// Law: one register for each iteration that is under way. From three on they are LUTs that shift, behind a first
/// register: the reports count 64 FF and 32 LUT more, whatever the width.
RegisterCount registers_of(int bits, int states, int interval);

/// Registers between the states of a block. Values of one source (a memory's port, operators of one kind) that are not
/// alive at the same time share a register. Floats that a function reads from an argument before a loop are held as
/// they come and again as numbers, but for those of the last state (2022.2: 32 take 2004 FF, 64 take 4067 and 4100; 64
/// of a local array take 2048).
BlockRegisters count_registers(const Graph&, const std::vector<int>& late, const std::vector<OperatorCost>&,
                               const std::vector<MemoryView>&, int interval);

}  // namespace pom::dse
