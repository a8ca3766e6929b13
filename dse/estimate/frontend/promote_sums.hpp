#pragma once
#include "dse/devices/tables/target.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// For programs without automatic pipelining: keeps an element that a nest accumulates, and whose indices it does not
/// change, in a variable. The element is loaded before the outermost loop of the nest, unless the preceding statement
/// sets it, and stored after the nest.
void promote_sums(Function&);

/// With automatic pipelining: an element that is set to a constant, summed up by a pipelined loop and then finished by
/// a statement (a mean: divided) is a scalar until it is stored, and the nest can be flattened.
void promote_finished_sums(Function&);

/// First release in which sums stay in the loop that a directive pipelines, and what surrounds a loop moves into its
/// first and its last iteration (reports of 2023.2; none is of 2023.1 or 2022.3).
inline constexpr devices::ToolVersion sums_stay_since{2023, 1};

/// The same since `sums_stay_since`: an element that is set before a loop which sums it up is a scalar until it is
/// stored behind the loop, whatever else the loop around them does.
void promote_surrounded_sums(Function&);

}  // namespace pom::dse::estimate
