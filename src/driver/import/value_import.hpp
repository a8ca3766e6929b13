#pragma once
#include <mlir/Dialect/Affine/IR/AffineOps.h>

#include <vector>

#include "driver/import/imported_function.hpp"
#include "driver/import/value_types.hpp"

namespace pom::driver {

/// Adds the expressions of one statement. A value that is used twice is computed once.
class ValueImport {
 public:
  ValueImport(ImportedFunction& into, ValueTypes& types) : into_(into), types_(types) {}

  /// Returns the position of the value in Function::expressions.
  int build(mlir::Value);
  /// Converts a value of type index; the result is opaque where the value depends on data.
  dse::Index index(mlir::Value);
  dse::Index index(mlir::AffineExpr, mlir::ValueRange operands);
  std::vector<dse::Index> indices(mlir::AffineMap, mlir::ValueRange operands);
  /// The indices of an access, as estimates have them: the lanes of FIFOs, [0] where there is no dimension.
  std::vector<dse::Index> element(mlir::Value array, std::vector<dse::Index> indices) const;

 private:
  int build_new(mlir::Value);
  int build_operation(mlir::Operation*);
  int build_number(pom::ir::NumberOp);
  int build_guarded(pom::ir::NumberOp, dse::OpKind, const dse::NumberType&, std::vector<int> operands);
  int build_absolute(pom::ir::NumberOp, const dse::NumberType&, int operand);
  int build_constant(mlir::Value, mlir::Attribute);
  int build_load(mlir::Value result, mlir::Value array, std::vector<dse::Index> indices);
  int load_variable(int array);
  int share(int expression);

  ImportedFunction& into_;
  ValueTypes& types_;
  llvm::DenseMap<mlir::Value, int> done_;
};

}  // namespace pom::driver
