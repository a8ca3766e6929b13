#pragma once
#include <vector>

#include "dse/kernel/rewrite/unit.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::dse::explore {

/// Proves what it can about the arrays that the unit writes, between iterations of the loop that its innermost perfect
/// nest becomes: Unit::facts, facts_with_copies and as_one. It holds for every cut of the same loops: a legal schedule
/// brings no read behind a write that it was not behind before, and iterations that have nothing in common have none in
/// groups either. Where a cut may take the loops around out of a loop's bounds, the tool may run more loops as one:
/// Unit::wider has the facts of those.
void find_facts(Unit&, const poly::Scop& scheduled);

/// Finds Unit::steady, of copies of one loop and of two.
void find_steady(Unit&, const poly::Scop& scheduled);

/// Finds Unit::apart.
void find_apart(Unit&, const poly::Scop& scheduled);

}  // namespace pom::dse::explore
