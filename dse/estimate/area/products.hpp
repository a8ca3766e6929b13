#pragma once
#include "dse/estimate/area/registers.hpp"
#include "dse/estimate/area/usage.hpp"

namespace pom::dse::estimate {

/// Tells whether add_products counts the multiplier of a product of integers or fixed-point numbers: only in releases
/// before 2025.1, where a multiplier serves no products but those with a common factor.
bool is_own_product(const GraphNode&, const std::vector<devices::OperatorCost>& costs,
                    const std::vector<Expression>& expressions, const devices::Target&);

/// Adds the multipliers of integers in releases before 2025.1; later releases share all multipliers.
///
/// Law: products with a common factor that start in different states share one multiplier, up to 16 products each;
/// others have one each. 2022.2: 64 products at an interval of 64, each factor in 4 of them: 16 multipliers; in 16: 4;
/// 256 products at 256, in 8: 32; in 32: 16. Without a common factor (rows of matrices times vectors) 32 of 32.
void add_products(Usage&, const Graph&, const BlockSchedule&, const std::vector<devices::OperatorCost>& costs,
                  const std::vector<Expression>& expressions, const BlockRegisters&, const devices::Target&,
                  int interval);

}  // namespace pom::dse::estimate
