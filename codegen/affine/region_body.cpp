#include "codegen/affine/region_body.hpp"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/BuiltinOps.h>

#include "codegen/affine/pom_dialect.hpp"

namespace pom::ir {

namespace {

using mlir::affine::AffineForOp;

/// The call, or what it calls, writes the array. What cannot be looked up is taken for a write.
bool is_written_by(mlir::func::CallOp call, mlir::Value array);

bool is_written(mlir::Value array) {
  return llvm::any_of(array.getUsers(), [&](mlir::Operation* user) {
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(user)) return is_written_by(call, array);
    return llvm::isa<mlir::affine::AffineStoreOp, mlir::memref::StoreOp>(user);
  });
}

bool is_written_by(mlir::func::CallOp call, mlir::Value array) {
  auto module = call->getParentOfType<mlir::ModuleOp>();
  auto callee = module ? module.lookupSymbol<mlir::func::FuncOp>(call.getCallee()) : nullptr;
  if (!callee || callee.isExternal() || callee == call->getParentOfType<mlir::func::FuncOp>()) return true;
  for (unsigned n = 0; n < call.getNumOperands(); ++n) {
    if (call.getOperand(n) == array && is_written(callee.getArgument(n))) return true;
  }
  return false;
}

mlir::LogicalResult verify_buffer(AffineForOp loop, mlir::Value buffer) {
  int position = 0;
  bool written = false;
  for (mlir::Operation& op : *loop.getBody()) {
    auto call = llvm::dyn_cast<mlir::func::CallOp>(op);
    if (!call || !llvm::is_contained(call.getOperands(), buffer)) continue;
    const bool writes = is_written_by(call, buffer);
    if (writes && written) return loop.emitOpError() << "is a dataflow in which two calls write one array";
    if (writes && position > 0) return loop.emitOpError() << "is a dataflow in which an array is read before its write";
    written = written || writes;
    ++position;
  }
  return mlir::success();
}

}  // namespace

mlir::LogicalResult verify_region_body(AffineForOp loop) {
  if (loop->hasAttr(pipeline_attribute) || loop->hasAttr(unroll_attribute))
    return loop.emitOpError() << "is a dataflow, and is neither pipelined nor unrolled";
  for (mlir::Operation& op : *loop.getBody()) {
    const bool known = llvm::isa<mlir::func::CallOp, mlir::memref::AllocOp, mlir::memref::DeallocOp,
                                 mlir::arith::IndexCastOp, mlir::affine::AffineYieldOp>(op);
    if (!known) return loop.emitOpError() << "is a dataflow, whose body has local arrays and calls only";
    if (auto buffer = llvm::dyn_cast<mlir::memref::AllocOp>(op); buffer && failed(verify_buffer(loop, buffer)))
      return mlir::failure();
  }
  return mlir::success();
}

bool is_in_region_body(mlir::Operation* declaration) {
  auto loop = llvm::dyn_cast_or_null<AffineForOp>(declaration->getParentOp());
  return loop && loop->hasAttr(dataflow_attribute);
}

}  // namespace pom::ir
