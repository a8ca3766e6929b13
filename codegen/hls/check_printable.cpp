#include "codegen/hls/check_printable.hpp"

#include <llvm/ADT/StringSet.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/IntegerSet.h>

#include <limits>

#include "codegen/affine/pom_dialect.hpp"
#include "codegen/affine/region_body.hpp"
#include "codegen/affine/table_contents.hpp"
#include "codegen/hls/index_text.hpp"
#include "dsl/model/names.hpp"

namespace pom::backend {

namespace {

namespace arith = mlir::arith;
namespace affine = mlir::affine;

bool is_float(mlir::Type type) { return type.isF32() || type.isF64() || type.isF16() || type.isBF16(); }

bool is_integer(mlir::Type type) {
  return type.isSignlessInteger(8) || type.isSignlessInteger(16) || type.isSignlessInteger(32) ||
         type.isSignlessInteger(64);
}

bool is_number(mlir::Type type) { return is_float(type) || is_integer(type); }

/// Also integers of other widths, on which pom.number computes.
bool is_element(mlir::Type type) {
  const auto integer = llvm::dyn_cast<mlir::IntegerType>(type);
  return is_float(type) || (integer && integer.isSignless() && integer.getWidth() <= 128);
}
/// bool in C++. Not a number: as one, true is -1 in arith and 1 in C++.
bool is_condition(mlir::Type type) { return type.isSignlessInteger(1); }

/// Extents are counted with int, and the whole array by the host's compiler.
bool is_array(mlir::MemRefType type) {
  if (!is_element(type.getElementType()) || !type.getLayout().isIdentity() || type.getMemorySpace()) return false;
  __int128 bytes = 16;
  for (const std::int64_t extent : type.getShape()) {
    if (extent < 1 || extent > std::numeric_limits<int>::max()) return false;
    bytes *= extent;
    if (bytes > std::numeric_limits<std::int64_t>::max()) return false;
  }
  return true;
}

bool all_operands(mlir::Operation& op, bool (*holds)(mlir::Type)) { return llvm::all_of(op.getOperandTypes(), holds); }

using NameSet = llvm::StringSet<>;

/// Operations whose operands and result are floats.
const NameSet& float_operations() {
  static const NameSet all = {"arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.negf", "math.sqrt",
                              "math.exp",   "math.log",   "math.tanh",  "math.absf",  "math.powf",  "arith.extf",
                              "arith.remf", "math.atan2", "math.sin",   "math.cos",   "math.tan",   "math.atan",
                              "math.erf",   "math.floor", "math.ceil",  "math.round", "math.trunc"};
  return all;
}

const NameSet& integer_operations() {
  static const NameSet all = {"arith.addi",  "arith.subi",   "arith.muli",  "arith.divsi", "arith.divui", "arith.remsi",
                              "arith.remui", "arith.trunci", "arith.extsi", "arith.andi",  "arith.ori",   "arith.xori"};
  return all;
}

/// C++ gives no meaning to an amount outside [0, width).
bool is_printable_shift(mlir::Operation& op, mlir::Type type) {
  auto amount = op.getOperand(1).getDefiningOp<arith::ConstantIntOp>();
  return is_integer(type) && (!amount || (amount.value() >= 0 && amount.value() < type.getIntOrFloatBitWidth()));
}

bool is_printable_conversion(mlir::Operation& op, mlir::Type from, mlir::Type to) {
  // The C++ conversion rounds to nearest, like arith's without a mode.
  if (auto truncation = llvm::dyn_cast<arith::TruncFOp>(op))
    return is_float(from) && is_float(to) && !truncation.getRoundingmodeAttr();
  if (llvm::isa<arith::IndexCastOp>(op))
    return (from.isIndex() && is_integer(to)) || (to.isIndex() && from.isSignlessInteger(32));
  if (llvm::isa<arith::SIToFPOp>(op)) return is_integer(from) && is_float(to);
  if (llvm::isa<arith::UIToFPOp>(op)) return (is_integer(from) || is_condition(from)) && is_float(to);
  if (llvm::isa<arith::ExtUIOp>(op)) return (is_integer(from) || is_condition(from)) && is_integer(to);
  return llvm::isa<arith::FPToSIOp, arith::FPToUIOp>(op) && is_float(from) && is_integer(to);
}

/// Operations with one result; which predicates and values can be printed is the printer's to say.
bool is_printable_value(mlir::Operation& op) {
  if (op.getNumResults() != 1 || op.getNumRegions() != 0) return false;
  const mlir::Type type = op.getResult(0).getType();
  const llvm::StringRef name = op.getName().getStringRef();
  if (float_operations().contains(name)) return is_float(type) && all_operands(op, is_float);
  const bool conditions = llvm::isa<arith::AndIOp, arith::OrIOp>(op) && is_condition(type);
  if (conditions) return true;
  if (integer_operations().contains(name)) return is_integer(type) && all_operands(op, is_integer);
  if (llvm::isa<arith::ConstantOp>(op)) return is_number(type) || is_condition(type);
  if (llvm::isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) return is_printable_shift(op, type);
  if (llvm::isa<arith::CmpFOp>(op)) return all_operands(op, is_float);
  if (auto compare = llvm::dyn_cast<arith::CmpIOp>(op)) {
    const auto predicate = compare.getPredicate();
    const bool equality = predicate == arith::CmpIPredicate::eq || predicate == arith::CmpIPredicate::ne;
    return all_operands(op, is_integer) || (equality && all_operands(op, is_condition));
  }
  if (auto select = llvm::dyn_cast<arith::SelectOp>(op)) {
    return is_condition(select.getCondition().getType()) && is_element(type);
  }
  if (llvm::isa<ir::InsideOp>(op)) return true;
  if (llvm::isa<ir::NumberOp>(op)) return true;  // its own verifier is as strict as the printer
  if (auto apply = llvm::dyn_cast<affine::AffineApplyOp>(op)) return apply.getAffineMap().getNumSymbols() == 0;
  return op.getNumOperands() == 1 && is_printable_conversion(op, op.getOperand(0).getType(), type);
}

/// What has a name where it is used: an argument, or a local array declared at the function's top or in a loop's
/// region.
bool is_variable(mlir::Value value, mlir::func::FuncOp function) {
  mlir::Block* top = &function.getBody().front();
  if (auto local = value.getDefiningOp<mlir::memref::AllocOp>())
    return local->getBlock() == top || ir::is_in_region_body(local);
  if (auto table = value.getDefiningOp<mlir::memref::GetGlobalOp>()) return table->getBlock() == top;
  const auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
  return argument && argument.getOwner() == top;
}

bool is_unsigned(mlir::Value value) {
  if (mlir::Operation* local = value.getDefiningOp()) return local->hasAttr(ir::unsigned_attribute);
  const auto argument = llvm::cast<mlir::BlockArgument>(value);
  auto function = llvm::dyn_cast<mlir::func::FuncOp>(argument.getOwner()->getParentOp());
  return function && function.getArgAttr(argument.getArgNumber(), ir::unsigned_attribute);
}

class BodyCheck {
 public:
  explicit BodyCheck(mlir::func::FuncOp function) : function_(function) {}

