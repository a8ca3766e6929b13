#pragma once
#include <vector>

#include "dse/explore/unit/whole_loops.hpp"
#include "dse/kernel/kernel.hpp"
#include "dse/kernel/rewrite/unit.hpp"
#include "dse/transform/transform.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::dse::explore {

/// Only so much may be done with the unit.
void restrict_to(Unit&, const HardwareStrategies&);

/// The units of a scheduled nest, in program order. `kernel`: of the tree. `bodies`: loops that are units with all that
/// is inside.
std::vector<Unit> find_units(const poly::LoopTree&, const Kernel& kernel, const std::vector<transform::NestInfo>&,
                             const WholeBodies& bodies = {});

}  // namespace pom::dse::explore
