#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Replaces loops that run once, from a constant on, by their bodies: the tool does so before it chooses what to
/// pipeline, and no report names them.
void dissolve_single_trips(Function&);

}  // namespace pom::dse
