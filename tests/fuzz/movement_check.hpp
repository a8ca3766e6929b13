#pragma once
#include <optional>
#include <string>

#include <pom/primitives.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::fuzz {

/// What a directive moved that it must not move: only the statement that it names, for `fuse` and `distribute` the
/// whole group with it and in its order, for cuts and marks nothing.
std::optional<std::string> find_wrong_move(const poly::Scop& before, const poly::Scop& after, const Primitive&);

}  // namespace pom::fuzz
