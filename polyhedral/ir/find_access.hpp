#pragma once
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// What instances of a compute touch by one of its accesses. Throws CompileError (`analysis-too-hard`).
AccessRelation find_access(const dsl::Compute&, const dsl::Access&, const dsl::Function&, const isl::ctx&);

}  // namespace pom::poly
