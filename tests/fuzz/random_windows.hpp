#pragma once
#include "program_spec.hpp"
#include "random.hpp"

namespace pom::fuzz {

/// One or two statements in one nest that read elements of an argument around their iteration's, at constant steps: what
/// `reuse_at` wants. Loops inside may run over the neighbours.
ProgramSpec random_windows(Random&);

}  // namespace pom::fuzz
