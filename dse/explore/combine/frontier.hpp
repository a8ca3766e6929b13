#pragma once
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "dse/explore/space/unit_space.hpp"
#include "dse/explore/structure/assembly.hpp"

namespace pom::dse::explore {

/// One unit of the whole function, with the configurations that are put together with the other units'.
struct Frontier {
  Unit unit;
  /// The units of equal nests that run in turn on the same module: a point's latency is that of all runs.
  std::vector<Unit> twins;
  std::shared_ptr<UnitSpace> space;
  const std::map<std::string, std::string>* renamed = nullptr;  ///< NestDesign::renamed
  double least = 0;                                             ///< cycles of its fastest configuration, or fewer
  double slowest = INFINITY;           ///< cycles that it may take in a design that is worth finding
  std::vector<UnitPoint> points = {};  ///< one copy first, then the slowest ones first

  std::vector<Unit> all_units() const;
  double runs() const { return static_cast<double>(1 + twins.size()); }
};

/// The frontiers of the function's units, each once for all nests that share its module. `base`: the function with all
/// units as written. `incumbent`: cycles of a design that is known; what is no faster is of no use.
std::vector<Frontier> make_frontiers(SearchContext&, const Assembly&, const Kernel& base, Adders, double incumbent);

/// Adds the configurations that are in the space, fit and may be of use, at most `budget` of them not estimated before.
void add_points(Frontier&, const std::vector<Configuration>&, const Limits&, long budget);

/// Units of the function, once for all nests that share a module; without copies between chip and bus, which run as
/// they stand.
std::size_t count_units(const SearchContext&, const Assembly&);

}  // namespace pom::dse::explore
