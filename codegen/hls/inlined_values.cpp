#include "codegen/hls/inlined_values.hpp"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include <algorithm>

#include "codegen/affine/pom_dialect.hpp"

namespace pom::backend {

namespace {

constexpr int deepest_expression = 200, farthest_use = 10000;

/// Whether a store stands between the operation and where its value will be printed, which is at the end of a chain of
/// single uses.
bool is_overtaken(mlir::Operation& op, mlir::Operation* printed_at) {
  int steps = 0;
  while (printed_at->getNumResults() == 1 && printed_at->getResult(0).hasOneUse() &&
         (*printed_at->getResult(0).user_begin())->getBlock() == op.getBlock()) {
    printed_at = *printed_at->getResult(0).user_begin();
    if (++steps > farthest_use) return true;
  }
  for (mlir::Operation* between = op.getNextNode(); between && between != printed_at;
       between = between->getNextNode()) {
    if (between->getNumResults() == 0 || ++steps > farthest_use) return true;
  }
  return false;
}

}  // namespace

/// An element of a FIFO is taken whether the statement needs it or not: in a variable, outside of any condition.
bool InlinedValues::is_streamed(mlir::Value array) {
  if (mlir::Operation* local = array.getDefiningOp()) return local->hasAttr(ir::stream_attribute);
  const auto argument = llvm::cast<mlir::BlockArgument>(array);
  if (ir::stream_port_of(array) != ir::StreamPort::none) return true;
  return static_cast<bool>(function_.getArgAttr(argument.getArgNumber(), ir::stream_attribute));
}

bool InlinedValues::add(mlir::Operation& op) {
  // Not by the trait ConstantLike, whose identity is another one here than in MLIR's library, as libpom hides its
  // symbols.
  if (llvm::isa<mlir::arith::ConstantOp>(op)) return true;
  if (op.hasAttr(ir::bind_op_attribute)) return false;  // the pragma needs a variable
  if (auto load = llvm::dyn_cast<mlir::affine::AffineLoadOp>(op); load && is_streamed(load.getMemRef())) return false;
  if (!op.getResult(0).hasOneUse()) return op.getResult(0).use_empty();
  mlir::Operation* user = *op.getResult(0).user_begin();
  if (user->getBlock() != op.getBlock()) return false;
  const Expression expression = expression_of(op);
  if (expression.depth > deepest_expression || (expression.reads_memory && is_overtaken(op, user))) return false;
  expressions_[&op] = expression;
  return true;
}

InlinedValues::Expression InlinedValues::expression_of(mlir::Operation& op) const {
  Expression whole{1, llvm::isa<mlir::affine::AffineLoadOp, mlir::memref::LoadOp>(op)};
  for (const mlir::Value operand : op.getOperands()) {
    // What is not there has a name, or is a constant.
    const auto part = expressions_.find(operand.getDefiningOp());
    if (part == expressions_.end()) continue;
    whole.depth = std::max(whole.depth, part->second.depth + 1);
    whole.reads_memory = whole.reads_memory || part->second.reads_memory;
  }
  return whole;
}

}  // namespace pom::backend
