#pragma once
#include <string>
#include <variant>

#include "bench/qor/description/point.hpp"
#include "dse/dataflow/network.hpp"

namespace pom::dse {

/// The dataflow region of a point, with the intervals and iteration latencies that the tool reported.
struct RegionNetwork {
  dataflow::Network network;
  dataflow::Depths depths;
};

/// Otherwise why the point has no such region.
std::variant<RegionNetwork, std::string> build_region(const Point&);

}  // namespace pom::dse
