#include "codegen/affine/pom_dialect.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/DialectImplementation.h>
#include <mlir/IR/TypeUtilities.h>

#include <limits>

#include "codegen/affine/region_body.hpp"
#include "codegen/affine/word_access.hpp"
#include "dsl/model/names.hpp"

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
  addOperations<
#define GET_OP_LIST
#include "codegen/affine/PomOps.cpp.inc"
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

/// What goes into a pragma's text must not break out of it.
bool is_word(mlir::StringAttr text) {
  return !text.empty() && llvm::all_of(text.getValue(), [](char c) { return c == '_' || llvm::isAlnum(c); });
}

}  // namespace

LogicalResult StorageAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, mlir::StringAttr type,
                                  mlir::StringAttr impl, int64_t latency) {
  if (!is_word(type) || !is_word(impl)) return error() << "a storage type and implementation are single words";
  if (latency < -1) return error() << "a latency must be at least 0, or -1 for the tool's choice";
  return success();
}

LogicalResult InterfaceAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, InterfaceMode,
                                    mlir::StringAttr bundle) {
  if (!bundle || is_word(bundle)) return success();
  return error() << "a bundle is a single word, not " << bundle;
}

LogicalResult StreamAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, int64_t depth,
                                 llvm::ArrayRef<int64_t> lanes) {
  if (depth < 1) return error() << "a stream's depth must be at least 1, not " << depth;
  if (llvm::all_of(lanes, [](int64_t modulus) { return modulus >= 1; })) return success();
  return error() << "a dimension of a stream has at least one lane";
}

LogicalResult BindOpAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, mlir::StringAttr op,
                                 mlir::StringAttr impl, int64_t latency) {
  if (!is_word(op) || !is_word(impl)) return error() << "an operation and its implementation are single words";
  if (latency < -1) return error() << "a latency must be at least 0, or -1 for the tool's choice";
  return success();
}

LogicalResult DependenceAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, mlir::StringAttr array,
                                     CarriedKind kind, int64_t distance) {
  if (!is_word(array)) return error() << "a dependence names an array";
  if ((kind == CarriedKind::distance) == (distance >= 2)) return success();
  return error() << "a dependence has a distance of 2 or more exactly when it says so";
}

