#pragma once
#include "dse/estimate/area/usage.hpp"

namespace pom::dse::estimate {

/// Adds the multiplexers of memory ports that a block uses in several states.
void add_port_multiplexers(Usage&, const Graph&, const std::vector<MemoryView>&, const devices::Target&, int interval);

/// Adds the logic that selects the bank, or the register, of an element whose index changes with the iteration.
///
/// Law: a read selects among all banks ("sparsemux_129_6": 273 LUT for 64, in 27 designs); a write sets a condition for
/// each bank, and registers that are read and written also select their old value (1355 and 1548 LUT for 64).
void add_bank_multiplexers(Usage&, const Graph&, const std::vector<MemoryView>&, const devices::Target&);

/// The users of an array's ports in a function: called modules, and the states of its own blocks.
struct PortUsers {
  int readers = 0, writers = 0, own = 0;
  int wide = 0;                 ///< number of modules that use more than one port in the same state
  std::int64_t more_ports = 0;  ///< ports in use besides the first, of the memory or of its copies
};

/// Computes the LUTs of the ports of all banks of a memory that several modules use in turn. Every port has a chip
/// enable: the 16 ports of six copied memories take 810 of 2555 LUT in a product of three matrices (2022.2).
double shared_port_lut(const MemoryView&, const PortUsers&, const devices::Target&);

/// Computes a lower bound on the LUTs per access and cycle of a bank with two ports that `readers` modules read.
double least_access_lut(int readers, const devices::Target&);

}  // namespace pom::dse::estimate
