#pragma once
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/graph/graph.hpp"

namespace pom::dse {

/// LUTs that sums of integers save because adders of three operands compute two additions.
///
/// Law: of n additions that lead into each other a third is built by itself (W + 7 LUT), the others in pairs (W each).
/// Sums of 8, 16, 32 and 128 terms report 2, 5, 10 and 43 adders of their own (2022.2); adders of W LUT are in the
/// reports of all releases from 2021.1 on.
double three_operand_savings(const Graph&, const std::vector<OperatorCost>&);

/// For each node: a sum inside an adder of three operands, which no register holds (256 additions: 168 adders and 5534
/// FF of results).
std::vector<char> find_inner_sums(const Graph&, const std::vector<OperatorCost>&);

}  // namespace pom::dse
