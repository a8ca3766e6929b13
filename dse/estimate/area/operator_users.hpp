#pragma once
#include <cstdint>
#include <vector>

#include "dse/devices/tables/operators.hpp"

namespace pom::dse {

struct Usage;

/// So many operators of one kind that equally many modules use.
struct UnitUsers {
  std::int64_t units = 0, users = 0;
};

/// Users of the operators of one kind, those with the most users first.
using UnitUserList = std::vector<UnitUsers>;

/// Modules that run in turn use the same units, those that run at once have their own.
UnitUserList join_in_turn(const UnitUserList&, const UnitUserList&);
UnitUserList join_at_once(const UnitUserList&, const UnitUserList&);

/// Multiplexers of a function before the operators that several of its modules use.
///
/// Law: both operands and the enable of each unit have an input for each module and one more. 2022.2: 32 units that two
/// modules share, 1344 of 2555 LUT of multiplexers; 2023.2: 64 units, 2688 of 13423.
double shared_units_lut(const Usage&, const Target&);
/// Of one unit.
double shared_unit_lut(int users, int bits, const Target&);

}  // namespace pom::dse
