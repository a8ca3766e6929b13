#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// For programs without automatic pipelining: keeps an element that a nest accumulates, and whose indices it does not
/// change, in a variable. The element is loaded before the outermost loop of the nest, unless the preceding statement
/// sets it, and stored after the nest.
void promote_sums(Function&);

/// With automatic pipelining: an element that is set to a constant, summed up by a pipelined loop and then finished by
/// a statement (a mean: divided) is a scalar until it is stored, and the nest can be flattened.
void promote_finished_sums(Function&);

}  // namespace pom::dse::estimate
