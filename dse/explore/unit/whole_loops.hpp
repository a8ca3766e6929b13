#pragma once
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::dse::explore {

/// Labels of loops that are pipelined with all loops inside of them built whole.
using WholeBodies = std::set<std::string>;

/// False where a loop at that level around the statement is not to be built with all that is inside of it.
using MayHold = std::function<bool(const std::string& statement, int level)>;

/// Loops of a nest, no two of them inside of each other, that hold statements beside loops and whose loops inside have
/// constant trip counts and few operations: the outermost such loops, and the innermost ones where those are others.
/// `kernel`: of the tree, one function.
std::vector<WholeBodies> find_whole_bodies(const poly::LoopTree&, const Kernel& kernel, const MayHold& may_hold);

/// Counts the operations and loads of a part of the function, with all loops built whole.
std::int64_t count_operations(const Function&, const std::vector<Node>& body);

/// Marks the loops inside of `bodies` as unrolled completely.
void build_whole(Function&, const WholeBodies& bodies);

}  // namespace pom::dse::explore
