#pragma once
#include <array>
#include <vector>

#include "dse/estimate/graph/graph.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

struct BlockSchedule;

/// Kinds of pipelined float units that operations share; 0: an operation has its own.
constexpr int unit_kinds = 7;
using UnitCounts = std::array<int, unit_kinds>;

int unit_kind(OpKind, const NumberType&);

/// Units that a loop at this interval cannot do without.
UnitCounts count_units(const Graph&, std::int64_t interval);
/// Operations of a kind that start in one state, of all iterations under way.
UnitCounts peak_units(const Graph&, const BlockSchedule&, std::int64_t interval);
/// The same where both sides of a branch take one unit in turn.
UnitCounts peak_exclusive_units(const Graph&, const BlockSchedule&, std::int64_t interval);

}  // namespace pom::dse
