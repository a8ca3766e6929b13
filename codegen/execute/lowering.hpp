#pragma once
#include <mlir/IR/BuiltinOps.h>

#include <functional>

#include "codegen/execute/lower_numbers.hpp"

namespace pom::backend {

/// Called after each pass, with its name and the module as the pass left it.
using AfterLoweringPass = std::function<void(const char* pass, mlir::ModuleOp)>;

/// Lowers an affine module to the LLVM dialect, for execution on this machine. The calls in it go to `numbers`, which
/// outlives the module's runs. Throws InternalError when a pass fails.
void lower_to_llvm(mlir::ModuleOp, NumberCalls& numbers, const AfterLoweringPass& after = {});

}  // namespace pom::backend
