#pragma once
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Makes one process of the nests that write one array, as those that clear it, add to it and finish it, and of those
/// between them: a channel has one producer. Nests of which a directive says otherwise stay what they are. For
/// dataflow(Channels::automatic).
void group_producers(Scop& scheduled);

}  // namespace pom::poly
