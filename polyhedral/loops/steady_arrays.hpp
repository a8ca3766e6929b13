#pragma once
#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// Finds LoopNode::steady of all loops. An array is steady in a loop that stores it, where isl proves of all elements
/// that the loop loads at indices in which neither it nor loops inside have a part: no iteration stores them, and each
/// run of the loop loads them, so that they may be loaded once, in front of the loop. The vendor's tool cannot tell:
/// behind each store that may meet an element, copies of the loop's iterations load it again. Arrays that are no
/// memories on the chip are never steady.
void find_steady_arrays(const Scop& scheduled, LoopTree&);

}  // namespace pom::poly
