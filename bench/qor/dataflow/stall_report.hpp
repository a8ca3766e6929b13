#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bench/qor/description/point.hpp"

namespace pom::dse {

/// A dataflow design: what the RTL took, what the vendor's estimate says, and what the stall simulation says with the
/// intervals and iteration latencies of the same report.
struct StallRow {
  std::string id, reason;  ///< why it was not simulated
  std::int64_t rtl = 0, vendor = 0, simulated = 0;
  double seconds = 0;  ///< of the simulation
};

/// Nothing for a point without RTL cycles.
std::optional<StallRow> simulate_point(const Point&);

std::string render_stalls(const std::vector<StallRow>&);

}  // namespace pom::dse
