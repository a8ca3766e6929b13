#pragma once
#include "dse/estimate/compose/flat_nest.hpp"
#include "dse/estimate/compose/piece_estimate.hpp"
#include "dse/estimate/graph/linear.hpp"
#include "dse/estimate/qor/options.hpp"

namespace pom::dse::estimate {

/// Estimates a pipelined nest, or returns its estimate from EstimateOptions::memo. `runs_again`: as
/// PipelinedLoops::runs_again.
NestEstimate pipeline_nest(const FlatNest&, const FunctionView&, Unrolling&, bool runs_again, const EstimateOptions&);

}  // namespace pom::dse::estimate
