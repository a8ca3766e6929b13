#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Proves that every element of a local array is written before it is read. Errors: `uninitialized-read`, with the
/// instance.
std::vector<Diagnostic> check_local_arrays(const Scop& as_written);

}  // namespace pom::poly