namespace {

template <class Attribute>
LogicalResult expect(Operation* op, NamedAttribute attribute) {
  if (llvm::isa<Attribute>(attribute.getValue())) return success();
  return op->emitOpError() << "attribute " << attribute.getName() << " has a value of the wrong kind";
}

LogicalResult verify_dependences(Operation* op, mlir::Attribute value) {
  const auto list = llvm::dyn_cast<mlir::ArrayAttr>(value);
  const bool all = list && llvm::all_of(list, [](mlir::Attribute entry) { return llvm::isa<DependenceAttr>(entry); });
  if (all) return success();
  return op->emitOpError() << "pom.dependence is a list of #pom.dependence";
}

/// Names are printed into the C++, with a number behind those that a header has taken.
LogicalResult expect_name(Operation* op, NamedAttribute attribute) {
  const auto name = llvm::dyn_cast<mlir::StringAttr>(attribute.getValue());
  if (name && dsl::is_identifier(name.str())) return success();
  return op->emitOpError() << "attribute " << attribute.getName() << " is " << attribute.getValue()
                           << ", which cannot be a name in C++";
}

LogicalResult verify_loop_attribute(Operation* op, NamedAttribute attribute) {
  const llvm::StringRef name = attribute.getName().getValue();
  if (!llvm::isa<mlir::affine::AffineForOp>(op)) {
    return op->emitOpError() << "attribute " << attribute.getName() << " belongs on affine.for";
  }
  if (name == unroll_attribute) return expect<UnrollAttr>(op, attribute);
  if (name == flatten_off_attribute) return expect<mlir::UnitAttr>(op, attribute);
  if (name == label_attribute || name == name_attribute) return expect_name(op, attribute);
  if (name == dependence_attribute) return verify_dependences(op, attribute.getValue());
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
  if (!list || !type) return op->emitOpError() << "pom.partition and pom.reshape are lists on arrays";
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

namespace {

LogicalResult verify_format(Operation* op, NamedAttribute attribute, mlir::Type type) {
  if (failed(expect<FormatAttr>(op, attribute))) return failure();
  const auto element = llvm::dyn_cast<mlir::IntegerType>(mlir::getElementTypeOrSelf(type));
  const auto format = llvm::cast<FormatAttr>(attribute.getValue());
  const bool fixed = format.getKind() == FormatKind::fixed || format.getKind() == FormatKind::ufixed;
  if (fixed && element && element.getWidth() == format.getBits()) return success();
  return op->emitOpError() << "pom.format says what fixed-point numbers of " << format.getBits() << " bits mean, not "
                           << type;
}

LogicalResult verify_range(Operation* op, mlir::Attribute value, mlir::Type type) {
  if (!type.isSignlessInteger(32)) return op->emitOpError() << "pom.range is for integers of 32 bits, not " << type;
  const auto ends = llvm::dyn_cast<mlir::DenseI64ArrayAttr>(value);
  constexpr int64_t least = std::numeric_limits<int32_t>::min(), greatest = std::numeric_limits<int32_t>::max();
  if (ends && ends.size() == 2 && least <= ends[0] && ends[0] <= ends[1] && ends[1] <= greatest) return success();
  return op->emitOpError() << "pom.range is the least and the greatest value of an argument, not " << value;
}

LogicalResult verify_size(Operation* op, mlir::Attribute value, mlir::Type type) {
  const auto size = llvm::dyn_cast<mlir::IntegerAttr>(value);
  if (type.isSignlessInteger(32) && size && size.getType().isInteger(64)) return success();
  return op->emitOpError() << "pom.size is the likely value of an argument of 32 bits, not " << value;
}

/// What arrays may carry, arguments and local ones.
LogicalResult verify_array_attribute(Operation* op, mlir::Type type, NamedAttribute attribute) {
  const llvm::StringRef name = attribute.getName().getValue();
  if (name == name_attribute) return expect_name(op, attribute);
  if (name == unsigned_attribute) return verify_unsigned(op, attribute, type);
  if (name == format_attribute) return verify_format(op, attribute, type);
  if (name == range_attribute) return verify_range(op, attribute.getValue(), type);
  if (name == size_attribute) return verify_size(op, attribute.getValue(), type);
  const auto array = llvm::dyn_cast<mlir::MemRefType>(type);
  if (name == partition_attribute || name == reshape_attribute)
    return verify_partition(op, attribute.getValue(), array);
  if (!array) return op->emitOpError() << "attribute " << attribute.getName() << " belongs on an array";
  if (name == returned_attribute) {
    if (array.getRank() == 0) return expect<mlir::UnitAttr>(op, attribute);
    return op->emitOpError() << "pom.returned is for one element, not " << type;
  }
  if (name == storage_attribute) return expect<StorageAttr>(op, attribute);
  if (name == stream_attribute) return expect<StreamAttr>(op, attribute);
  return op->emitOpError() << "has an unknown attribute " << attribute.getName();
}

bool is_stream(InterfaceAttr port) {
  return port.getMode() == InterfaceMode::axis || port.getMode() == InterfaceMode::ap_fifo;
}

/// Streams have a place in all functions that get them, other ports in the top function only.
LogicalResult verify_port(mlir::func::FuncOp function, unsigned argument, NamedAttribute attribute) {
  if (failed(expect<InterfaceAttr>(function, attribute))) return failure();
  if (!is_stream(llvm::cast<InterfaceAttr>(attribute.getValue()))) return success();
  const auto array = llvm::dyn_cast<mlir::MemRefType>(function.getArgumentTypes()[argument]);
  if (array && array.getRank() > 0) return success();
  return function.emitOpError() << "pom.interface: a stream is for an array with dimensions, not "
                                << function.getArgumentTypes()[argument];
}

LogicalResult verify_function_attribute(Operation* op, NamedAttribute attribute) {
  if (!llvm::isa<mlir::func::FuncOp>(op)) {
    return op->emitOpError() << "attribute " << attribute.getName() << " belongs on a function";
  }
  if (attribute.getName() == interface_attribute) return expect<InterfaceAttr>(op, attribute);
  return expect<mlir::UnitAttr>(op, attribute);
}

}  // namespace

StreamPort stream_port_of(mlir::Value array) {
  const auto argument = llvm::dyn_cast<mlir::BlockArgument>(array);
  auto function = argument ? llvm::dyn_cast<mlir::func::FuncOp>(argument.getOwner()->getParentOp()) : nullptr;
  if (!function) return StreamPort::none;
  const auto port = function.getArgAttrOfType<InterfaceAttr>(argument.getArgNumber(), interface_attribute);
  if (!port || !is_stream(port)) return StreamPort::none;
  return port.getMode() == InterfaceMode::axis ? StreamPort::beats : StreamPort::elements;
}

LogicalResult PomDialect::verifyOperationAttribute(Operation* op, NamedAttribute attribute) {
  const llvm::StringRef name = attribute.getName().getValue();
  if (auto alloc = llvm::dyn_cast<mlir::memref::AllocOp>(op))
    return verify_array_attribute(op, alloc.getType(), attribute);
  if (auto table = llvm::dyn_cast<mlir::memref::GetGlobalOp>(op))
    return verify_array_attribute(op, table.getType(), attribute);
  if (name == pipeline_attribute || name == unroll_attribute || name == flatten_off_attribute ||
      name == label_attribute || name == name_attribute || name == dependence_attribute) {
    return verify_loop_attribute(op, attribute);
  }
  if (auto loop = llvm::dyn_cast<mlir::affine::AffineForOp>(op); loop && name == dataflow_attribute)
    return failed(expect<mlir::UnitAttr>(op, attribute)) ? failure() : verify_region_body(loop);
  if (name == top_attribute || name == dataflow_attribute || name == inline_off_attribute ||
      name == interface_attribute || name == reorder_sums_attribute)
    return verify_function_attribute(op, attribute);
  if (name == compute_attribute) return expect<mlir::StringAttr>(op, attribute);
  if (name == bind_op_attribute) return expect<BindOpAttr>(op, attribute);
  return op->emitOpError() << "has an unknown attribute " << attribute.getName();
}

LogicalResult PomDialect::verifyRegionArgAttribute(Operation* op, unsigned, unsigned argument,
                                                   NamedAttribute attribute) {
  auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
  if (!function) return op->emitOpError() << "attribute " << attribute.getName() << " belongs on a function's argument";
  if (attribute.getName() == interface_attribute) return verify_port(function, argument, attribute);
  if (attribute.getName() == lanes_attribute) return verify_lanes(function, argument, attribute.getValue());
  if (attribute.getName() == ports_attribute) return verify_ports(function, argument, attribute.getValue());
  return verify_array_attribute(op, function.getArgumentTypes()[argument], attribute);
}

}  // namespace pom::ir
