#pragma once
#include <optional>
#include <string>
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Proves that every element of a local array is written before it is read. Errors: `uninitialized-read`, with the
/// instance.
std::vector<Diagnostic> check_local_arrays(const Scop& as_written);

/// The first statement that may read of an argument what the caller put into it.
std::optional<std::string> reader_of_first_contents(const Scop& as_written, int array);

}  // namespace pom::poly
