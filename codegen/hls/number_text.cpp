#include "codegen/hls/number_text.hpp"

#include "codegen/affine/number_format.hpp"
#include "codegen/hls/value_type.hpp"
#include "dsl/model/number.hpp"
#include "dsl/print/print_expression.hpp"

namespace pom::backend {

namespace {

Type format_type(ir::NumberOp op, unsigned n) { return type_of(llvm::cast<ir::FormatAttr>(op.getFormats()[n])); }

/// As an operand of the vendor's operators, with exactly this type: what C++ calls an integer becomes an ap_int,
/// because a built-in dividend would decide the result's width.
Text as_operand(const Text& value, const Type& type) {
  ValueType wanted = value_type(type);
  const Text typed = cast_to(value, wanted);
  if (dsl::is_number(type)) return typed;
  return {std::string(type.is_signed() ? "ap_int<" : "ap_uint<") + std::to_string(type.bits) + ">(" + typed.text + ")",
          wanted, Binding::primary};
}

/// An integer as the fixed-point number without a fraction, which converts all of its bits.
Text to_fixed_point(const Text& value, const Type& integer) {
  const Type wide = dsl::as_fixed_point(integer);
  return {dsl::cpp_type(wide) + "(" + value.text + ")", value_type(wide), Binding::primary};
}

Text number_literal(std::int64_t scaled, const Type& type) {
  const ValueType result = value_type(type);
  if (!type.is_fixed()) {
    const char* end = type.bits > 32 ? "LL)" : ")";
    return {dsl::cpp_type(type) + "(" + std::to_string(scaled) + end, result, Binding::primary};
  }
  const double value = dsl::number_to_double(scaled, type);
  return {dsl::cpp_type(type) + "(" + float_literal(value, 64).text + ")", result, Binding::primary};
}

struct Infix {
  const char* kind;
  const char* symbol;
  Binding binding;
};

constexpr Infix infix[] = {
    {"add", "+", Binding::additive},       {"sub", "-", Binding::additive},       {"mul", "*", Binding::multiplicative},
    {"div", "/", Binding::multiplicative}, {"mod", "%", Binding::multiplicative}, {"lt", "<", Binding::relational},
    {"le", "<=", Binding::relational},     {"gt", ">", Binding::relational},      {"ge", ">=", Binding::relational},
    {"eq", "==", Binding::equality},       {"ne", "!=", Binding::equality},       {"bit_and", "&", Binding::bit_and},
    {"bit_or", "|", Binding::bit_or},      {"bit_xor", "^", Binding::bit_xor}};

/// "pom_quotient<int32_t>(a, b)"
Text call_helper(const std::string& helper, llvm::ArrayRef<Text> arguments, const ValueType& result, Helpers& helpers) {
  helpers.insert(helper);
  std::string text;
  for (const Text& argument : arguments) text += (text.empty() ? "" : ", ") + argument.text;
  const std::string type = to_cpp(result);
  return {helper + "<" + type + (type.back() == '>' ? " " : "") + ">(" + text + ")", result, Binding::primary};
}

/// Prints a division whose divisor may be 0.
Text print_division(ir::NumberOp op, llvm::ArrayRef<Text> operands, const ValueType& wanted, Helpers& helpers) {
  const bool remains = op.getKind() == "mod_or_zero";
  if (!wanted.arbitrary) return call_helper(remains ? "pom_remainder" : "pom_quotient", operands, wanted, helpers);
  return call_helper(remains ? "pom_number_remainder" : "pom_number_quotient",
                     {as_operand(operands[0], format_type(op, 0)), as_operand(operands[1], format_type(op, 1))}, wanted,
                     helpers);
}

Text print_number_cast(ir::NumberOp op, Text value, const ValueType& wanted) {
  const Type from = format_type(op, 0);
  // An integer's signedness is not in its MLIR type.
  if (!dsl::is_number(from) && !from.is_float()) value = cast_to(value, value_type(from));
  if (value.type == wanted) return value;
  if (wanted.floating && dsl::loses_high_bits(from)) value = to_fixed_point(value, from);
  // Classes on both sides: one built-in type in between, which holds what is converted.
  if (wanted.floating && wanted.bits == 16) value = cast_to(value, {true, false, 64});
  if (value.type.floating && value.type.bits == 16) value = cast_to(value, {true, false, 32});
  if (wanted.arbitrary) return {to_cpp(wanted) + "(" + value.text + ")", wanted, Binding::primary};
  return cast_to(value, wanted);
}

}  // namespace

Text print_number(ir::NumberOp op, llvm::ArrayRef<Text> operands, Helpers& helpers) {
  const Type result = format_type(op, operands.size());
  const llvm::StringRef kind = op.getKind();
  if (kind == "constant") return number_literal(*op.getValue(), result);
  const ValueType wanted = value_type(result);
  if (kind == "cast") return print_number_cast(op, operands[0], wanted);
  if (kind == "saturating_cast") {
    const bool small = operands[0].type.floating && operands[0].type.bits == 16;
    return call_helper("pom_truncate", {small ? cast_to(operands[0], {true, false, 32}) : operands[0]}, wanted,
                       helpers);
  }
  if (kind.ends_with("_or_zero")) return print_division(op, operands, wanted, helpers);
  const Text left = as_operand(operands[0], format_type(op, 0));
  if (kind == "neg") {
    const Binding at_least = left.binding == Binding::unary ? Binding::primary : Binding::unary;
    return {"-" + parenthesized(left, at_least), wanted, Binding::unary};
  }
  if (kind == "bit_not") return {inverse(left).text, wanted, Binding::unary};
  if (kind == "shl" || kind == "shr") {
    // The amount stays what it is: the vendor's shifts have the type of what they shift.
    const Text amount = cast_to(operands[1], value_type(format_type(op, 1)));
    return {shift(left, kind == "shl" ? "<<" : ">>", amount).text, wanted, Binding::shift};
  }
  if (kind == "abs") {
    if (!format_type(op, 0).is_signed()) return left;
    helpers.insert("pom_abs");
    return {"pom_abs<" + to_cpp(wanted) + " >(" + left.text + ")", wanted, Binding::primary};
  }
  const Infix* symbol = llvm::find_if(infix, [&](const Infix& one) { return kind == one.kind; });
  if (symbol == std::end(infix)) throw Unsupported{op};
  Text text = join(left, symbol->symbol, as_operand(operands[1], format_type(op, 1)), symbol->binding);
  const bool compares = symbol->binding == Binding::relational || symbol->binding == Binding::equality;
  text.type = compares ? ValueType{false, false, 1} : wanted;
  return text;
}

}  // namespace pom::backend
