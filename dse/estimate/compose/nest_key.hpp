#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dse/estimate/blocks/block_builder.hpp"

namespace pom::dse {

/// All that the estimate of a pipelined nest depends on, for one target and the same options: its loops, statements and
/// expressions with their operators, the arrays it uses with their banks, the loops around it that its indices follow.
/// Loops inside have other numbers for other cuts of other nests; here only their order counts. Nothing where something
/// else counts too: calls, streams, buses.
/// `loops`: outermost first, those that run as one; `runs_again`: as BlockBuilder::runs_again.
std::optional<std::string> write_nest_key(const FunctionView&, const Unrolling&, const std::vector<const Loop*>& loops,
                                          bool runs_again);

}  // namespace pom::dse
