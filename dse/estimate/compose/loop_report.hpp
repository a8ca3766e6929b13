#pragma once
#include <string>
#include <vector>

#include "dse/estimate/compose/flat_nest.hpp"
#include "dse/estimate/compose/piece_estimate.hpp"

/// The rows of loops and their modules in the report.
namespace pom::dse::estimate {

/// Describes a loop, or a nest that runs as one. `iteration`: cycles of one iteration.
LoopEstimate describe_loop(const Function&, const FlatNest&, const TripCount&, std::int64_t iteration,
                           const Cycles& latency);

/// Describes the module of a pipelined nest without its operators: modules may share them, so they count in the
/// function.
FunctionEstimate describe_module(const Function&, const PieceEstimate&, const LoopEstimate&);

}  // namespace pom::dse::estimate
