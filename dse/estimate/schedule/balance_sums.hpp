#pragma once
#include <cstdint>

#include "dse/estimate/graph/graph.hpp"

namespace pom::dse {

/// Integer sums of several terms become balanced trees, as the tool makes them (config_compile expression balancing);
/// floats stay chains. A value of an earlier iteration is added last where iterations follow closely: `interval` is the
/// least that ports and directives allow.
void balance_sums(Graph&, const Function&, std::int64_t interval);

}  // namespace pom::dse
