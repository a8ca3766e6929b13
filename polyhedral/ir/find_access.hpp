#pragma once
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// What instances of a compute touch by one of its accesses. Throws CompileError (`analysis-too-hard`).
AccessRelation find_access(const dsl::Compute&, const dsl::Access&, const dsl::Function&, const isl::ctx&);

/// The compute that a statement of the program is.
const dsl::Compute& compute_of(const Scop&, const Statement&);

/// { A[…] }: what some of the statements read of the array. One of them does.
isl::set elements_read(const Scop&, const std::vector<int>& statements, int array);

/// The compute accesses an element of the array whose index is no affine expression (Op::computed).
bool has_computed_index(const dsl::Compute&, int array);

}  // namespace pom::poly
