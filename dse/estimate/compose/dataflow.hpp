#pragma once
#include <vector>

#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/compose/channels.hpp"
#include "dse/estimate/graph/surroundings.hpp"
#include "dse/estimate/qor/cycles.hpp"

namespace pom::dse::estimate {

/// One process of a dataflow region.
struct Process {
  Cycles latency, interval;
  Cycles drain;              ///< cycles from the last input to the last output, that is, the depth of its last pipeline
  Cycles first_output;       ///< cycles from its start until a consumer may start
  bool is_pipeline = false;  ///< the process consists of one pipelined loop
  std::vector<AccessSummary> accesses;
};

struct RegionTime {
  Cycles latency, interval;
  Cycles first_output;  ///< of the last process, from its own start; the delay of its inputs is not included
};

/// Computes the latency and interval of a region from its processes, in program order. Processes connected by a stream,
/// or by a FIFO that replaces an array (channels, by array), overlap: a consumer starts with the producer's first
/// output and is assumed to find its input from then on (2023.2: chains of 40 nested regions, 334042 cycles, are the
/// longest sum of such starts and one latency). Only a pipelined loop that follows a pipelined loop waits for the last
/// input. Any other array between two processes is a pair of memories that are swapped when the writer is done. The
/// next run of the region starts when the slowest process is ready.
RegionTime time_processes(const std::vector<Process>&, const FunctionView&, const std::vector<Channel>&);

}  // namespace pom::dse::estimate
