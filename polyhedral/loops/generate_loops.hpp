#pragma once
#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/ast_cache.hpp"
#include "polyhedral/loops/loop_tree.hpp"
#include "support/result.hpp"

namespace pom::poly {

/// The scheduled program as loops, by isl's AST generation, one top-level nest at a time. Full and partial tiles are
/// told apart where the extents are constant. Errors: hardware marks that the loops cannot carry
/// (`pipeline-variable-bound`, `unroll-variable-bound`, `unroll-factor`, `nested-pipeline`, `conflicting-mark`), at the
/// mark's line. `cache`: for programs of one isl context of which several are generated.
Result<LoopTree> generate_loops(const Scop&, AstCache* cache = nullptr);

}  // namespace pom::poly
