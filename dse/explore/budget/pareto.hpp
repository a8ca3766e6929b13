#pragma once
#include <cstdint>
#include <vector>

#include "dse/estimate/qor/qor.hpp"

namespace pom::dse::explore {

/// A design that no other one beats in latency, DSP blocks and LUTs at once.
struct ParetoPoint {
  double latency = 0;  ///< cycles
  estimate::Resources resources;
  std::int64_t port_banks = 0;  ///< memories outside that it asks for
};

/// Those of the points that no other one equals or beats in all three, fastest first.
std::vector<ParetoPoint> find_pareto_front(std::vector<ParetoPoint>);

/// The front of a design that was built and of what was foreseen beside it. `is_fastest`: the search looked for the
/// fastest one, so that what was foreseen to be faster turned out not to be.
std::vector<ParetoPoint> find_front_with(const ParetoPoint& design, std::vector<ParetoPoint> foreseen, bool is_fastest);

}  // namespace pom::dse::explore
