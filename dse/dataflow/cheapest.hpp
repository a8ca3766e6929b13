#pragma once
#include <utility>

#include "dse/dataflow/depths.hpp"

namespace pom::dse::dataflow {

/// At least one of these channels is at least so deep.
using Cut = std::vector<std::pair<int, std::int64_t>>;

/// Depths from `least` on that satisfy all cuts.
struct Cheapest {
  Depths depths;
  FifoMemory memory;
  FifoMemory bound;        ///< less than `memory` only where the search was broken off
  std::int64_t steps = 0;  ///< parts of cuts looked at
};

Cheapest cheapest_depths(const Network&, const Depths& least, const std::vector<Cut>& cuts);

}  // namespace pom::dse::dataflow
