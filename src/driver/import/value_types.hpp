#pragma once
#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/Value.h>

#include "driver/import/imported_function.hpp"
#include "dse/kernel/number_type.hpp"

namespace pom::driver {

/// Tells the number types of a function's values. MLIR's integers have no sign: it is that of the arrays and arguments
/// they come from, or of the operation that makes them, where that has one.
class ValueTypes {
 public:
  explicit ValueTypes(const ImportedFunction& function) : function_(function) {}

  dse::NumberType of(mlir::Value);

 private:
  dse::NumberType find(mlir::Value);
  bool is_signed(mlir::Value);
  bool is_signed_constant(mlir::Value) const;

  const ImportedFunction& function_;
  llvm::DenseMap<mlir::Value, dse::NumberType> known_;
};

}  // namespace pom::driver
