#pragma once
#include <set>

#include "dse/explore/tiles/widths.hpp"
#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::driver {

/// Gives arguments behind a bus the widest words that all their accesses in a scheduled program with processes can
/// take: of as many elements as one iteration of a pipeline moves along a row, or of a part of these, for which the
/// unrolled loop over them is split. Adds the directives to the schedule. `without`: arguments that get no words.
void add_words(poly::Scop& scheduled, const poly::Dependences&, const dse::explore::PortWidths&,
               const std::set<int>& without, Schedule&);

}  // namespace pom::driver
