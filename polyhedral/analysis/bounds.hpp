#pragma once
#include <optional>
#include <string>
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Proves every access inside its array's extents; each access that is not yields one finding `out-of-bounds` with an
/// example instance (a warning where the program allows it). Also `empty-loop` for a domain without any instance.
std::vector<Diagnostic> check_bounds(const Scop& as_written);

/// An access that has no element even in arrays that are larger at their ends: before the first one of an array, or
/// outside of a table. Returns what to say of it; nothing: there is none.
std::optional<std::string> find_access_without_room(const Scop& as_written);

}  // namespace pom::poly
