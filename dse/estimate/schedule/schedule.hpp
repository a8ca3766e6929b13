#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/schedule/functional_units.hpp"

namespace pom::dse {

/// When the nodes of a block start. States are counted from 0.
struct BlockSchedule {
  std::vector<int> start;        ///< for each node of the graph
  std::vector<float> finish_ns;  ///< how far into its last state the result is there
  int states = 0;                ///< at least 1
  UnitCounts units{};            ///< float units that are busy at once, where operations could not wait for fewer
};

struct ScheduleLimits {
  double budget_ns = 7.3;
  int interval = 0;                   ///< ports are taken again every so many states; 0: never
  const UnitCounts* units = nullptr;  ///< in a pipeline: the float units that there are; none: as many as it takes
};

/// Each node as early as what it waits for and the ports of the memories allow.
BlockSchedule schedule_block(const Graph&, const std::vector<MemoryView>&, const ScheduleLimits&);

/// The same for iterations that start every `limits.interval` states: a value of an earlier iteration is waited for.
/// Nothing: the interval is too short for what the iterations hand on.
std::optional<BlockSchedule> schedule_pipeline(const Graph&, const std::vector<MemoryView>&, const ScheduleLimits&);

/// The least interval at which no bank is asked for more accesses than it has ports, and the array that decides.
struct PortInterval {
  std::int64_t interval = 1;
  int array = -1;
};
PortInterval find_port_interval(const Graph&, const std::vector<MemoryView>&);

/// A lower bound of the interval that the values handed from iteration to iteration allow (each by itself), and the
/// edge that decides.
struct RecurrenceInterval {
  std::int64_t interval = 1;
  int edge = -1;
};
RecurrenceInterval find_recurrence_interval(const Graph&, const std::vector<MemoryView>&, double budget_ns);

/// Marks the values that are forwarded: a pipelined operator that accumulates alone hands its result to the next
/// iteration in its last state, so that a float sum reaches an interval of stages - 1. Chains of several do not.
/// Where a directive asks for an interval that nothing else reaches, the tool also squeezes states out of a long way
/// through a memory: load into operator, operator into store, operator into operator (it then reports a clock of two
/// chained stages).
enum class Ways { as_scheduled, squeezed };
struct Forwarding {
  double budget_ns = 7.3;
  Ways through_memories = Ways::as_scheduled;
};
void mark_forwarded(Graph&, const Forwarding&);

}  // namespace pom::dse
