#pragma once
#include <string>
#include <variant>

#include "bench/qor/description/point.hpp"
#include "dse/estimate/stalls/region.hpp"

namespace pom::dse::qor {

/// The dataflow region of a point, with the intervals and iteration latencies that the tool reported. Otherwise why the
/// point has no such region.
std::variant<estimate::RegionNetwork, std::string> reported_region(const Point&);

}  // namespace pom::dse::qor
