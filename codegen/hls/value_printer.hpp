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
  Text print_binary(mlir::Operation& op, const std::string& symbol, Binding binding);
  Text print_signed(mlir::Operation& op, const std::string& symbol, Binding binding, bool is_unsigned);
  Text print_shift(mlir::Operation& op);
  Text print_comparison(mlir::Operation& op);
  Text print_conversion(mlir::Operation& op);
  Text print_number(ir::NumberOp op);
  Text print_division(ir::NumberOp op, const ValueType& wanted);
  Text call_helper(const std::string& helper, llvm::ArrayRef<Text> arguments, const ValueType& result);
  Text print_number_cast(ir::NumberOp op, const ValueType& wanted);
  Text print_select(mlir::Operation& op);
  Text print_inside(ir::InsideOp op);
  Text print_call(mlir::Operation& op, const std::string& function);
  Text print_constant(mlir::Operation& op);
  Text operand(mlir::Operation& op, unsigned n) { return print(op.getOperand(n)); }

  const Names& names_;
  Helpers& helpers_;
  std::uint64_t choices_ = 0;  ///< in arms of which the expression is being printed
};

}  // namespace pom::backend
