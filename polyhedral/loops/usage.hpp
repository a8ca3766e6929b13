#pragma once
#include <unordered_set>
#include <vector>

#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// What loops use of what is declared around them, in the order of first use: the parameters of their routine.
struct Usage {
  std::vector<int> scalars, arrays;
  std::vector<int> loops = {};                           ///< LoopNode::id of those around
  std::unordered_set<const dsl::ExprNode*> passed = {};  ///< values share parts
};

/// Adds what the node uses.
void collect_usage(const LoopNode&, const LoopTree&, Usage&);

}  // namespace pom::poly
