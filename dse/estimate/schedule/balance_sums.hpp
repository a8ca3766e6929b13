#pragma once
#include <cstdint>

#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

/// Turns integer sums of several terms into balanced trees, as the tool does (config_compile expression balancing);
/// sums of floats remain chains. In loops with a short interval, the value of an earlier iteration is added last.
/// `interval` is the least initiation interval that ports and directives allow.
void balance_sums(Graph&, const Function&, std::int64_t interval);

}  // namespace pom::dse::estimate
