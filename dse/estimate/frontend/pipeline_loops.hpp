#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Decides which loops the tool pipelines and unrolls: those with directives where possible, and without a directive
/// short loops and innermost loops. `sums_stay`: as in releases since
/// `sums_stay_since`. Before, a sum leaves the loop that a directive pipelines, and the loops around are not one with
/// it.
void pipeline_loops(Function&, bool sums_stay);

}  // namespace pom::dse::estimate
