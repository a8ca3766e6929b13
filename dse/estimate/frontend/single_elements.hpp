#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Makes variables of local arrays that have one element: every access is to it, so the tool keeps it in a register.
void fold_single_elements(Function&);

}  // namespace pom::dse::estimate