  void check(mlir::Block& block) {
    for (mlir::Operation& op : block) {
      if (!is_printable(op)) throw Unsupported{&op};
      for (mlir::Region& region : op.getRegions()) {
        for (mlir::Block& inner : region) check(inner);
      }
    }
  }

 private:
  bool is_printable(mlir::Operation& op) {
    if (auto loop = llvm::dyn_cast<affine::AffineForOp>(op)) {
      return loop.getNumResults() == 0 && loop.getStepAsInt() > 0 && is_printable(loop.getLowerBoundMap()) &&
             is_printable(loop.getUpperBoundMap());
    }
    if (auto guard = llvm::dyn_cast<affine::AffineIfOp>(op)) {
      return guard.getNumResults() == 0 && guard.getIntegerSet().getNumSymbols() == 0;
    }
    if (auto load = llvm::dyn_cast<affine::AffineLoadOp>(op)) return is_printable_access(load);
    if (auto store = llvm::dyn_cast<affine::AffineStoreOp>(op))
      return is_printable_access(store) && !is_table(store.getMemRef());
    if (auto load = llvm::dyn_cast<mlir::memref::LoadOp>(op)) return is_variable(load.getMemRef(), function_);
    if (auto store = llvm::dyn_cast<mlir::memref::StoreOp>(op))
      return is_variable(store.getMemRef(), function_) && !is_table(store.getMemRef());
    if (llvm::isa<affine::AffineYieldOp, mlir::func::ReturnOp>(op)) return op.getNumOperands() == 0;
    if (auto local = llvm::dyn_cast<mlir::memref::AllocOp>(op)) {
      return is_array(local.getType()) && op.getNumOperands() == 0 && is_variable(local, function_);
    }
    if (auto table = llvm::dyn_cast<mlir::memref::GetGlobalOp>(op)) return is_printable_table(table);
    if (auto end = llvm::dyn_cast<mlir::memref::DeallocOp>(op)) return is_variable(end.getMemref(), function_);
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) return is_printable_call(call);
    return is_printable_value(op);
  }

