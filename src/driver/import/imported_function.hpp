#pragma once
#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/Operation.h>
#include <mlir/IR/Value.h>

#include "codegen/affine/pom_dialect.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::driver {

/// What has no place in an estimate; import ends with it.
struct NotImported {
  mlir::Operation* operation;
  const char* reason;
};

/// A function of the kernel while it is made: where MLIR's values are in it.
struct ImportedFunction {
  dse::Function& function;
  llvm::DenseMap<mlir::Value, int> arrays{};     ///< arguments and memrefs, in Function::arrays
  llvm::DenseMap<mlir::Value, int> variables{};  ///< values that are variables in C++, in Function::arrays
  llvm::DenseMap<mlir::Value, int> loops{};      ///< induction variables and sizes, as Index::Term::loop
  llvm::DenseMap<mlir::Value, pom::ir::StreamAttr> streams{};
};

}  // namespace pom::driver
