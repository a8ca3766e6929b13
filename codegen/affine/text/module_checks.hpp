#pragma once
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Support/LLVM.h>

/// What MLIR 19's verifiers leave out. Findings become MLIR diagnostics at their operations.
namespace pom::backend {

/// What a module must not contain if verifiers are to end: they follow chains of affine operations along every path.
mlir::LogicalResult check_unverified(mlir::ModuleOp module);

/// What they accept, but neither their own printers and parsers nor anybody else understands.
mlir::LogicalResult check_verified(mlir::ModuleOp module);

}  // namespace pom::backend
