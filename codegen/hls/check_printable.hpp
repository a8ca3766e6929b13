#pragma once
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/BuiltinOps.h>

namespace pom::backend {

/// What the printers rely on beyond MLIR's verifier: which operations, on which types, with which shapes. They can then
/// print without asking. All throw Unsupported with the first operation that has no C++ form.

/// The functions of the module, which must have nothing beside them.
llvm::SmallVector<mlir::func::FuncOp> printable_functions(mlir::ModuleOp);
/// A definition with a C++ name; its arguments are numbers, and arrays of numbers with constant extents.
void check_signature(mlir::func::FuncOp);
void check_body(mlir::func::FuncOp);

}  // namespace pom::backend
