#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// Makes routines of the nests that are to be functions (`inline_off`), or of all nests where the function is a
/// dataflow; nests that were given one name share a routine. Errors: `different-bodies`, `duplicate-name`.
std::vector<Diagnostic> outline_nests(const Scop& scheduled, LoopTree&);

}  // namespace pom::poly
