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

/// The cycles that a process takes alone, with the requests and acknowledgements of its buses and what it does beside
/// its loops; nothing: its loops say all.
using FindLatency = std::function<std::optional<std::int64_t>(const Function&)>;

/// The dataflow region of a kernel's top function: its processes, and in which of their cycles they read and write
/// streams.
struct RegionNetwork {
  dataflow::Network network;
  /// The same processes with one access after the other, as the program says and the host runs it. Its FIFOs are single
  /// ones, each a lane of one of `network`'s channels.
  dataflow::Network in_order;
  std::vector<std::size_t> channel_of;  ///< by channel of `in_order`: that of `network`
  dataflow::Depths depths;              ///< as declared
  std::vector<std::string> arrays;      ///< by channel: the stream, in the region
};

/// Otherwise why the region is not known in all that matters. Without `find`, `network` is that of `in_order`: each
/// access takes one cycle.
std::variant<RegionNetwork, std::string> build_region(const Kernel&, const FindSchedule&, const FindLatency& = {});

}  // namespace pom::dse::estimate
