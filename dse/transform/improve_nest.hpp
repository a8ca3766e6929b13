#pragma once
#include "dse/transform/steps/nest_search.hpp"

namespace pom::dse::transform {

/// All steps, until no leaf nest is tight or nothing helps.
Plan improve_nest(const NestProgram&, const TransformOptions&);

}  // namespace pom::dse::transform
