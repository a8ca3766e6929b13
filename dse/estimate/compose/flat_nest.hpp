#pragma once
#include <vector>

#include "dse/estimate/blocks/function_view.hpp"

namespace pom::dse::estimate {

/// The loops of a nest that run as one, outermost first.
using FlatNest = std::vector<const Loop*>;

/// Finds the first loop of a body; of a body that can be flattened it is the only one.
std::vector<Node>::const_iterator find_inner_loop(const std::vector<Node>& body);

/// Finds the nest of a pipelined loop, the last one, and of the loops around it that are flattened into it; empty: the
/// loop is not part of a pipeline.
FlatNest find_pipelined_nest(const Loop&, const FunctionView&);

/// Finds the loops of a perfect nest that are not pipelined but flattened.
FlatNest find_sequential_nest(const Loop&, const FunctionView&);

}  // namespace pom::dse::estimate
