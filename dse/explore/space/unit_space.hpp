#pragma once
#include <set>
#include <string>

#include "dse/explore/space/least_options.hpp"

namespace pom::dse::explore {

/// One unit of a nest: what it has to do, its configurations and their bounds, their estimates, and what each of them
/// asks of the device at least. Searches read and fill it; it decides nothing.
struct UnitSpace {
  /// `nest`: a kernel with one function that holds the nest, with other units as they are estimated beside this one.
  /// `used_by_others`: arrays whose banks other units of the program have a say in. `memo`: of all estimates of a
  /// search, or none.
  UnitSpace(Kernel nest, const Unit&, std::set<std::string> used_by_others, const devices::Target&, SearchWatch&,
            estimate::NestMemo* memo = nullptr);
  UnitSpace(const UnitSpace&) = delete;
  UnitSpace& operator=(const UnitSpace&) = delete;

  SearchWatch& watch;
  Kernel nest;
  Unit unit;
  UnitWork work;
  CutEstimator estimator;
  UnitEstimates estimates;
  ChoiceBound bound;
  UnitChoices choices;
  LeastOptions least;
};

}  // namespace pom::dse::explore
