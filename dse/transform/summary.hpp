#pragma once
#include "dse/transform/steps/nest_search.hpp"
#include "dse/transform/transform.hpp"

namespace pom::dse::transform {

/// The plan as a result, in the whole program's numbers.
TransformResult summarize(const NestProgram&, const Plan&, const TransformOptions&);

/// A step of this kind is part of the plan.
bool uses(const Plan&, const std::string& step);

/// The plans of two neighbours, as one of both.
Plan plan_apart(const NestProgram& both, const Plan& first, const Plan& second);

/// The last leaf nest of the first one and the first one of `second`, fused, if need be with a delay; nothing when that
/// is refused.
std::optional<Plan> fuse_neighbours(const NestProgram& both, const Plan& apart, const NestProgram& second,
                                    const TransformOptions&);

/// A nest, or several fused ones, with its plan.
struct Group {
  NestProgram program;
  Plan plan;
  int nests = 1;  ///< as written
};

/// The groups of the whole program, neighbours fused where `fuse_nests` says so.
std::vector<Group> improve_all(const poly::Scop& as_written, const graph::DependenceGraph&, const TransformOptions&);

}  // namespace pom::dse::transform
