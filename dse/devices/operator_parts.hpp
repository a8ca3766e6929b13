#pragma once
#include "dse/devices/operators.hpp"
#include "dse/devices/tables.hpp"

/// The parts of find_operator: pipelined cores of the vendor's library, and what is built of LUTs.
namespace pom::dse {

/// A core for numbers of `bits` bits (16, 32, 64; others: the next wider).
///
/// Which pipeline registers: the tool takes the fewest stages whose longest one fits the clock budget. Where the files
/// have no configuration in between, the total delay (stages * delay) is interpolated linearly over the stages; beyond
/// the deepest one the total is divided by the budget; before the shallowest one, too, but half as much again is
/// allowed for, because the stages of a core are never even (compare the one-stage and the two-stage compare of the 7
/// series).
OperatorCost core_cost(const Target&, Core, int bits, const OperatorKey&);

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
