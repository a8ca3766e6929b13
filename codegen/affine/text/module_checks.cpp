#include "codegen/affine/text/module_checks.hpp"

#include <llvm/ADT/DenseMap.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>

#include <algorithm>

namespace pom::backend {

namespace {

constexpr int longest_chain = 16;  ///< of affine operations that feed each other; libpom's have no chain at all

/// Whether a value may be an index is asked of its operands, and of theirs, along every path. Before verification a
/// chain may stand in any order, and bite its tail.
class ChainCheck {
 public:
  mlir::LogicalResult check(mlir::Operation* op) {
    if (length_to(op, 1) <= longest_chain) return mlir::success();
    return op->emitOpError() << "ends a chain of more than " << longest_chain << " affine operations";
  }

 private:
  int length_to(mlir::Operation* op, int above) {
    if (!op || !llvm::isa_and_nonnull<mlir::affine::AffineDialect>(op->getDialect())) return 0;
    if (const auto found = lengths_.find(op); found != lengths_.end()) return found->second;
    int length = 1;
    for (const mlir::Value operand : op->getOperands()) {
      if (above + length > longest_chain) return longest_chain + 1;
      length = std::max(length, 1 + length_to(operand.getDefiningOp(), above + 1));
    }
    lengths_[op] = length;
    return length;
  }

  llvm::DenseMap<mlir::Operation*, int> lengths_;
};

mlir::LogicalResult check_all(mlir::ModuleOp module, llvm::function_ref<mlir::LogicalResult(mlir::Operation*)> check) {
  const auto visit = [&](mlir::Operation* op) {
    return succeeded(check(op)) ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
  };
  return mlir::failure(module->walk<mlir::WalkOrder::PreOrder>(visit).wasInterrupted());
}

}  // namespace

mlir::LogicalResult check_unverified(mlir::ModuleOp module) {
  ChainCheck chains;
  return check_all(module, [&](mlir::Operation* op) { return chains.check(op); });
}

mlir::LogicalResult check_verified(mlir::ModuleOp module) {
  return check_all(module, [](mlir::Operation* op) -> mlir::LogicalResult {
    auto loop = llvm::dyn_cast<mlir::affine::AffineForOp>(op);
    if (loop && loop.getStepAsInt() < 1) return loop->emitOpError() << "has a step below 1";
    return mlir::success();
  });
}

}  // namespace pom::backend
