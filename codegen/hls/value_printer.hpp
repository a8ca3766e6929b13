#pragma once
#include <mlir/IR/Operation.h>

#include <string>

#include "codegen/affine/pom_dialect.hpp"
#include "codegen/hls/expression_text.hpp"
#include "codegen/hls/names.hpp"

namespace pom::backend {

/// Prints values as nested C++ expressions; a value with several uses must be in `names.temporaries` before.
/// Throws Unsupported.
class ValuePrinter {
 public:
  ValuePrinter(const Names& names, Helpers& helpers) : names_(names), helpers_(helpers) {}

  Text print(mlir::Value value);
  /// What stands for the value in a call: an array's name, or a value.
  std::string print_argument(mlir::Value value, mlir::Operation& call);
  /// "A[t0][x + 1]": an element whose indices are values.
  std::string print_element(mlir::Value array, mlir::OperandRange indices);

 private:
  Text print_operation(mlir::Operation& op);
  Text print_shift_amount(mlir::Value amount);
  Text print_select(mlir::Operation& op);
  Text print_inside(ir::InsideOp op);

  const Names& names_;
  Helpers& helpers_;
  std::uint64_t choices_ = 0;  ///< in arms of which the expression is being printed
};

}  // namespace pom::backend
