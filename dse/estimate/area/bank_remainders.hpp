#pragma once
#include <vector>

#include "dse/estimate/area/usage.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/linear.hpp"
#include "dse/estimate/graph/memory_view.hpp"

namespace pom::dse::estimate {

/// Finds the divisions that locate an element. Its bank is the remainder of its index by the number of banks, and its
/// position in the bank is the quotient. Both are wires if that number is a power of two or the bank is always the
/// same; otherwise they are divisions.
///
/// Law: the width is 64 bits where a loop's lower bound is not constant, where bounds vary and anything is subtracted,
/// or where a loop is multiplied by a number that is no power of two; 31 bits where bounds vary otherwise; else the
/// width that the values need. Products, and terms that are multiples of the banks, do not count for the quotient of an
/// index without a constant, nor, from 2022.2 on, for the remainder.
/// Evidence: 2024.1, urem_64s_3ns, urem_31ns_3ns and urem_5ns_3ns in three loops over arrays of three banks a
/// dimension; 2021.1 and 2022.2: 5 to 8 bits; POM's designs by 2022.2 for an Artix-7: 64 bits both ways in Seidel (i
/// from max(0, …)), 11 and 12 in EdgeDetect (2 i + c), urem_3ns_3ns, mul_3ns_5ns and mul_64ns_66ns in Gaussian (3 i + k
/// + c); 2023.2, 12 i + c in fifteen banks: eleven mul_64ns_66ns for c = 1 … 11, and iterations too short for a
/// remainder of 64 bits; the paper's Gaussian (2022.1): as many DSPs, and LUTs and FFs of three remainders of 64 bits
/// more.
BankDivision divide_by_banks(const Linear& index, const MemoryView::Dimension&, const Unrolling&, devices::ToolVersion);

devices::OperatorCost remainder_cost(const devices::Target&, int bits, std::int64_t banks);

/// Adds the remainders of a block, one for each moving part of an index, and the products that divide by the number of
/// banks: one for each remainder of a constant (mul_64ns_66ns for each of three rows and three columns of a window); a
/// constant that is a multiple of the banks only adds to the quotient.
void add_bank_remainders(Usage&, const Graph&, const std::vector<MemoryView>&, const devices::Target&);

}  // namespace pom::dse::estimate
