#pragma once
#include "codegen/affine/affine_module.hpp"
#include "dsl/interpret.hpp"

namespace pom::backend {

/// Executes the module's function on `memory` by LLVM's JIT, at optimisation level 0: no contraction, no reassociation.
/// Throws InternalError when the module cannot be lowered or run.
void run_affine(const AffineModule&, const dsl::Function& program, dsl::Memory& memory);

}  // namespace pom::backend
