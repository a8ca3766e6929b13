#pragma once
#include <optional>
#include <set>
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::fuzz {

/// A schedule's directives applied one after the other, legal or not: as apply_schedule does, a statement's directives
/// behind the first one that fails are left out.
struct Replay {
  std::vector<poly::Scop> before;  ///< per directive; one more: the end
  std::vector<std::optional<Diagnostic>> errors;
  std::vector<bool> applied;  ///< neither refused nor left out
  std::set<int> failed;       ///< statements with a failed directive

  const poly::Scop& end() const { return before.back(); }
};

Replay replay(const poly::Scop& as_written, const Schedule&);

}  // namespace pom::fuzz
