#pragma once
#include "dse/estimate/area/usage.hpp"

namespace pom::dse {

/// Multiplexers before the ports of memories that a block uses in several states.
void add_port_multiplexers(Usage&, const Graph&, const std::vector<MemoryView>&, const std::vector<int>& late,
                           const Target&, int interval);

/// What it takes to find the bank, or the register, of an element that changes from iteration to iteration.
///
/// Law: an element that is read chooses among all of them ("sparsemux_129_6": 273 LUT for 64, in 27 designs); one that
/// is written sets a condition for each, and registers that are read and written keep their value (1355 and 1548 LUT
/// for 64).
void add_bank_multiplexers(Usage&, const Graph&, const std::vector<MemoryView>&, const Target&);

/// Who uses the ports of an array in a function: modules that it calls, and the states of its own blocks.
struct PortUsers {
  int readers = 0, writers = 0, own = 0;
  int wide = 0;                 ///< modules that use more than one port at once
  std::int64_t more_ports = 0;  ///< that they use beside the first: of the memory, or of its copies
};

/// LUTs before the ports of all banks of a memory that several modules use in turn. Every port has a chip enable: the
/// 16 of six copied memories take 810 of 2555 LUT in a product of three matrices (2022.2).
double shared_port_lut(const MemoryView&, const PortUsers&, const Target&);

/// The same for a bank of two ports that so many modules read, for each of their accesses in a cycle, at least.
double least_access_lut(int readers, const Target&);

}  // namespace pom::dse
