#pragma once
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dse/dataflow/network.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// How loops that run as one are scheduled, in cycles.
struct LoopSchedule {
  std::int64_t interval = 0;  ///< between two iterations; 0: one begins when the other has ended
  std::int64_t iteration_latency = 1;
};

/// The schedule of loops of the function, outermost first, if they run as one; else nothing.
using FindSchedule = std::function<std::optional<LoopSchedule>(const Function&, const std::vector<const Loop*>&)>;

/// The dataflow region of a kernel's top function: its processes, and in which of their cycles they read and write
/// streams.
struct RegionNetwork {
  dataflow::Network network;
  dataflow::Depths depths;          ///< as declared
  std::vector<std::string> arrays;  ///< by channel: the stream, in the region
};

/// Otherwise why the region is not known in all that matters.
std::variant<RegionNetwork, std::string> build_region(const Kernel&, const FindSchedule&);

}  // namespace pom::dse::estimate
