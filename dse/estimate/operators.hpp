#pragma once
#include "dse/estimate/usage.hpp"

namespace pom::dse {

/// Operators of a block: shared ones by instances, the others among Usage::expression_*.
///
/// Law: an instance starts one operation in each state, so a block that runs by itself needs as many as start in the
/// same state, a pipelined one ⌈operations / interval⌉ (laws.md: exact on 29 of 43 f32 designs). Sum and difference of
/// floats are one unit ("faddfsub" in the reports).
void add_operators(Usage&, const Graph&, const BlockSchedule&, const std::vector<OperatorCost>& costs,
                   const std::vector<Expression>& expressions, const Target&, int interval);

/// Multiplexers before the operands of operators that serve several operations.
void add_operand_multiplexers(Usage&, const Target&);

}  // namespace pom::dse
