#pragma once
#include "dse/estimate/usage.hpp"

namespace pom::dse {

/// What it takes to compute the addresses of the accesses of a block, and to keep them until they are used.
void add_addresses(Usage&, const Graph&, const std::vector<MemoryView>&, const std::vector<int>& late, const Target&,
                   int interval);

}  // namespace pom::dse
