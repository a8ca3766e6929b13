#pragma once
#include "dse/estimate/area/usage.hpp"

namespace pom::dse::estimate {

/// Returns the number of bits that distinguish `values` values, at least one.
int bits_for(std::int64_t values);
/// Counts the digits ±1 of a positive constant: a product with it, built of shifts, takes one adder less than digits
/// (60 = 64 - 4 has two).
int count_signed_digits(std::int64_t);
/// Tells whether the number or its negative is a power of two.
bool is_power_of_two(std::int64_t);

/// Computes the offset of an element in its bank as far as loops change it: the bank's dimensions in row-major order.
Linear offset_in_bank(const GraphAccess&, const Graph&, const MemoryView&);

/// Records the stride of each loop in the graph's indices while the unrolling still knows the loops.
void note_loop_strides(Graph&, const Unrolling&);

/// Adds the logic that computes the addresses of a block's accesses, and the registers that hold them until they are
/// used. `late`: start state of each node, see latest_starts.
void add_addresses(Usage&, const Graph&, const std::vector<MemoryView>&, const std::vector<int>& late,
                   const devices::Target&, int interval);

}  // namespace pom::dse::estimate
