#pragma once
#include "dse/search/improve_nest.hpp"

namespace pom::dse {

/// The plan as a result, in the whole program's numbers.
TransformResult summarize(const NestProgram&, const Plan&, const TransformOptions&);

/// The plans of two neighbours, as one of both.
Plan plan_apart(const NestProgram& both, const Plan& first, const Plan& second);

/// The last leaf nest of the first one and the first one of `second`, fused; nothing when that is refused or costs a
/// free inner loop.
std::optional<Plan> fuse_neighbours(const NestProgram& both, const Plan& apart, const NestProgram& second,
                                    const TransformOptions&);

}  // namespace pom::dse
