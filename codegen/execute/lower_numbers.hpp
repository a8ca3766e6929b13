#pragma once
#include <mlir/ExecutionEngine/ExecutionEngine.h>
#include <mlir/IR/BuiltinOps.h>

#include <deque>

#include "dsl/model/expr_node.hpp"

namespace pom::backend {

/// Replaces the pom.number operations of a module by calls of the arithmetic that the interpreter uses too: what the
/// JIT checks is that the module says what the program says; what the vendor's types compute is checked by the HLS C++.
/// Outlives the execution engine's runs.
class NumberCalls {
 public:
  void lower(mlir::ModuleOp);
  /// The functions that the calls go to.
  static void provide(mlir::ExecutionEngine&);

  /// One operation with its types; the calls carry its address.
  struct Operation {
    dsl::Op op;
    Type result, left, right;
  };

 private:
  std::deque<Operation> operations_;
};

}  // namespace pom::backend
