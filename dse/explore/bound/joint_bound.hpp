#pragma once
#include <functional>
#include <vector>

#include "dse/explore/bound/function_bound.hpp"

namespace pom::dse::explore {

/// What stands in the way of all units being at their fastest: the LUTs of what they build together.
struct JointLimits {
  Limits device;
  std::vector<double> shared_lut;  ///< multiplexers before an operator, by the number of units that use it
  /// The same before the ports of a bank, for each access of an iteration that it serves.
  std::vector<double> access_lut;
  double incumbent = 0;           ///< cycles of a design: slower ones are of no interest
  long budget = 0;                ///< operations and loads in all estimates
  double known = 0;               ///< cycles of a bound that is known: a case that stays below it for long is given up
  std::function<bool()> is_over;  ///< the bound that is found until then has to do
};

/// Cycles that no design of the space goes below, for the sum of LUTs: units that never run at once may share their
/// operators, but for each further one that uses them those have multiplexers, and the registers, expressions and
/// controls of all units add up. 0: nothing is known.
///
/// The LUTs of a design are at least  b + Σ (users_u + beside_u),  where b is the most that any unit's operators take
/// but for the multiplexers' part of each (of two that run at once, the sum), users_u that part for all of the unit's
/// and for the banks of ports that it accesses, and beside_u what an estimate of the unit alone shows beside operators
/// and multiplexers. The least sum of cycles within the device's LUTs is found with what is known of the choices; those
/// that it consists of are estimated, until only estimated ones are left.
double bound_jointly(const std::vector<NestBounds>&, const SerialStatements&, std::size_t statements,
                     const JointLimits&);

}  // namespace pom::dse::explore
