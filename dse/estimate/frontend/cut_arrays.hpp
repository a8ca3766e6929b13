#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Throughput-driven partitioning (config_array_partition, from 2023.1 on): a local array is partitioned if a pipelined
/// loop needs more elements per iteration than two ports deliver. Each bank serves two accesses; a dimension whose loop
/// is completely unrolled is partitioned completely.
enum class CutFor { all_loops, directed_loops };
void cut_arrays(Kernel&, CutFor);

}  // namespace pom::dse::estimate
