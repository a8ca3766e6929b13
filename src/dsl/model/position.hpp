#pragma once
#include <vector>

namespace pom::dsl {

/// Moves statement `moved` behind statement `anchor` so that they share the loops 0 … `level` (-1: none). `positions`
/// holds every statement's position vector (see Compute::position) in order of declaration; each has one entry more
/// than loops.
///
/// `moved` stands directly behind `anchor`'s subtree and those following siblings that were declared before `moved`. It
/// stays where it is when it already stands behind `anchor` in that body. The caller checked that both have loop
/// `level`.
void place_after(const std::vector<std::vector<int>*>& positions, int moved, int anchor, int level);

}  // namespace pom::dsl
