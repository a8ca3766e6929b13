#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/schedule/functional_units.hpp"

namespace pom::dse::estimate {

/// The start state of each node of a block. States are counted from 0.
struct BlockSchedule {
  std::vector<int> start;        ///< start state of each node of the graph
  std::vector<float> finish_ns;  ///< delay within its last state until the node's result is available, in ns
  int states = 0;                ///< number of states of the block, at least 1
  UnitCounts units{};            ///< float units in use at once, set where count_units was not enough
};

struct ScheduleLimits {
  double budget_ns = 7.3;
  int interval = 0;                    ///< initiation interval in states; 0: not pipelined
  const UnitCounts* units = nullptr;   ///< in a pipeline: the available float units; null: unlimited
  std::int64_t* steps_left = nullptr;  ///< what passes take away from; below 0 GraphTooLarge is thrown; null: unlimited
};

/// Schedules each node as soon as its operands and the memory ports allow.
BlockSchedule schedule_block(const Graph&, const std::vector<MemoryView>&, const ScheduleLimits&);

/// Schedules a loop body whose iterations start every `limits.interval` states, so that loop-carried values arrive in
/// time. Returns nothing if the interval is too short for them.
std::optional<BlockSchedule> schedule_pipeline(const Graph&, const std::vector<MemoryView>&, const ScheduleLimits&);

/// The least initiation interval at which no bank has more accesses than ports, and the array that determines it.
struct PortInterval {
  std::int64_t interval = 1;
  int array = -1;
};
PortInterval find_port_interval(const Graph&, const std::vector<MemoryView>&);

/// A lower bound on the initiation interval from each loop-carried dependence by itself, and the edge that determines
/// it.
struct RecurrenceInterval {
  std::int64_t interval = 1;
  int edge = -1;
};
RecurrenceInterval find_recurrence_interval(const Graph&, double budget_ns);

/// Sets CarriedEdge::forwarded, the states by which a carried value is available early. A pipelined operator that
/// accumulates alone passes its result to the next iteration in its last state, so that a float sum reaches an interval
/// of stages - 1; chains of several operators do not. With MemoryPath::squeezed, where a directive asks for an interval
/// that nothing else reaches, the tool also removes states from a long path through a memory: load into operator,
/// operator into operator, operator into store (it then reports a clock of two chained stages).
enum class MemoryPath { as_scheduled, squeezed };
struct Forwarding {
  double budget_ns = 7.3;
  MemoryPath memory_path = MemoryPath::as_scheduled;
  bool unsafe_math = false;  ///< EstimateOptions::unsafe_math
};
void mark_forwarded(Graph&, const std::vector<MemoryView>&, const Forwarding&);

}  // namespace pom::dse::estimate
