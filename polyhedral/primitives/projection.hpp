#pragma once
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// The loops of a nest, and the conditions under which its iterations exist.
struct ProjectedNest {
  std::vector<dsl::Loop> loops;
  std::vector<dsl::ExprPtr> guards;
};

/// The loops `kept` (levels, ascending) of a statement as written, for those of their iterations in which the others
/// have one. Nothing: what the others leave of them is no affine condition.
std::optional<ProjectedNest> project_nest(const Scop& as_written, int statement, const std::vector<int>& kept);

}  // namespace pom::poly
