#pragma once
#include <cstdint>
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/schedule/schedule.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// What a pipelined loop wants of its iterations.
struct OverlapRequest {
  bool named = false;      ///< a directive names the interval: the tool tries harder to meet it
  std::int64_t asked = 1;  ///< by the directive, or 1
  std::int64_t least = 1;  ///< ports allow no shorter interval
};

/// Iterations that overlap, and what kept them apart.
struct Overlap {
  BlockSchedule schedule;
  std::int64_t interval = 1;
  RecurrenceInterval recurrence;
  bool delayed = false;  ///< several carried values together ask for more than each alone
};

/// The shortest interval that the tool finds; `graph` becomes what it builds for it.
Overlap find_overlap(Graph& graph, const Function&, const std::vector<MemoryView>&, const Target&,
                     const OverlapRequest&);

/// The fewest states that a floating-point sum takes that each iteration adds to, whatever it is built from to meet an
/// interval. `sum`: as it is built otherwise.
int least_sum_latency(const OperatorCost& sum, OpKind, const NumberType&, const Target&);

}  // namespace pom::dse
