#pragma once
#include "program_spec.hpp"
#include "random.hpp"

namespace pom::fuzz {

/// Makes some indices depend on what arrays hold, and some arrays that nothing writes tables.
void add_data(ProgramSpec&, Random&);

}  // namespace pom::fuzz
