#pragma once
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/IR/Value.h>

namespace pom::ir {

/// Verifies a loop whose body is a dataflow: local arrays and calls, and each of these arrays is written by one call,
/// in front of all others that use it.
mlir::LogicalResult verify_region_body(mlir::affine::AffineForOp);

/// The array is declared in the body of such a loop.
bool is_in_region_body(mlir::Operation* declaration);

}  // namespace pom::ir
