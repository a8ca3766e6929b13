#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Applies the tool's partitioning without a directive: a dimension of a local array is partitioned completely if,
/// after unrolling, all its indices are constant.
void split_arrays(Kernel&);

}  // namespace pom::dse::estimate
