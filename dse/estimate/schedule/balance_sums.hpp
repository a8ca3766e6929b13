#pragma once
#include <cstdint>

#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

/// Turns sums of several terms into balanced trees, as the tool does (config_compile expression balancing): those of
/// integers, and with `unsafe_math` those of floats, which otherwise remain chains. In loops with a short interval,
/// integers add the value of an earlier iteration last. `interval` is the least initiation
/// interval that ports and directives allow.
void balance_sums(Graph&, const Function&, std::int64_t interval, bool unsafe_math);

}  // namespace pom::dse::estimate
