#pragma once
#include "dse/devices/tables/operators.hpp"
#include "dse/devices/tables/tables.hpp"

/// The parts of find_operator: pipelined cores of the vendor's library, and what is built of LUTs.
namespace pom::dse {

/// A core for numbers of `bits` bits (16, 32, 64; others: the next wider).
///
/// Which pipeline registers: the tool takes the fewest stages whose longest one fits the clock budget. Where the files
/// have no configuration in between, the total delay (stages * delay) is interpolated linearly over the stages; beyond
/// the deepest one the total is divided by the budget; before the shallowest one, too, but half as much again is
/// allowed for, because the stages of a core are never even (compare the one-stage and the two-stage compare of the 7
/// series). A binding that is not known at a clock at which another is differs from it as it does at the nearest clock
/// that shows both, in stages and delay; LUTs and registers are the larger of the two (7 series, 10 ns: adders with DSP
/// blocks take 390 LUT too, so that without them the LUTs hardly grow).
OperatorCost core_cost(const Target&, Core, int bits, const OperatorKey&);
/// The tables know the core at this width.
bool has_core(const Target&, Core, int bits);

OperatorCost adder_cost(const Target&, const OperatorKey&);
OperatorCost compare_cost(const Target&, const OperatorKey&);
OperatorCost logic_cost(const Target&, int bits);
OperatorCost select_cost(const Target&, int bits);
OperatorCost shift_cost(const Target&, const OperatorKey&);
OperatorCost multiplier_cost(const Target&, const OperatorKey&);
OperatorCost divider_cost(const Target&, const OperatorKey&);

/// The second behind the first, both combinational or pipelined.
OperatorCost chain(OperatorCost first, const OperatorCost& second);

/// The width that an integer operation is built for.
int operand_bits(const OperatorKey&);

}  // namespace pom::dse
