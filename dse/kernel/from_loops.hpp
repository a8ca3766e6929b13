#pragma once
#include "dse/kernel/kernel.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::dse {

/// Turns a scheduled program into the loops, operations and memories that its HLS C++ contains. No loop is unrolled.
/// The expressions form a graph: a value that the C++ computes once (a variable, a subexpression with two uses) is one
/// expression with several users. Kernel::functions lists the routines first and the top function last.
Kernel make_kernel(const poly::LoopTree&);

}  // namespace pom::dse
