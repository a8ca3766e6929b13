#pragma once
#include "dse/estimate/area/usage.hpp"

namespace pom::dse::estimate {

/// Adds the logic of bus accesses (m_axi) in the module that makes them.
///
/// Law: each delivered value waits in a register of its own. A request outside of bursts computes a 64-bit address,
/// holds it, and is multiplexed over the states of the channel: a loop that stores zeros to 4, 8 and 16 banks in 2022.2
/// takes 495, 887 and 1673 LUT, 343, 600 and 1146 FF. Consecutive elements of a bank are read with one request (a row
/// of 32 in 64 banks: 64 adders), unless the loop also reads other arrays through the same bundle (two rows of 64 and
/// an element in 8 banks: 136); the elements of a column take one request each. If the bank changes with the iteration,
/// every adapter gets a request (columns of 32 elements: 133 adders with 4 banks, 257 with 8).
void add_bus_accesses(Usage&, const Graph&, const std::vector<MemoryView>&, const devices::Target&, int interval);

}  // namespace pom::dse::estimate