  /// C++ wants the function before its call, and arrays passed as what they are.
  bool is_printable_call(mlir::func::CallOp call) {
    auto callee = function_->getParentOfType<mlir::ModuleOp>().lookupSymbol<mlir::func::FuncOp>(call.getCallee());
    if (!callee || call.getNumResults() != 0 || !callee->isBeforeInBlock(function_)) return false;
    for (unsigned n = 0; n < call.getNumOperands(); ++n) {
      const mlir::Value operand = call.getOperand(n);
      if (!llvm::isa<mlir::MemRefType>(operand.getType())) continue;
      const bool without_sign = static_cast<bool>(callee.getArgAttr(n, ir::unsigned_attribute));
      if (!is_variable(operand, function_) || is_unsigned(operand) != without_sign) return false;
    }
    return true;
  }

  static bool is_table(mlir::Value array) { return array.getDefiningOp<mlir::memref::GetGlobalOp>() != nullptr; }

  /// Its elements are literals in C++.
  bool is_printable_table(mlir::memref::GetGlobalOp table) const {
    return is_array(table.getType()) && is_variable(table, function_) && contents_of(table) &&
           table.getType().getElementTypeBitWidth() <= 64;
  }

  static bool is_printable(mlir::AffineMap map) { return map.getNumResults() > 0 && map.getNumSymbols() == 0; }

  template <class Access>
  bool is_printable_access(Access access) {
    return is_variable(access.getMemRef(), function_) && access.getAffineMap().getNumSymbols() == 0;
  }

  mlir::func::FuncOp function_;
};

}  // namespace

llvm::SmallVector<mlir::func::FuncOp> printable_functions(mlir::ModuleOp module) {
  llvm::SmallVector<mlir::func::FuncOp> functions;
  for (mlir::Operation& op : *module.getBody()) {
    if (llvm::isa<mlir::memref::GlobalOp>(op)) continue;  // printed where a function gets at it
    auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
    if (!function) throw Unsupported{&op};
    functions.push_back(function);
  }
  return functions;
}

void check_signature(mlir::func::FuncOp function) {
  const bool named = !dsl::check_identifier("function", function.getName().str(), {});
  const bool defined = !function.isExternal() && function.getNumResults() == 0 && function.getBody().hasOneBlock();
  if (!named || !defined) throw Unsupported{function};
  for (const mlir::Type type : function.getArgumentTypes()) {
    const auto array = llvm::dyn_cast<mlir::MemRefType>(type);
    if (array ? !is_array(array) : !is_element(type)) throw Unsupported{function};
  }
}

void check_body(mlir::func::FuncOp function) { BodyCheck(function).check(function.getBody().front()); }

}  // namespace pom::backend
