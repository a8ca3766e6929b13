#include "codegen/hls/memories.hpp"

#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include "codegen/affine/pom_dialect.hpp"

namespace pom::backend {

std::string extents(mlir::MemRefType array) {
  std::string text;
  for (const std::int64_t extent : array.getShape()) text += "[" + std::to_string(extent) + "]";
  return array.getRank() == 0 ? "[1]" : text;
}

std::vector<mlir::Value> MemoriesHandedOver::note_call(mlir::func::CallOp call) {
  std::vector<mlir::Value> shared;
  for (const mlir::Value operand : call.getOperands()) {
    const auto memory = operand.getDefiningOp<mlir::memref::AllocOp>();
    if (!memory || memory->hasAttr(ir::stream_attribute)) continue;
    if (!used_.insert(operand).second) shared.push_back(operand);
  }
  return shared;
}

}  // namespace pom::backend
