#pragma once
#include "dse/estimate/area/registers.hpp"
#include "dse/estimate/area/usage.hpp"

namespace pom::dse {

/// A product that is no unit for any operation: of integers or fixed-point numbers, before 2025.1.
bool is_own_product(const GraphNode&, const std::vector<OperatorCost>& costs,
                    const std::vector<Expression>& expressions, const Target&);

/// Multipliers of integers, before releases that share all of them.
///
/// Law: products that have a factor in common and start in different states use one multiplier, up to 16 of them;
/// others have one each. 2022.2: 64 products at an interval of 64, each factor in 4 of them: 16 multipliers; in 16: 4;
/// 256 products at 256, in 8: 32; in 32: 16. Without a common factor (rows of matrices times vectors) 32 of 32.
void add_products(Usage&, const Graph&, const BlockSchedule&, const std::vector<OperatorCost>& costs,
                  const std::vector<Expression>& expressions, const BlockRegisters&, const Target&, int interval);

}  // namespace pom::dse
