#pragma once
#include <array>
#include <vector>

#include "dse/estimate/graph/graph.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

struct BlockSchedule;

/// Number of kinds of shared, pipelined float units; kind 0 stands for operations that are not shared.
constexpr int unit_kinds = 7;
using UnitCounts = std::array<int, unit_kinds>;

int unit_kind(OpKind, const NumberType&);

/// Counts the units of each kind that a loop with this initiation interval needs at least.
UnitCounts count_units(const Graph&, std::int64_t interval);
/// Counts, for each kind, the most operations that start in one state, over all overlapping iterations.
UnitCounts peak_units(const Graph&, const BlockSchedule&, std::int64_t interval);
/// Counts peak_units where the two sides of a branch share a unit.
UnitCounts peak_exclusive_units(const Graph&, const BlockSchedule&, std::int64_t interval);

}  // namespace pom::dse::estimate
