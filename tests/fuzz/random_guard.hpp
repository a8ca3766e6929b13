#pragma once
#include "program_spec.hpp"
#include "random.hpp"

namespace pom::fuzz {

/// Lets the statement run for some of its iterations only: comparisons of sums of loops, of quotients and remainders,
/// joined by && and ||. At least one instance is left.
void add_guard(StatementSpec&, Random&);

}  // namespace pom::fuzz
