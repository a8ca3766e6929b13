#pragma once
#include <functional>
#include <optional>

#include "dse/explore/structure/nest_design.hpp"

namespace pom::dse::explore {

/// Directives after which no statement shares the unit's loops in the schedule and not in the code: a guard that holds
/// in the first iteration only leaves such statements in front of the loop, and the unit's directives do not speak of
/// them. They get loops of their own from the outermost of the unit's loops on where that is legal: a dependence may
/// hold the loops around together. Nothing: no such directives are legal. `unit.statements` are those of `structured`.
std::optional<Schedule> part_from_left_out(const poly::Scop& structured, const Unit& unit,
                                           const std::function<bool(const Schedule&)>& is_legal);

/// Tells whether the design's structure leaves no unit with a statement that cannot be parted from it.
bool has_apart_units(const transform::NestProgram&, const Schedule& structure, const NestDesign&);

}  // namespace pom::dse::explore
