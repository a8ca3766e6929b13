#pragma once
#include <cstdint>
#include <vector>

#include "dse/estimate/qor/operator_use.hpp"

namespace pom::dse::estimate {

struct Usage;

/// Joins the users of modules that run one after the other and share units, and of modules that run at once and do not.
UnitUserList join_in_turn(const UnitUserList&, const UnitUserList&);
UnitUserList join_at_once(const UnitUserList&, const UnitUserList&);

/// Computes the LUTs of a function's multiplexers for the operators that several of its modules share.
///
/// Law: both operands and the enable of each unit have an input for each module and one more. 2022.2: 32 units that two
/// modules share, 1344 of 2555 LUT of multiplexers; 2023.2: 64 units, 2688 of 13423.
double shared_units_lut(const Usage&, const devices::Target&);
/// Computes the LUTs of one shared operator of `bits` bits.
double shared_unit_lut(int users, int bits, const devices::Target&);

}  // namespace pom::dse::estimate
