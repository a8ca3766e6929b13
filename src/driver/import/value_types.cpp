#include "driver/import/value_types.hpp"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include "codegen/affine/number_format.hpp"
#include "dse/kernel/value_builder.hpp"

namespace pom::driver {

namespace arith = mlir::arith;
using dse::NumberType;

namespace {

/// The array that an operation accesses; null: it is no access.
mlir::Value accessed_array(mlir::Operation* op) {
  if (auto load = llvm::dyn_cast<mlir::affine::AffineLoadOp>(op)) return load.getMemRef();
  if (auto load = llvm::dyn_cast<mlir::memref::LoadOp>(op)) return load.getMemRef();
  if (auto store = llvm::dyn_cast<mlir::affine::AffineStoreOp>(op)) return store.getMemRef();
  if (auto store = llvm::dyn_cast<mlir::memref::StoreOp>(op)) return store.getMemRef();
  return {};
}

bool is_unsigned_operation(mlir::Operation* op) {
  return llvm::isa<arith::ExtUIOp, arith::FPToUIOp, arith::DivUIOp, arith::RemUIOp, arith::ShRUIOp>(op);
}

bool is_signed_operation(mlir::Operation* op) {
  return llvm::isa<arith::ExtSIOp, arith::FPToSIOp, arith::DivSIOp, arith::RemSIOp, arith::ShRSIOp, arith::IndexCastOp>(
      op);
}

}  // namespace

NumberType ValueTypes::of(mlir::Value value) {
  if (const auto found = known_.find(value); found != known_.end()) return found->second;
  const NumberType type = find(value);
  known_[value] = type;
  return type;
}

NumberType ValueTypes::find(mlir::Value value) {
  if (const auto place = function_.arrays.find(value); place != function_.arrays.end())
    return function_.function.arrays[place->second].element;
  mlir::Operation* op = value.getDefiningOp();
  if (op) {
    if (const mlir::Value array = accessed_array(op)) return of(array);
    auto number = llvm::dyn_cast<pom::ir::NumberOp>(op);
    if (number && !number.getResult().getType().isInteger(1))
      return dse::number_type(backend::type_of(llvm::cast<pom::ir::FormatAttr>(number.getFormats().getValue().back())));
  }
  const mlir::Type type = value.getType();
  if (type.isBF16()) return {NumberType::Kind::floating, 16, true, 8, false, false};
  if (llvm::isa<mlir::FloatType>(type)) return dse::float_type(static_cast<int>(type.getIntOrFloatBitWidth()));
  if (type.isInteger(1)) return dse::integer_type(1, false);
  return dse::integer_type(static_cast<int>(type.getIntOrFloatBitWidth()), is_signed(value));
}

/// Results without a sign of their own have that of their operands; a single unsigned one decides, as in C++.
bool ValueTypes::is_signed(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  if (!op || is_signed_operation(op)) return true;
  if (is_unsigned_operation(op)) return false;
  if (llvm::isa<arith::ConstantOp>(op)) return is_signed_constant(value);
  for (const mlir::Value operand : op->getOperands()) {
    const bool counts = operand.getType() == value.getType() || llvm::isa<arith::TruncIOp>(op);
    if (counts && !operand.getDefiningOp<arith::ConstantOp>() && !of(operand).is_signed) return false;
  }
  return true;
}

/// A constant has the sign of the array that it is stored to.
bool ValueTypes::is_signed_constant(mlir::Value value) const {
  for (mlir::Operation* user : value.getUsers()) {
    if (const mlir::Value array = accessed_array(user); array && !llvm::isa<mlir::IndexType>(value.getType()))
      return function_.function.arrays[function_.arrays.lookup(array)].element.is_signed;
  }
  return true;
}

}  // namespace pom::driver
