#pragma once
#include "dse/estimate/area/usage.hpp"

namespace pom::dse {

/// To tell so many values apart, at least one.
int bits_for(std::int64_t values);
/// Or its negative.
bool is_power_of_two(std::int64_t);

/// The element's place in its bank, as far as loops move it: dimensions side by side, each divided by its banks.
Linear place_in_bank(const GraphAccess&, const Graph&, const MemoryView&);

/// Writes down what the loops of the indices count in, as long as the unrolling knows them.
void note_loop_units(Graph&, const Unrolling&);

/// What it takes to compute the addresses of the accesses of a block, and to keep them until they are used.
void add_addresses(Usage&, const Graph&, const std::vector<MemoryView>&, const std::vector<int>& late, const Target&,
                   int interval);

}  // namespace pom::dse
