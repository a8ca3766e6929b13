#pragma once
#include "program_spec.hpp"
#include "random.hpp"

namespace pom::fuzz {

/// Moves some loads, so that they reach beyond their arrays, and gives them borders there.
void add_borders(ProgramSpec&, Random&);

}  // namespace pom::fuzz
