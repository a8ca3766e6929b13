#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Replaces loops with one iteration and a constant lower bound by their bodies. The tool does so before it chooses
/// what to pipeline, and no report names these loops. `with_directives`: also loops that a directive pipelines, as
/// since `sums_stay_since`; the loops inside are copies then, and no loop is pipelined for the directive's sake.
void fold_single_trips(Function&, bool with_directives);

}  // namespace pom::dse::estimate
