#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/graph/linear.hpp"

namespace pom::dse::estimate {

/// Writes everything that the estimate of a pipelined nest depends on, for one target and fixed options: its loops,
/// statements and expressions with their operators, the arrays it uses with their banks, and the enclosing loops that
/// its indices mention. Loop ids depend on how other nests are tiled, so only their order enters the key. Returns
/// nothing if the estimate depends on more: on calls, streams or buses.
/// `loops`: the flattened loops, outermost first; `runs_again`: as PipelinedLoops::runs_again.
std::optional<std::string> write_nest_key(const FunctionView&, const Unrolling&, const std::vector<const Loop*>& loops,
                                          bool runs_again);

}  // namespace pom::dse::estimate
