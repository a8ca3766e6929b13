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

void widen(mlir::Operation* op) {
  mlir::OpBuilder builder(op);
  const mlir::Type small = op->getOperand(0).getType(), wide = builder.getF32Type();
  for (mlir::OpOperand& operand : op->getOpOperands())
    operand.set(builder.create<arith::ExtFOp>(op->getLoc(), wide, operand.get()));
  const mlir::Value result = op->getResult(0);
  if (!is_small(result.getType())) return;  // a comparison
  op->getResult(0).setType(wide);
  builder.setInsertionPointAfter(op);
  auto rounded = builder.create<arith::TruncFOp>(op->getLoc(), small, result);
  op->getResult(0).replaceAllUsesExcept(rounded, rounded);
}

bool makes_brain_float(mlir::Operation* op) {
  return llvm::isa<arith::SIToFPOp, arith::UIToFPOp>(op) && op->getResult(0).getType().isBF16();
}

/// An integer becomes a float first. LLVM does the same, but on processors without instructions for bfloat16 it calls a
/// function that libgcc has only since version 13.
void convert_by_float(mlir::Operation* op) {
  mlir::OpBuilder builder(op);
  const mlir::Type brain = op->getResult(0).getType();
  op->getResult(0).setType(builder.getF32Type());
  builder.setInsertionPointAfter(op);
  auto rounded = builder.create<arith::TruncFOp>(op->getLoc(), brain, op->getResult(0));
  op->getResult(0).replaceAllUsesExcept(rounded, rounded);
}

}  // namespace

void round_small_floats(mlir::ModuleOp module) {
  llvm::SmallVector<mlir::Operation*> all, conversions;
  module.walk([&](mlir::Operation* op) {
    if (computes(op)) all.push_back(op);
    if (makes_brain_float(op)) conversions.push_back(op);
  });
  for (mlir::Operation* op : all) widen(op);
  for (mlir::Operation* op : conversions) convert_by_float(op);
}

}  // namespace pom::backend
