#pragma once
#include <vector>

#include "dse/estimate/qor/qor.hpp"

namespace pom::dse::explore {

/// A design that no other one beats in latency, DSP blocks and LUTs at once.
struct ParetoPoint {
  double latency = 0;  ///< cycles
  estimate::Resources resources;
};

/// Those of the points that no other one equals or beats in all three, fastest first.
std::vector<ParetoPoint> find_pareto_front(std::vector<ParetoPoint>);

}  // namespace pom::dse::explore
