#pragma once
#include <vector>

#include "dse/estimate/blocks/block_builder.hpp"
#include "dse/estimate/compose/channels.hpp"
#include "dse/estimate/qor/cycles.hpp"

namespace pom::dse {

/// One process of a dataflow region.
struct Process {
  Cycles latency, interval;
  Cycles drain;              ///< from the last input to the last output: the depth of its last pipeline
  Cycles first_output;       ///< from its start until a consumer starts
  bool is_pipeline = false;  ///< all that it does is one pipelined loop
  std::vector<Touch> touches;
};

struct RegionTime {
  Cycles latency, interval;
  Cycles first_output;  ///< of the last process, from its own start: what streams inside bring later is not counted
};

/// Processes in program order. Through a stream, or a FIFO in the place of an array (channels, by array), they overlap:
/// a consumer starts with the producer's first output and is taken to find its input from then on (2023.2: chains of 40
/// nested regions, 334042 cycles, are the longest sum of such starts and one latency); only between two pipelined loops
/// the last input is waited for. Another array between two is a pair of memories that change hands when the writer is
/// done; the next run of the region starts when the slowest process is free.
RegionTime time_processes(const std::vector<Process>&, const FunctionView&, const std::vector<Channel>&);

}  // namespace pom::dse
