#pragma once
#include "program_spec.hpp"
#include "random.hpp"

namespace pom::fuzz {

/// A small random program: at most about 2000 instances, every access inside its array.
ProgramSpec random_program(Random&);

}  // namespace pom::fuzz
