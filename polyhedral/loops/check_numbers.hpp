#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// Refuses loops that count further than generated code can, ±2^62 in bounds, guards and indices, in whatever order
/// their terms are added: `design-too-large`, one error per compute.
std::vector<Diagnostic> check_numbers(const LoopTree&);

/// The same, where already a number of the compute's loops does not fit.
Diagnostic counts_too_far(const dsl::Function& program, int compute);

}  // namespace pom::poly
