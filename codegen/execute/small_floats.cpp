#include "codegen/execute/small_floats.hpp"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/Builders.h>

namespace pom::backend {

namespace {

namespace arith = mlir::arith;

bool is_small(mlir::Type type) { return type.isF16() || type.isBF16(); }

bool computes(mlir::Operation* op) {
  return llvm::isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::RemFOp, arith::NegFOp,
                   arith::CmpFOp>(op) &&
         is_small(op->getOperand(0).getType());
}

/// The operation computes a 32-bit float, which is rounded for all who use its result.
void round_result(mlir::Operation* op) {
  mlir::OpBuilder builder(op->getContext());
  const mlir::Type small = op->getResult(0).getType();
  op->getResult(0).setType(builder.getF32Type());
  builder.setInsertionPointAfter(op);
  auto rounded = builder.create<arith::TruncFOp>(op->getLoc(), small, op->getResult(0));
  op->getResult(0).replaceAllUsesExcept(rounded, rounded);
}

void widen(mlir::Operation* op) {
  mlir::OpBuilder builder(op);
  for (mlir::OpOperand& operand : op->getOpOperands())
    operand.set(builder.create<arith::ExtFOp>(op->getLoc(), builder.getF32Type(), operand.get()));
  if (is_small(op->getResult(0).getType())) round_result(op);  // else: a comparison
}

/// LLVM makes a bfloat16 of an integer by a float too, but on processors without instructions for it, it calls a
/// function that libgcc has only since version 13.
bool makes_brain_float(mlir::Operation* op) {
  return llvm::isa<arith::SIToFPOp, arith::UIToFPOp>(op) && op->getResult(0).getType().isBF16();
}

}  // namespace

void round_small_floats(mlir::ModuleOp module) {
  llvm::SmallVector<mlir::Operation*> all, conversions;
  module.walk([&](mlir::Operation* op) {
    if (computes(op)) all.push_back(op);
    if (makes_brain_float(op)) conversions.push_back(op);
  });
  for (mlir::Operation* op : all) widen(op);
  for (mlir::Operation* op : conversions) round_result(op);
}

}  // namespace pom::backend
