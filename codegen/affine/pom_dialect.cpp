#include "codegen/affine/pom_dialect.hpp"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/DialectImplementation.h>
#include <mlir/IR/TypeUtilities.h>

#include "dsl/names.hpp"

#include "codegen/affine/PomDialect.cpp.inc"
#include "codegen/affine/PomEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "codegen/affine/PomAttributes.cpp.inc"

namespace pom::ir {

using mlir::failure;
using mlir::LogicalResult;
using mlir::NamedAttribute;
using mlir::Operation;
using mlir::success;

void PomDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "codegen/affine/PomAttributes.cpp.inc"
      >();
}

LogicalResult PipelineAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, int64_t interval) {
  if (interval >= 1) return success();
  return error() << "an initiation interval must be at least 1, not " << interval;
}

LogicalResult UnrollAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, int64_t factor) {
  if (factor >= 0) return success();
  return error() << "an unroll factor must be at least 1, not " << factor;
}

LogicalResult PartitionAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, int64_t dimension,
                                    PartitionKind, int64_t factor) {
  if (dimension < 1) return error() << "dimensions are counted from 1, not " << dimension;
  if (factor < 1) return error() << "a partition factor must be at least 1, not " << factor;
  return success();
}

namespace {

template <class Attribute>
LogicalResult expect(Operation* op, NamedAttribute attribute) {
  if (llvm::isa<Attribute>(attribute.getValue())) return success();
  return op->emitOpError() << "attribute " << attribute.getName() << " has a value of the wrong kind";
}

/// Names are printed into the C++ as they are.
LogicalResult expect_name(Operation* op, NamedAttribute attribute) {
  const auto name = llvm::dyn_cast<mlir::StringAttr>(attribute.getValue());
  if (name && !dsl::check_identifier("name", name.str(), {})) return success();
  return op->emitOpError() << "attribute " << attribute.getName() << " is " << attribute.getValue()
                           << ", which cannot be a name in C++";
}

LogicalResult verify_loop_attribute(Operation* op, NamedAttribute attribute) {
  const llvm::StringRef name = attribute.getName().getValue();
  if (!llvm::isa<mlir::affine::AffineForOp>(op)) {
    return op->emitOpError() << "attribute " << attribute.getName() << " belongs on affine.for";
  }
  if (name == unroll_attribute) return expect<UnrollAttr>(op, attribute);
  if (name == label_attribute || name == name_attribute) return expect_name(op, attribute);
  if (failed(expect<PipelineAttr>(op, attribute))) return failure();
  for (auto loop = op->getParentOfType<mlir::affine::AffineForOp>(); loop;
       loop = loop->getParentOfType<mlir::affine::AffineForOp>()) {
    if (loop->hasAttr(pipeline_attribute)) return op->emitOpError() << "is pipelined inside a pipelined loop";
  }
  return success();
}

LogicalResult verify_unsigned(Operation* op, NamedAttribute attribute, mlir::Type type) {
  if (failed(expect<mlir::UnitAttr>(op, attribute))) return failure();
  if (llvm::isa<mlir::IntegerType>(mlir::getElementTypeOrSelf(type))) return success();
  return op->emitOpError() << "pom.unsigned is for integers, not " << type;
}

LogicalResult verify_partition(Operation* op, mlir::Attribute value, mlir::MemRefType type) {
  const auto list = llvm::dyn_cast<mlir::ArrayAttr>(value);
  if (!list || !type) return op->emitOpError() << "pom.partition is a list on a memref argument";
  llvm::SmallVector<bool> seen(type.getRank(), false);
  for (mlir::Attribute entry : list) {
    const auto partition = llvm::dyn_cast<PartitionAttr>(entry);
    if (!partition) return op->emitOpError() << "pom.partition lists something that is not #pom.partition";
    const int64_t dimension = partition.getDimension();
    if (dimension > type.getRank())
      return op->emitOpError() << "pom.partition names dimension " << dimension << " of " << type;
    if (partition.getFactor() > type.getDimSize(dimension - 1)) {
      return op->emitOpError() << "pom.partition has a factor above the extent of dimension " << dimension << " of "
                               << type;
    }
    if (std::exchange(seen[dimension - 1], true)) {
      return op->emitOpError() << "pom.partition cuts dimension " << dimension << " twice";
    }
  }
  return success();
}

}  // namespace

LogicalResult PomDialect::verifyOperationAttribute(Operation* op, NamedAttribute attribute) {
  const llvm::StringRef name = attribute.getName().getValue();
  if (name == pipeline_attribute || name == unroll_attribute || name == label_attribute || name == name_attribute) {
    return verify_loop_attribute(op, attribute);
  }
  if (name == top_attribute) {
    if (llvm::isa<mlir::func::FuncOp>(op)) return expect<mlir::UnitAttr>(op, attribute);
    return op->emitOpError() << "attribute " << attribute.getName() << " belongs on a function";
  }
  if (name == compute_attribute) return expect<mlir::StringAttr>(op, attribute);
  return op->emitOpError() << "has an unknown attribute " << attribute.getName();
}

LogicalResult PomDialect::verifyRegionArgAttribute(Operation* op, unsigned, unsigned argument,
                                                   NamedAttribute attribute) {
  const llvm::StringRef name = attribute.getName().getValue();
  auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
  if (!function) return op->emitOpError() << "attribute " << attribute.getName() << " belongs on a function's argument";
  const mlir::Type type = function.getArgumentTypes()[argument];
  if (name == name_attribute) return expect_name(op, attribute);
  if (name == unsigned_attribute) return verify_unsigned(op, attribute, type);
  if (name == interface_attribute) return expect<InterfaceAttr>(op, attribute);
  if (name == partition_attribute)
    return verify_partition(op, attribute.getValue(), llvm::dyn_cast<mlir::MemRefType>(type));
  return op->emitOpError() << "has an unknown argument attribute " << attribute.getName();
}

}  // namespace pom::ir
