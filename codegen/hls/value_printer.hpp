#pragma once
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <mlir/IR/Operation.h>

#include <string>

#include "codegen/affine/pom_dialect.hpp"
#include "codegen/hls/expression_text.hpp"
#include "codegen/hls/index_text.hpp"

namespace pom::backend {

/// What C++ names stand for: loop variables, arguments, and temporaries.
struct Names {
  LoopVariables loops;
  llvm::DenseMap<mlir::Value, std::string> arguments;   ///< memrefs and scalars
  llvm::DenseMap<mlir::Value, ValueType> types;         ///< element or scalar type of the arguments
  llvm::DenseMap<mlir::Value, ir::StreamAttr> streams;  ///< arrays that are FIFOs: elements come and go in order
  llvm::DenseMap<mlir::Value, ir::StreamPort> ports;    ///< arguments that are streams
  llvm::DenseMap<mlir::Operation*, std::string> words;  ///< accesses to an element of a word: "A_word[lane]"
  llvm::DenseMap<mlir::Value, Text> temporaries;        ///< values that were given a variable of their own
};

/// Prints values as nested C++ expressions; a value with several uses must be in `names.temporaries` before.
/// Throws Unsupported.
class ValuePrinter {
 public:
  ValuePrinter(const Names& names, Helpers& helpers) : names_(names), helpers_(helpers) {}

  Text print(mlir::Value value);
  /// What stands for the value in a call: an array's name, or a value.
  std::string print_argument(mlir::Value value, mlir::Operation& call);
  /// "A[4 * i0 + i1][j]"; of FIFOs side by side the lane, of one FIFO its name.
  std::string element(mlir::Operation& access, mlir::Value array, mlir::AffineMap map, mlir::OperandRange indices);
  /// "[4 * i0 + i1][j]"
  std::string place(mlir::Operation& access, mlir::AffineMap map, mlir::OperandRange indices) const;
  /// The same as element() where indices are computed.
  std::string element(mlir::Value array, mlir::OperandRange indices);
  /// "i == 7 && j == 3": the access is to the array's last element.
  std::string is_last_element(mlir::affine::AffineStoreOp);
  IndexPrinter index_printer(mlir::Operation& user, mlir::OperandRange operands) const;

  /// The C++ type of a value that gets a variable of its own.
  static ValueType type_of(mlir::Type type);
  /// That of an argument or array: what its pom attributes say of the bits.
  static ValueType type_of(mlir::Type type, bool is_unsigned, ir::FormatAttr format);

 private:
  std::string lane(mlir::Operation& access, mlir::Value stream, mlir::AffineMap map, mlir::OperandRange indices);
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
