#pragma once
#include <mlir/Dialect/Affine/IR/AffineOps.h>

#include <string>

#include "codegen/hls/index_text.hpp"
#include "codegen/hls/names.hpp"

/// Text of accesses whose indices are affine in the loop variables. All functions throw Unsupported.
namespace pom::backend {

/// Makes a printer for the operation's affine expressions, whose variables are its operands.
IndexPrinter index_printer(mlir::Operation&, mlir::OperandRange operands, const LoopVariables&, Helpers&);

/// Prints "A[4 * i0 + i1][j]"; for an array of FIFOs the one that the access is to; for one FIFO its name.
std::string print_element(mlir::Operation& access, mlir::Value array, mlir::AffineMap, mlir::OperandRange operands,
                          const Names&, Helpers&);
/// Prints "[4 * i0 + i1][j]".
std::string print_subscripts(mlir::Operation& access, mlir::AffineMap, mlir::OperandRange operands,
                             const LoopVariables&, Helpers&);
/// Prints the condition that the access is to the last element of the array: "i == 7 && j == 3".
std::string is_last_element(mlir::affine::AffineStoreOp, const LoopVariables&, Helpers&);

}  // namespace pom::backend
