#pragma once
#include <llvm/ADT/DenseMap.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include "view.hpp"

namespace pom::test {

using LoopAssignment = llvm::DenseMap<mlir::Value, std::int64_t>;

std::int64_t evaluate(mlir::AffineExpr, mlir::OperandRange operands, const LoopAssignment&);
bool holds(mlir::affine::AffineIfOp, const LoopAssignment&);

/// The largest sizes, of arguments that have a range and of what is made of them as an index.
void assign_sizes(mlir::func::FuncOp, LoopAssignment&);

/// Runs through the function's loops and adds what it counted to the view, in program order.
void count_trips(mlir::func::FuncOp, View&);

}  // namespace pom::test
