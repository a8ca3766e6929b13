#include <mlir/Dialect/Arith/IR/Arith.h>

#include "codegen/hls/value_printer.hpp"
#include "codegen/hls/value_type.hpp"

/// Comparisons, and what is chosen by them.
namespace pom::backend {

namespace arith = mlir::arith;

Text ValuePrinter::print_comparison(mlir::Operation& op) {
  static const char* const integer_symbols[] = {"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="};
  if (auto compare = llvm::dyn_cast<arith::CmpIOp>(op)) {
    const auto predicate = static_cast<unsigned>(compare.getPredicate());
    const Binding binding = predicate < 2 ? Binding::equality : Binding::relational;
    Text left = operand(op, 0), right = operand(op, 1);
    if (left.type.bits > 1 && (predicate >= 2 || left.type.is_unsigned != right.type.is_unsigned)) {
      const ValueType wanted{false, predicate >= 6 || (predicate < 2 && left.type.is_unsigned),
                             op.getOperand(0).getType().getIntOrFloatBitWidth()};
      left = cast_to(left, wanted);
      right = cast_to(right, wanted);
    }
    // Compilers warn of an integer that is compared with itself. What is read from a stream is another one each time.
    if (left.text == right.text && !left.literal && left.text.find(".read()") == std::string::npos) {
      const llvm::APInt any(1, 0);
      return {arith::applyCmpPredicate(compare.getPredicate(), any, any) ? "true" : "false",
              value_type(op.getResult(0).getType()), Binding::primary};
    }
    return join(left, integer_symbols[predicate], right, binding);
  }
  auto compare = llvm::cast<arith::CmpFOp>(op);
  const auto simple = [&](const char* symbol, Binding binding) {
    return join(operand(op, 0), symbol, operand(op, 1), binding);
  };
  switch (compare.getPredicate()) {
    case arith::CmpFPredicate::OEQ:
      return simple("==", Binding::equality);
    case arith::CmpFPredicate::UNE:
      return simple("!=", Binding::equality);
    case arith::CmpFPredicate::OLT:
      return simple("<", Binding::relational);
    case arith::CmpFPredicate::OLE:
      return simple("<=", Binding::relational);
    case arith::CmpFPredicate::OGT:
      return simple(">", Binding::relational);
    case arith::CmpFPredicate::OGE:
      return simple(">=", Binding::relational);
    default:
      throw Unsupported{&op};
  }
}

Text ValuePrinter::print_select(mlir::Operation& op) {
  const Text condition = operand(op, 0);
  ++choices_;
  Text then = operand(op, 1), otherwise = operand(op, 2);
  --choices_;
  if (then.literal && otherwise.type.is_unsigned) then = cast_to(then, otherwise.type);
  if (otherwise.literal && then.type.is_unsigned) otherwise = cast_to(otherwise, then.type);
  if (!(then.type == otherwise.type)) otherwise = cast_to(otherwise, then.type);
  const std::string text = parenthesized(condition, Binding::logical_or) + " ? " +
                           parenthesized(then, Binding::logical_or) + " : " +
                           parenthesized(otherwise, Binding::logical_or);
  return {text, then.type, Binding::conditional};
}

/// C++ reads only the arm that is taken.
Text ValuePrinter::print_inside(ir::InsideOp op) {
  const Text index = operand(*op, 0);
  if (choices_ >= op.getChoices()) return index;
  const std::string last = std::to_string(op.getExtent() - 1), wide = index.type.bits > 32 ? "_wide" : "";
  helpers_.insert("pom_max" + wide);
  helpers_.insert("pom_min" + wide);
  return {"pom_min" + wide + "(pom_max" + wide + "(" + index.text + ", 0), " + last + ")", index.type,
          Binding::primary};
}

}  // namespace pom::backend
