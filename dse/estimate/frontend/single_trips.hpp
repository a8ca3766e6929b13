#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Replaces loops with one iteration and a constant lower bound by their bodies. The tool does so before it chooses
/// what to pipeline, and no report names these loops.
void fold_single_trips(Function&);

}  // namespace pom::dse::estimate
