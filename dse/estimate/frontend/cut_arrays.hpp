#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Throughput-driven partitioning (config_array_partition, from 2023.1 on): a local array that a pipelined loop asks
/// for more elements than two ports bring is cut into banks, two accesses each; a dimension that is unrolled completely
/// is cut completely.
enum class CutFor { all_loops, asked_loops };
void cut_arrays(Kernel&, CutFor);

}  // namespace pom::dse
