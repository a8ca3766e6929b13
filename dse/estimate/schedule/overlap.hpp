#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/schedule/schedule.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// The initiation interval that is wanted for a pipelined loop.
struct OverlapRequest {
  bool from_directive = false;       ///< a directive names the interval, so that the tool tries harder to reach it
  std::int64_t target_interval = 1;  ///< target interval in states: the directive's, or 1
  std::int64_t least = 1;            ///< lower bound on the interval from memory ports
  bool unsafe_math = false;          ///< EstimateOptions::unsafe_math
  std::int64_t most_steps = std::numeric_limits<std::int64_t>::max();  ///< EstimateOptions::most_steps
};

/// A modulo schedule of a loop and what limits its initiation interval.
struct Overlap {
  BlockSchedule schedule;
  std::int64_t interval = 1;
  RecurrenceInterval recurrence;
  bool delayed = false;  ///< several recurrences together require a longer interval than each alone
};

/// Finds the shortest initiation interval that the tool reaches, and changes `graph` to the operators it uses for it.
/// Throws GraphTooLarge behind `most_steps`.
Overlap find_overlap(Graph& graph, const Function&, const std::vector<MemoryView>&, const devices::Target&,
                     const OverlapRequest&);

/// Returns the least latency, in states, of a floating-point sum that accumulates over iterations, over all adders that
/// the tool may choose to meet an interval. `sum` is the adder without such a choice.
int least_sum_latency(const devices::OperatorCost& sum, OpKind, const NumberType&, const devices::Target&);

}  // namespace pom::dse::estimate
