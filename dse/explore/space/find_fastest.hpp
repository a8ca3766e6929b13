#pragma once
#include <cmath>
#include <optional>

#include "dse/explore/space/unit_space.hpp"

namespace pom::dse::explore {

/// What a search of a unit's configurations has found and proved.
struct UnitSearch {
  std::optional<UnitPoint> best;
  double bound = 0;        ///< no choice within the limits is faster, in cycles of the unit
  bool exhaustive = true;  ///< every choice that could beat `best` was estimated
};

/// How closely a unit is searched.
struct Thoroughness {
  long budget = 0;              ///< estimates
  double incumbent = INFINITY;  ///< only choices faster than so many cycles count
  double light = 0;             ///< iterations; a unit of fewer gets `light_budget` estimates at most
  bool fabric_first = false;    ///< of both kinds of adders the second has to beat the first one
};
constexpr long light_budget = 12;

/// Branch and bound with either kind of adders: choices in the order of the least latency that their trip counts and
/// operators allow, until that passes the best one found, the budget is used up or the watch says that the time is
/// over.
UnitSearch find_fastest(UnitSpace&, const Limits&, const Thoroughness&);

}  // namespace pom::dse::explore
