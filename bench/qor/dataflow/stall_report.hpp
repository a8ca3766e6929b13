#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bench/qor/description/point.hpp"

namespace pom::dse::qor {

/// A dataflow design: what the RTL took, what the vendor's estimate says, and what the stall simulation says with the
/// intervals and iteration latencies of the same report.
struct StallRow {
  std::string id, reason;  ///< why it was not simulated
  std::int64_t rtl = 0, vendor = 0, simulated = 0;
  double seconds = 0;  ///< of the simulation and of the sizing of FIFOs
  std::int64_t processes = 0, fifos = 0;
  /// Block RAM that the FIFOs really take: with the design's depths, with the least that keep the latency, and the
  /// bound on the latter.
  std::int64_t given_bram = 0, least_bram = 0, bound_bram = 0;
  bool optimal = false;  ///< in LUTs and bits too
};

/// Nothing for a point without RTL cycles.
std::optional<StallRow> simulate_point(const Point&);

std::string render_stalls(const std::vector<StallRow>&);

}  // namespace pom::dse::qor
