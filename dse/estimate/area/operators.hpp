#pragma once
#include "dse/estimate/area/registers.hpp"
#include "dse/estimate/area/usage.hpp"

namespace pom::dse {

/// Operators of a block: shared ones by instances, the others among Usage::expression_*.
///
/// Law: an instance starts one operation in each state, so a block that runs by itself needs as many as start in the
/// same state, a pipelined one ⌈operations / interval⌉ (laws.md: exact on 29 of 43 f32 designs). Sum and difference of
/// floats are one unit ("faddfsub" in the reports).
void add_operators(Usage&, const Graph&, const BlockSchedule&, const std::vector<OperatorCost>& costs,
                   const std::vector<Expression>& expressions, const Target&, int interval);

/// Multiplexers before the operands of operators that serve several operations.
///
/// Law: an input for each register or wire that operands come from, and one for the states without any; not for each
/// operation: 256 products and sums on one unit of each, fed by one port and few registers, take few inputs.
void add_operand_multiplexers(Usage&, const Graph&, const BlockRegisters&, const std::vector<Expression>& expressions,
                              const Target&);

}  // namespace pom::dse
