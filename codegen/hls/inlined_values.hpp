#pragma once
#include <llvm/ADT/DenseMap.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace pom::backend {

/// Which values of a function are printed where they are used, without a variable of their own.
class InlinedValues {
 public:
  explicit InlinedValues(mlir::func::FuncOp function) : function_(function) {}

  /// Decides about the next operation, which has one result.
  /// A value with one use is printed where it is used, unless a store in between could change what it loads, or the
  /// expression there would grow beyond what people read and printers recurse into.
  bool add(mlir::Operation& op);

 private:
  /// What the value's printed text contains: how deep it is, and whether an array's element is in it.
  struct Expression {
    int depth = 1;
    bool reads_memory = false;
  };

  bool is_streamed(mlir::Value array);
  Expression expression_of(mlir::Operation& op) const;

  mlir::func::FuncOp function_;
  llvm::DenseMap<mlir::Operation*, Expression> expressions_;  ///< those that are printed where they are used
};

}  // namespace pom::backend
