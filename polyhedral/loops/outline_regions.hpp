#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// Makes routines of the processes in the bodies of loops that are regions: loads, work and stores. What is left in
/// such a body are calls. Error: `bad-double-buffer`, for a loop that the tool runs no processes in.
std::vector<Diagnostic> outline_regions(const Scop& scheduled, LoopTree&);

}  // namespace pom::poly
