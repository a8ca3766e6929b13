#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "dse/explore/unit_space.hpp"

namespace pom::dse {

/// One unit of the whole function, with the points worth trying: slowest first.
struct UnitLadder {
  Unit unit;
  std::vector<UnitPoint> points;
  std::vector<std::size_t>
      levels;  ///< the point for each share of the device, the same shares for all units, ascending
};

/// The fastest points under shares of the device, and what comes near the fastest; at most `budget` estimates for each
/// share.
UnitLadder make_ladder(UnitSpace&, const Unit&, const Limits&, Adders, long budget);

/// The ladder of an equal nest, under this nest's array names.
void rename_arrays(UnitLadder&, const std::map<std::string, std::string>& names);

/// Each unit also tries what others of as many loops chose: cut alike they can share banks. Only for few units: the
/// effort grows with their square.
void align_ladders(std::vector<UnitLadder>&, const std::vector<UnitSpace*>&,
                   const std::vector<const std::map<std::string, std::string>*>& names, const Limits&);

}  // namespace pom::dse
