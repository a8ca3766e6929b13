#include "dse/estimate/compose/dataflow.hpp"

#include <algorithm>

namespace pom::dse::estimate {

namespace {

const AccessSummary* find_accesses(const Process& process, int array) {
  for (const AccessSummary& summary : process.accesses) {
    if (summary.array == array) return &summary;
  }
  return nullptr;
}

/// The dependences of a process on an earlier one.
struct Link {
  bool stream = false, memory = false;
  bool shares_argument = false;  ///< both processes read the same array of the caller
};

Link link_processes(const Process& from, const Process& to, const FunctionView& view,
                    const std::vector<Channel>& channels) {
  Link link;
  for (const AccessSummary& written : from.accesses) {
    const AccessSummary* used = find_accesses(to, written.array);
    if (!used) continue;
    const MemoryView& memory = view.memories[written.array];
    const Channel channel = channels[written.array];
    if (channel == Channel::none) continue;
    if (memory.kind == MemoryView::Kind::stream || channel == Channel::fifo) {
      link.stream = true;
    } else if (written.writes) {
      link.memory = true;
    } else if (memory.outside && !memory.dimensions.empty()) {
      link.shares_argument = true;
    }
  }
  return link;
}

}  // namespace

RegionTime time_processes(const std::vector<Process>& processes, const FunctionView& view,
                          const std::vector<Channel>& channels) {
  std::vector<Cycles> start(processes.size()), end(processes.size());
  RegionTime time;
  bool overlaps_runs = true;
  for (std::size_t c = 0; c < processes.size(); ++c) {
    Cycles drained;
    for (std::size_t p = 0; p < c; ++p) {
      const Link link = link_processes(processes[p], processes[c], view, channels);
      // Processes that use the same array of the caller start together, and runs of the region do not overlap.
      if (link.memory && link.shares_argument && !link.stream) {
        overlaps_runs = false;
      } else if (link.memory) {
        start[c] = longer(start[c], end[p] + Cycles::of(1));
      } else if (link.stream) {
        start[c] = longer(start[c], start[p] + processes[p].first_output);
        if (processes[p].is_pipeline && processes[c].is_pipeline)
          drained = longer(drained, end[p] + processes[c].drain);
      }
    }
    end[c] = longer(start[c] + processes[c].latency, drained);
    time.latency = longer(time.latency, end[c]);
    time.interval = longer(time.interval, processes[c].interval);
    time.first_output = processes[c].first_output;
  }
  if (!overlaps_runs) time.interval = time.latency;
  time.interval += Cycles::of(1);
  return time;
}

}  // namespace pom::dse::estimate
