#pragma once
#include <vector>

#include "dse/kernel/rewrite/unit.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::dse::explore {

/// What is proved about the arrays that the unit writes, between iterations of the loop that its innermost perfect nest
/// becomes. It holds for every cut: a legal schedule brings no read behind a write that it was not behind before, and
/// iterations that have nothing in common have none in groups either.
std::vector<UnitFact> find_facts(const Unit&, const poly::Scop& scheduled);

}  // namespace pom::dse::explore
