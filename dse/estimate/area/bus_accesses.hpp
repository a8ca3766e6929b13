#pragma once
#include "dse/estimate/area/usage.hpp"

namespace pom::dse {

/// What accesses to buses (m_axi) take in the module that makes them.
///
/// Law: what a bus delivers waits in a register of its own. A request that is no part of a burst computes an address of
/// 64 bits, holds it, and chooses among the states of the channel: a loop that stores zeros to 4, 8 and 16 banks in
/// 2022.2 takes 495, 887 and 1673 LUT, 343, 600 and 1146 FF. Elements of a bank that lie side by side are read with one
/// request (a row of 32 in 64 banks: 64 adders) unless a loop reads other arrays through the same bundle as well (two
/// rows of 64 and an element in 8 banks: 136), a column with one each; where the bank changes with the iteration, every
/// adapter is asked (columns of 32 elements: 133 adders with 4 banks, 257 with 8).
void add_bus_accesses(Usage&, const Graph&, const std::vector<MemoryView>&, const Target&, int interval);

}  // namespace pom::dse
