#pragma once
#include <vector>

#include "dse/explore/values/iteration_box.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// Finds the loops (bits) that tell whether a statement stores an element that another statement of the body accesses.
/// One copy has to keep the order of such accesses; copies for which these loops are numbers, or whose banks differ,
/// may not have to.
unsigned loops_of_orders(const Function&, const std::vector<Node>& body, const LoopPlaces&);

}  // namespace pom::dse::explore
