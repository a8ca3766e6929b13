#pragma once
#include <map>
#include <string>
#include <vector>

#include "dse/explore/combine/frontier.hpp"

namespace pom::dse::explore {

/// Each unit of a function also gets configurations that suit the banks which the others' ask for: what each unit finds
/// by itself does not tell which banks all can agree on. `whole`: the function with all units as written. `budget`:
/// estimates for each unit.
void suit_others(std::vector<Frontier>&, const Kernel& whole, const Limits&, long budget);

}  // namespace pom::dse::explore
