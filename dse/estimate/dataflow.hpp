#pragma once
#include <vector>

#include "dse/estimate/block_builder.hpp"
#include "dse/estimate/channels.hpp"
#include "dse/estimate/cycles.hpp"

namespace pom::dse {

/// One process of a dataflow region.
struct Process {
  Cycles latency, interval;
  Cycles drain;  ///< from the last input to the last output: the depth of its last pipeline
  std::vector<Touch> touches;
};

struct RegionTime {
  Cycles latency, interval;
};

/// Processes in program order. Through a stream they overlap; an array between two is a pair of memories that change
/// hands when the writer is done, or a FIFO (channels, by array); the next run of the region starts when the slowest
/// process is free.
RegionTime time_processes(const std::vector<Process>&, const FunctionView&, const std::vector<Channel>&);

}  // namespace pom::dse
