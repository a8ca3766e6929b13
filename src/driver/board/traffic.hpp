#pragma once
#include <string>
#include <vector>

#include "driver/board/chosen_target.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::driver {

/// What a run of the design asks of the memories off the chip, as its loops stand: every element that an iteration
/// of a pipelined loop meets counts once, and every access in other loops. The vendor's tool may keep an element that
/// iterations share; it never asks for more.
struct ArrayTraffic {
  double read_bytes = 0, written_bytes = 0;
};

/// In the order of `target.off_chip`.
std::vector<ArrayTraffic> bus_traffic(const dse::Kernel&, const ChosenTarget& target);

/// The time that a bank's sustained bandwidth takes for what lies in it, and which bank takes longest.
struct MemoryBound {
  double cycles = 0;  ///< of the design's clock
  std::string bank;   ///< "DDR", "HBM[3]"; empty: nothing lies off the chip
};
MemoryBound memory_bound(const std::vector<ArrayTraffic>&, const ChosenTarget& target);

/// The bank in which an array behind the port lies: "DDR" where one port reaches all of a memory, else "HBM[3]".
std::string bank_of(const dse::boards::Board&, int port);

}  // namespace pom::driver
