#pragma once
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Lets scalars stand for the elements of the arrays that the body loads at indices in which no loop inside has a part.
/// Returns the assignments that load them, one for each element, which belong in front of the body.
std::vector<Node> take_out_loads(Function&, std::vector<Node>& body, const std::vector<int>& arrays);

/// Loads what loops keep (Loop::steady) in front of those that become copies: unrolled ones, and those inside of a
/// pipeline.
void load_steady_once(Function&);

}  // namespace pom::dse
