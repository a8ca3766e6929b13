#include "codegen/affine/word_access.hpp"

#include "codegen/affine/pom_dialect.hpp"

namespace pom::ir {

namespace {

namespace affine = mlir::affine;

/// Whether the loop runs over l in [0, count), one by one.
bool counts_to(affine::AffineForOp loop, std::int64_t count) {
  return loop.hasConstantBounds() && loop.getConstantLowerBound() == 0 && loop.getConstantUpperBound() == count &&
         loop.getStepAsInt() == 1;
}

std::optional<WordAccess> word_of(mlir::Operation& access, mlir::Value array, mlir::AffineMap map,
                                  mlir::OperandRange operands) {
  const std::int64_t lanes = lanes_of(array);
  auto loop = llvm::dyn_cast<affine::AffineForOp>(access.getParentOp());
  if (lanes == 1 || !loop || !counts_to(loop, lanes) || map.getNumResults() == 0) return std::nullopt;
  mlir::MLIRContext* context = map.getContext();
  llvm::SmallVector<mlir::AffineExpr> without;
  mlir::AffineExpr lane;
  for (unsigned n = 0; n < operands.size(); ++n) {
    const mlir::AffineExpr own = mlir::getAffineDimExpr(n, context);
    const bool is_lane = operands[n] == loop.getInductionVar();
    if (is_lane && lane) return std::nullopt;
    if (is_lane) lane = own;
    without.push_back(is_lane ? mlir::getAffineConstantExpr(0, context) : own);
  }
  if (!lane) return std::nullopt;
  const unsigned dimensions = map.getNumDims(), last = map.getNumResults() - 1;
  llvm::SmallVector<mlir::AffineExpr> word;
  for (unsigned d = 0; d <= last; ++d) {
    const mlir::AffineExpr first = mlir::simplifyAffineExpr(map.getResult(d).replaceDims(without), dimensions, 0);
    const mlir::AffineExpr moved = mlir::simplifyAffineExpr(map.getResult(d) - first, dimensions, 0);
    if (moved != (d == last ? lane : mlir::getAffineConstantExpr(0, context))) return std::nullopt;
    if (d == last && !first.isMultipleOf(lanes)) return std::nullopt;
    word.push_back(d == last ? mlir::simplifyAffineExpr(first.floorDiv(lanes), dimensions, 0) : first);
  }
  return WordAccess{array, loop, mlir::AffineMap::get(dimensions, 0, word, context),
                    llvm::isa<affine::AffineStoreOp>(access)};
}

/// The number that an attribute of an argument says; 1: it has none.
std::int64_t number_of(mlir::Value array, const char* attribute) {
  const auto argument = llvm::dyn_cast<mlir::BlockArgument>(array);
  if (!argument) return 1;
  auto function = llvm::dyn_cast<mlir::func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function) return 1;
  const auto number = function.getArgAttrOfType<mlir::IntegerAttr>(argument.getArgNumber(), attribute);
  return number ? number.getInt() : 1;
}

/// Whether the call gives the array to an argument of the same attribute.
bool hands_on(mlir::func::CallOp call, mlir::Value array, const char* attribute, mlir::Attribute value) {
  auto callee = call->getParentOfType<mlir::ModuleOp>().lookupSymbol<mlir::func::FuncOp>(call.getCallee());
  for (unsigned n = 0; callee && n < call.getNumOperands(); ++n) {
    if (call.getOperand(n) == array && callee.getArgAttr(n, attribute) != value) return false;
  }
  return true;
}

}  // namespace

std::int64_t lanes_of(mlir::Value array) { return number_of(array, lanes_attribute); }
std::int64_t ports_of(mlir::Value array) { return number_of(array, ports_attribute); }

std::optional<WordAccess> find_word(mlir::Operation& access) {
  if (auto load = llvm::dyn_cast<affine::AffineLoadOp>(access))
    return word_of(access, load.getMemRef(), load.getAffineMap(), load.getMapOperands());
  if (auto store = llvm::dyn_cast<affine::AffineStoreOp>(access))
    return word_of(access, store.getMemRef(), store.getAffineMap(), store.getMapOperands());
  return std::nullopt;
}

mlir::LogicalResult verify_lanes(mlir::func::FuncOp function, unsigned argument, mlir::Attribute value) {
  const auto array = llvm::dyn_cast<mlir::MemRefType>(function.getArgumentTypes()[argument]);
  const auto lanes = llvm::dyn_cast<mlir::IntegerAttr>(value);
  if (!array || array.getRank() == 0 || !lanes || !lanes.getType().isInteger(64) || lanes.getInt() < 2)
    return function.emitOpError() << "pom.lanes is the number of elements of an array's words, not " << value;
  if (array.getShape().back() % lanes.getInt() != 0)
    return function.emitOpError() << "pom.lanes: rows of " << array << " are no whole words of " << lanes.getInt();
  for (mlir::Operation* user : function.getArgument(argument).getUsers()) {
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(user)) {
      if (!hands_on(call, function.getArgument(argument), lanes_attribute, value))
        return call.emitOpError() << "gives words to a function that takes elements";
      continue;
    }
    if (!find_word(*user)) return user->emitOpError() << "accesses no whole word of an array with pom.lanes";
  }
  return mlir::success();
}

mlir::LogicalResult verify_ports(mlir::func::FuncOp function, unsigned argument, mlir::Attribute value) {
  const mlir::Value array = function.getArgument(argument);
  const auto ports = llvm::dyn_cast<mlir::IntegerAttr>(value);
  if (!ports || !ports.getType().isInteger(64) || ports.getInt() < 2 || lanes_of(array) % ports.getInt() != 0)
    return function.emitOpError() << "pom.ports is the number of ports that hand over an array's words, not " << value;
  for (mlir::Operation* user : array.getUsers()) {
    auto call = llvm::dyn_cast<mlir::func::CallOp>(user);
    if (call && !hands_on(call, array, ports_attribute, value))
      return call.emitOpError() << "gives an array of several ports to an argument of another number";
  }
  return mlir::success();
}

}  // namespace pom::ir
