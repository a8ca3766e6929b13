#pragma once
#include "dse/devices/tables/operators.hpp"
#include "dse/devices/tables/tables.hpp"

/// The parts of find_operator: pipelined cores of the vendor's library, and operators built of LUTs.
namespace pom::dse::devices {

/// Costs a library core for numbers of `bits` bits (16, 32 or 64; other widths are rounded up).
/// The tool takes the fewest pipeline stages whose longest stage fits the clock budget. Between two known
/// configurations, the total delay (stages * delay) is interpolated linearly over the stages. Beyond the deepest one,
/// the total delay is divided by the budget. Before the shallowest one, the total delay is increased by half and then
/// divided by the budget, because the stages of a core are uneven (compare the one-stage and the two-stage compare of
/// the 7 series).
/// If no report shows a binding at this clock but one shows the default binding, the binding's stages and delay are
/// those of the default, scaled by their ratio at the nearest clock that shows both. LUTs and registers are the larger
/// of the two (7 series, 10 ns: adders with DSP blocks take 390 LUT too, so that adders without them take hardly more).
OperatorCost core_cost(const Target&, Core, int bits, const OperatorKey&);
/// Tells whether the tables know the core at this width.
bool has_core(const Target&, Core, int bits);

OperatorCost adder_cost(const Target&, const OperatorKey&);
OperatorCost compare_cost(const Target&, const OperatorKey&);
OperatorCost logic_cost(const Target&, int bits);
OperatorCost select_cost(const Target&, int bits);
OperatorCost shift_cost(const Target&, const OperatorKey&);
OperatorCost multiplier_cost(const Target&, const OperatorKey&);
OperatorCost divider_cost(const Target&, const OperatorKey&);

/// Costs two operators in sequence, each combinational or pipelined.
OperatorCost chain(OperatorCost first, const OperatorCost& second);

/// The width, in bits, that an integer operation is built for.
int operand_bits(const OperatorKey&);

}  // namespace pom::dse::devices
