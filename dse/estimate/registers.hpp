#pragma once
#include "dse/estimate/graph.hpp"
#include "dse/estimate/schedule.hpp"

namespace pom::dse {

/// The last state in which each node may start without making anything wait: the tool computes a value as late as its
/// users allow (a chain of 64 sums loads its k-th operand in state 5k, not in the first), so that it lives shortly.
std::vector<int> latest_starts(const Graph&, const BlockSchedule&, double budget_ns);

struct RegisterCount {
  double ff = 0, lut = 0;
};

/// Registers between the states of a block whose iterations start every `interval` states (0: one after the other).
/// `late` is what latest_starts says.
RegisterCount count_registers(const Graph&, const std::vector<MemoryView>&, const std::vector<int>& late, int interval);

}  // namespace pom::dse
