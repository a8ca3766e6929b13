#include "codegen/hls/choice_text.hpp"

#include <mlir/Dialect/Arith/IR/Arith.h>

#include "codegen/hls/index_text.hpp"
#include "codegen/hls/value_type.hpp"

namespace pom::backend {

namespace arith = mlir::arith;

namespace {

Text print_integer_comparison(arith::CmpIOp compare, Text left, Text right) {
  static const char* const symbols[] = {"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="};
  const auto predicate = static_cast<unsigned>(compare.getPredicate());
  if (left.type.bits > 1 && (predicate >= 2 || left.type.is_unsigned != right.type.is_unsigned)) {
    const ValueType wanted{false, predicate >= 6 || (predicate < 2 && left.type.is_unsigned),
                           compare.getLhs().getType().getIntOrFloatBitWidth()};
    left = cast_to(left, wanted);
    right = cast_to(right, wanted);
  }
  // Compilers warn of an integer that is compared with itself. What is read from a stream is another one each time.
  if (left.text == right.text && !left.literal && left.text.find(".read()") == std::string::npos) {
    const llvm::APInt any(1, 0);
    return {arith::applyCmpPredicate(compare.getPredicate(), any, any) ? "true" : "false",
            value_type(compare.getType()), Binding::primary};
  }
  return join(left, symbols[predicate], right, predicate < 2 ? Binding::equality : Binding::relational);
}

}  // namespace

Text print_comparison(mlir::Operation& op, const Text& left, const Text& right) {
  if (auto compare = llvm::dyn_cast<arith::CmpIOp>(op)) return print_integer_comparison(compare, left, right);
  auto compare = llvm::cast<arith::CmpFOp>(op);
  const auto simple = [&](const char* symbol, Binding binding) { return join(left, symbol, right, binding); };
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

Text print_choice(const Text& condition, Text then, Text otherwise) {
  if (then.literal && otherwise.type.is_unsigned) then = cast_to(then, otherwise.type);
  if (otherwise.literal && then.type.is_unsigned) otherwise = cast_to(otherwise, then.type);
  if (!(then.type == otherwise.type)) otherwise = cast_to(otherwise, then.type);
  const std::string text = parenthesized(condition, Binding::logical_or) + " ? " +
                           parenthesized(then, Binding::logical_or) + " : " +
                           parenthesized(otherwise, Binding::logical_or);
  return {text, then.type, Binding::conditional};
}

}  // namespace pom::backend
