#pragma once
#include "dse/kernel/kernel.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::dse {

/// The estimator's view of a scheduled program: what the HLS C++ made of the same loops says. Nothing is unrolled.
/// Expressions form a graph: what the C++ computes once (a variable, a value with two uses) is one expression with
/// several users. Routines come first, the top function last.
Kernel make_kernel(const poly::LoopTree&);

}  // namespace pom::dse
