#pragma once
#include <vector>

#include "dse/estimate/graph.hpp"
#include "dse/estimate/linear.hpp"
#include "dse/estimate/memory_view.hpp"
#include "dse/estimate/usage.hpp"

namespace pom::dse {

/// Which bank an element lies in is the remainder of its index by the number of banks: wires where that is a power of
/// two or always the same, else a division. Returns the bits of what is divided; 0: no division.
///
/// Law: where bounds of its loops vary, 64 bits if anything is subtracted in the index, else 31; else what its values
/// need (2024.1: urem_64s_3ns, urem_31ns_3ns, urem_5ns_3ns in three loops over arrays of three banks a dimension;
/// 2021.1 and 2022.2: 5 to 8 bits).
int remainder_bits(const Linear& index, const MemoryView::Dimension&, const Unrolling&);

OperatorCost remainder_cost(const Target&, int bits, std::int64_t banks);

/// The remainders of a block, one for each part of an index that moves, and the products that divide by the number of
/// banks: one for each remainder that constants may add (mul_64ns_66ns for each of three rows and three columns of a
/// window); a constant of all banks adds one to the quotient.
void add_bank_remainders(Usage&, const Graph&, const std::vector<MemoryView>&, const Target&);

}  // namespace pom::dse
