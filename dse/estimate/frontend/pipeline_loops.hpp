#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Which loops the tool pipelines and which it unrolls: those of directives as far as it can, and by itself short loops
/// and the innermost ones.
void pipeline_loops(Function&);

}  // namespace pom::dse
