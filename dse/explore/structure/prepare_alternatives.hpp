#pragma once
#include <vector>

#include "dse/explore/structure/choose_structures.hpp"

namespace pom::dse::explore {

/// Lists the designs that each nest of the grouping may have, before anything is searched: its structures, those
/// without whole bodies first. What the user decided of ports and storage is kept in them, and copies between chip and
/// bus run as they stand.
std::vector<Alternatives> prepare_alternatives(SearchContext&, const Kernel& written, const Grouping&);

}  // namespace pom::dse::explore
