#pragma once
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

/// Computes the LUTs that integer sums save because an adder with three operands computes two additions.
///
/// Law: of n additions in a tree, a third are built as single adders (W + 7 LUT), the others in pairs (W LUT each).
/// Sums of 8, 16, 32 and 128 terms report 2, 5, 10 and 43 adders of their own (2022.2); adders of W LUT are in the
/// reports of all releases from 2021.1 on.
double three_operand_savings(const Graph&, const std::vector<devices::OperatorCost>&);

/// Marks the sums inside adders with three operands, whose values no register holds (256 additions: 168 adders and 5534
/// FF of results).
std::vector<char> find_inner_sums(const Graph&, const std::vector<devices::OperatorCost>&);

}  // namespace pom::dse::estimate
