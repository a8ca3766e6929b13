#pragma once
#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// A strip's loop that has to be unrolled completely, because it is marked so or stands inside a pipelined loop, but is
/// partial: it gets the strip's constant bounds, and its body a guard. So does the pipelined loop of a process, or
/// around a window, that is shorter in a few iterations of the loops around it.
void guard_partial_strips(const Scop&, LoopTree&);

}  // namespace pom::poly
