#include "driver/import/c_variables.hpp"

#include <llvm/ADT/DenseMap.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include <algorithm>

#include "codegen/affine/pom_dialect.hpp"

namespace pom::driver {

namespace {

using mlir::Operation;

/// Values that cost nothing wherever they are used: constants, and what is computed from loops and sizes alone.
bool is_free(Operation* op) {
  if (op->hasTrait<mlir::OpTrait::ConstantLike>() || llvm::isa<mlir::affine::AffineApplyOp, ir::InsideOp>(op))
    return true;
  auto cast = llvm::dyn_cast<mlir::arith::IndexCastOp>(op);
  return cast && !llvm::isa<mlir::IndexType>(cast.getResult().getType());
}

bool is_value(Operation* op) {
  return op->getNumResults() == 1 && !llvm::isa<mlir::MemRefType>(op->getResult(0).getType());
}

mlir::Value loaded_array(Operation* op) {
  if (auto load = llvm::dyn_cast<mlir::affine::AffineLoadOp>(op)) return load.getMemRef();
  if (auto load = llvm::dyn_cast<mlir::memref::LoadOp>(op)) return load.getMemRef();
  return {};
}

class Search {
 public:
  std::vector<Operation*> run(mlir::func::FuncOp function) {
    std::vector<Operation*> values;
    function.walk<mlir::WalkOrder::PreOrder>([&](Operation* op) {
      number_[op] = static_cast<int>(number_.size());
      if (is_value(op)) values.push_back(op);
      if (auto store = llvm::dyn_cast<mlir::affine::AffineStoreOp>(op)) writes_[store.getMemRef()].push_back(op);
      if (auto store = llvm::dyn_cast<mlir::memref::StoreOp>(op)) writes_[store.getMemRef()].push_back(op);
      if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) {
        for (const mlir::Value operand : call.getOperands()) writes_[operand].push_back(op);
      }
    });
    // Users stand behind what they use, so that their statements are known.
    std::vector<Operation*> variables;
    for (auto at = values.rbegin(); at != values.rend(); ++at) {
      if (needs_variable(*at)) variables.push_back(*at);
    }
    std::reverse(variables.begin(), variables.end());
    return variables;
  }

 private:
  bool needs_variable(Operation* op) {
    const auto [first, last] = using_statements(op);
    statements_[op] = {first, last};
    if (!first || is_free(op) || llvm::isa<mlir::IndexType>(op->getResult(0).getType())) return false;
    if (first == last && !is_overwritten(op, first)) return false;
    statements_[op] = {op, op};  // what it uses is used by this variable
    return true;
  }

  /// The first and the last statement that the value is a part of.
  std::pair<Operation*, Operation*> using_statements(Operation* op) {
    Operation *first = nullptr, *last = nullptr;
    for (Operation* user : op->getUsers()) {
      std::pair<Operation*, Operation*> of_user = {user, user};
      if (is_value(user)) of_user = statements_.lookup(user);
      if (!of_user.first) continue;
      if (!first || number_[of_user.first] < number_[first]) first = of_user.first;
      if (!last || number_[of_user.second] > number_[last]) last = of_user.second;
    }
    return {first, last};
  }

  /// Between the load and the statement, or in an iteration before the statement's of a loop that the load is not in.
  bool is_overwritten(Operation* load, Operation* statement) {
    const auto writes = writes_.find(loaded_array(load));
    if (writes == writes_.end()) return false;
    Operation* loop = nullptr;
    for (Operation* around = statement->getParentOp(); around && !around->isProperAncestor(load);
         around = around->getParentOp()) {
      if (llvm::isa<mlir::affine::AffineForOp>(around)) loop = around;
    }
    return std::any_of(writes->second.begin(), writes->second.end(), [&](Operation* write) {
      const bool between = number_[load] < number_[write] && number_[write] < number_[statement];
      return between || (loop && loop->isProperAncestor(write));
    });
  }

  llvm::DenseMap<Operation*, int> number_;  ///< in program order
  llvm::DenseMap<Operation*, std::pair<Operation*, Operation*>> statements_;
  llvm::DenseMap<mlir::Value, std::vector<Operation*>> writes_;
};

}  // namespace

std::vector<Operation*> find_variables(mlir::func::FuncOp function) { return Search().run(function); }

}  // namespace pom::driver
