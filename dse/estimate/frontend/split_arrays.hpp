#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// What the tool cuts without a directive: a dimension of a local array that no access, after unrolling, indexes with
/// something that varies becomes as many arrays.
void split_arrays(Kernel&);

}  // namespace pom::dse
