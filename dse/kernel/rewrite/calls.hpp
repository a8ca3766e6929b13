#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "dse/kernel/rewrite/touched.hpp"

/// Functions that the top function calls, several times where equal nests run in turn on one module.
namespace pom::dse {

/// The function of the kernel that holds a loop of this label; functions.size(): none does.
std::size_t find_holder(const Kernel&, const std::string& label);

/// Arrays of the top function between which a called function is handed now this one, now that one: they need the same
/// banks. By array: the first one of those that are tied to it.
std::vector<std::size_t> find_tied_arrays(const Kernel&);

/// What a node of the top function reads and writes, in functions that it calls too.
Touched find_touched(const Kernel&, const Node&);

}  // namespace pom::dse
