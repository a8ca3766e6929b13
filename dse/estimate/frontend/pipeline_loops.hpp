#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Decides which loops the tool pipelines and unrolls: those with directives where possible, and without a directive
/// short loops and innermost loops.
void pipeline_loops(Function&);

}  // namespace pom::dse::estimate
