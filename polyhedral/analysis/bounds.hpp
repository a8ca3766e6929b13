#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Proves every access inside its array's extents; each access that is not yields one finding `out-of-bounds` with an
/// example instance (a warning where the program allows it). Also `empty-loop` for a domain without any instance.
std::vector<Diagnostic> check_bounds(const Scop& as_written);

}  // namespace pom::poly
