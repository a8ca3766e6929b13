#pragma once
#include "dse/estimate/area/registers.hpp"
#include "dse/estimate/area/usage.hpp"

namespace pom::dse::estimate {

/// Adds the operators of a block: shared ones as instances, the others to Usage::expression_*.
///
/// Law: an instance starts one operation in each state, so a block that is not pipelined needs as many instances as
/// start in the same state, and one for each operation that left a pipelined loop (2022.2: 80 products before a loop
/// take 640 DSP blocks in five designs, though they start in different states); a pipelined one ⌈operations / interval⌉
/// (exact on 29 of 43 f32 designs). Sums and differences of floats use the same unit ("faddfsub" in the reports).
void add_operators(Usage&, const Graph&, const BlockSchedule&, const std::vector<devices::OperatorCost>& costs,
                   const std::vector<Expression>& expressions, const devices::Target&, int interval);

/// Finds the float units that a block's own operations hold while a module runs that is called in state `state` and
/// awaited in the next one.
///
/// Law: an operation that needs nothing of the module is scheduled beside it, and both have units of their own
/// (2022.2: a difference beside the sums of a loop takes three DSP blocks more in five of six designs of covariance).
std::vector<OperatorUse> operators_beside(const Usage& block, const Graph&, const BlockSchedule&,
                                          const std::vector<devices::OperatorCost>& costs,
                                          const std::vector<Expression>& expressions, int state);

/// Adds the multiplexers of the operands of operators that serve several operations.
///
/// Law: a multiplexer has an input for each register or wire that brings an operand, and one for the states without an
/// operation; it does not have one for each operation: 256 products and sums on one unit of each, fed by one port and
/// few registers, take few inputs.
void add_operand_multiplexers(Usage&, const Graph&, const BlockRegisters&, const std::vector<Expression>& expressions,
                              const devices::Target&);

}  // namespace pom::dse::estimate
