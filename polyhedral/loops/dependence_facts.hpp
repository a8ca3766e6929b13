#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// Fills LoopNode::facts: for pipelined loops, where an array that the loop writes is subscripted by sums of several
/// iterators or by divisions that the schedule brought in, so that the vendor's analysis has to give up; and where
/// `dependence` asks. Errors: `no-dependence-fact` for what was asked and is not so.
std::vector<Diagnostic> add_dependence_facts(const Scop& scheduled, LoopTree&);

}  // namespace pom::poly
