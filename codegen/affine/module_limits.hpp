#pragma once
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Support/LLVM.h>

namespace pom::backend {

/// What MLIR's verifiers and printers assume of a module without saying so: they recurse into attributes, types and
/// chains of affine.apply and visit shared parts again and again, so that a short text can cost them all memory or time
/// there is. To be asked of a module that was parsed but not verified. Reports what is above the limits as an MLIR
/// diagnostic.
mlir::LogicalResult check_module_limits(mlir::ModuleOp module);

}  // namespace pom::backend
