#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include <pom/primitives/after.hpp>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The position of a compute with `loops` loops in a nest of its own, behind all others.
std::vector<int> position_behind_all(const Function&, std::size_t loops);

/// Applies an `after` that is part of the program: moves the compute (see position.hpp), and with it those that were
/// placed after it. With level -1 it stays where it is if that is a separate nest behind the other's. Positions are
/// dense afterwards. Errors, and then nothing moved: `bad-after`, `unknown-loop`, `bad-level`.
std::optional<Diagnostic> place_in_program(Function&, const After&, const Location& at);

/// Numbers the children of every body 0, 1, 2 …; their order stays, and equal positions stay equal. `positions`:
/// Compute::position of all statements.
void renumber(const std::vector<std::vector<int>*>& positions);
void renumber(std::vector<Compute>&);

}  // namespace pom::dsl
