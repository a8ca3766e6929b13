#pragma once
#include <llvm/ADT/DenseSet.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <string>
#include <vector>

namespace pom::backend {

/// "[4][8]", behind the name of an array; "[1]" where it has no dimensions.
std::string extents(mlir::MemRefType);

/// The local arrays of a dataflow region that are no FIFOs: who uses one starts when those before it that use it have
/// ended.
class MemoriesHandedOver {
 public:
  /// Those that a call shares with earlier ones. Calls come in the order of the region.
  std::vector<mlir::Value> note_call(mlir::func::CallOp);

 private:
  llvm::DenseSet<mlir::Value> used_;
};

}  // namespace pom::backend
