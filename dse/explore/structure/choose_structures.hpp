#pragma once
#include <map>
#include <memory>
#include <vector>

#include "dse/explore/structure/groupings.hpp"
#include "dse/explore/structure/nest_design.hpp"

namespace pom::dse::explore {

/// The structures that a nest may have, with what the search knows of each.
using Alternatives = std::vector<std::shared_ptr<NestDesign>>;
/// One structure for each nest; null: none of the nest can be generated.
using Designs = std::vector<std::shared_ptr<NestDesign>>;

/// Which structure each nest of a grouping gets.
struct Structures {
  std::vector<transform::NestProgram> nests;
  Designs best;
  std::vector<Designs> rivals;     ///< one nest in another structure that looks nearly as good, best guess first
  std::vector<NestBounds> bounds;  ///< by nest
  long configurations = 0;         ///< of a unit, at most, that are put together with the other units'
  bool complete = true;            ///< all alternatives that were generated were searched

  bool exhaustive() const;  ///< complete, and of each unit all configurations that could be faster were estimated
};

/// Alternatives by the statements of their nest: groupings have most nests in common.
using SearchedNests = std::map<std::vector<int>, Alternatives>;

/// Each nest in the structure whose units alone are fastest. `written`: the program without directives.
Structures choose_structures(SearchContext&, const Kernel& written, const Grouping&, SearchedNests&);

}  // namespace pom::dse::explore
