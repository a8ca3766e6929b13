#include "codegen/hls/arithmetic_text.hpp"

#include <llvm/ADT/StringMap.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/BuiltinTypes.h>

#include <algorithm>

#include "codegen/hls/choice_text.hpp"
#include "codegen/hls/index_text.hpp"
#include "codegen/hls/value_type.hpp"

namespace pom::backend {

namespace arith = mlir::arith;

namespace {

struct Operator {
  const char* symbol;
  Binding binding;
};

/// Operations whose bits do not depend on signedness, and the float operations.
const llvm::StringMap<Operator>& plain_operators() {
  static const llvm::StringMap<Operator> all = {
      {"arith.addf", {"+", Binding::additive}},       {"arith.subf", {"-", Binding::additive}},
      {"arith.mulf", {"*", Binding::multiplicative}}, {"arith.divf", {"/", Binding::multiplicative}},
      {"arith.addi", {"+", Binding::additive}},       {"arith.subi", {"-", Binding::additive}},
      {"arith.muli", {"*", Binding::multiplicative}}, {"arith.andi", {"&", Binding::bit_and}},
      {"arith.ori", {"|", Binding::bit_or}},          {"arith.xori", {"^", Binding::bit_xor}}};
  return all;
}

struct DivisionOperator {
  const char* symbol;
  bool is_unsigned;
};

const llvm::StringMap<DivisionOperator>& division_operators() {
  static const llvm::StringMap<DivisionOperator> all = {{"arith.divsi", {"/", false}},
                                                        {"arith.remsi", {"%", false}},
                                                        {"arith.divui", {"/", true}},
                                                        {"arith.remui", {"%", true}}};
  return all;
}

const llvm::StringMap<const char*>& functions() {
  static const llvm::StringMap<const char*> all = {
      {"math.sqrt", "std::sqrt"},   {"math.exp", "std::exp"},     {"math.log", "std::log"},
      {"math.tanh", "std::tanh"},   {"math.sin", "std::sin"},     {"math.cos", "std::cos"},
      {"math.tan", "std::tan"},     {"math.atan", "std::atan"},   {"math.erf", "std::erf"},
      {"math.floor", "std::floor"}, {"math.ceil", "std::ceil"},   {"math.round", "std::round"},
      {"math.trunc", "std::trunc"}, {"math.atan2", "std::atan2"}, {"arith.remf", "std::fmod"},
      {"math.absf", "std::fabs"},   {"math.powf", "std::pow"}};
  return all;
}

/// && or || of conditions.
bool is_condition(mlir::Operation& op) {
  return llvm::isa<arith::AndIOp, arith::OrIOp>(op) && op.getResult(0).getType().isInteger(1);
}

/// A condition as a number: compilers warn of ~ on a bool.
Text not_bool(mlir::Value value, const Text& text) {
  auto widened = value.getDefiningOp<arith::ExtUIOp>();
  if (!widened || !widened.getIn().getType().isInteger(1)) return text;
  return {"(" + to_cpp(text.type) + ")" + parenthesized(text, Binding::unary), text.type, Binding::unary};
}

/// A number beside unsigned bits: -65536 is 4294901760u there.
Text as_mask(mlir::Value value, const Text& text) {
  auto number = value.getDefiningOp<arith::ConstantIntOp>();
  if (!number || number.value() >= 0 || (text.type.bits != 32 && text.type.bits != 64)) return text;
  const auto bits = static_cast<std::uint64_t>(number.value());
  const bool wide = text.type.bits == 64;
  const std::string digits = std::to_string(wide ? bits : static_cast<std::uint32_t>(bits));
  return {digits + (wide ? "ULL" : "u"), {false, true, text.type.bits}, Binding::primary};
}

/// Whether the result may leave the signed type: in C++ it is computed without a sign then, which wraps around.
bool may_wrap(mlir::Operation& op) {
  auto integer = llvm::dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return integer && !integer.hasNoSignedWrap();
}

/// The first operand of an operation that wraps around; the other one follows. C++ computes narrow integers as int,
/// which only their products leave.
Text to_wrap(const Text& value, const std::string& symbol, unsigned bits) {
  if (value.type.is_unsigned && value.type.bits >= 32) return value;
  if (bits < 32 && symbol != "*") return value;
  return cast_to(value, {false, true, std::max(bits, 32u)});
}

ValueType result_type(mlir::Operation& op) { return value_type(op.getResult(0).getType()); }

/// Tells whether the operation is 0 - x: arith has no negation of integers.
bool is_negation(mlir::Operation& op, const std::string& symbol) {
  auto zero = op.getOperand(0).getDefiningOp<arith::ConstantIntOp>();
  return zero && symbol == "-" && zero.value() == 0;
}

Text print_negation(mlir::Operation& op, const Text& operand) {
  ValueType type = result_type(op);
  const Text value = may_wrap(op) ? to_wrap(operand, "-", type.bits) : operand;
  type.is_unsigned = value.type.is_unsigned;
  // --x would be another operator.
  const bool is_negative = value.binding == Binding::unary && value.text.front() == '-';
  const std::string text = "-" + parenthesized(value, is_negative ? Binding::primary : Binding::unary);
  return cast_to({text, promoted(value.type), Binding::unary}, type);
}

Text print_binary(mlir::Operation& op, const std::string& symbol, Binding binding, Text left, Text right) {
  if (is_negation(op, symbol)) return print_negation(op, right);
  // x ^ -1 is how the inverse is written in arith.
  auto ones = op.getOperand(1).getDefiningOp<arith::ConstantIntOp>();
  const bool inverts = ones && binding == Binding::bit_xor && ones.value() == -1;
  if (binding >= Binding::bit_or && binding <= Binding::bit_and) {
    if (right.type.is_unsigned) left = as_mask(op.getOperand(0), left);
    if (left.type.is_unsigned) right = as_mask(op.getOperand(1), right);
  }
  const unsigned bits = op.getResult(0).getType().getIntOrFloatBitWidth();
  if (may_wrap(op) && !(right.type.is_unsigned && right.type.bits >= 32)) left = to_wrap(left, symbol, bits);
  Text result = inverts ? inverse(not_bool(op.getOperand(0), left)) : join(left, symbol, right, binding);
  // C++ computes narrow integers as int; the bits beyond the result's width have to go.
  if (result.type.bits == bits) return result;
  return cast_to(result, {result.type.floating, result.type.is_unsigned, bits});
}

/// Prints a division or remainder, whose operands and result have the signedness of the operation.
Text print_division(const DivisionOperator& op, unsigned bits, const Text& left, const Text& right) {
  const ValueType wanted{false, op.is_unsigned, bits};
  return cast_to(join(cast_to(left, wanted), op.symbol, cast_to(right, wanted), Binding::multiplicative), wanted);
}

/// Prints a shift. C++14 gives no meaning to << of a negative number, nor to << into the sign.
Text print_shift(mlir::Operation& op, const Text& left, const Text& amount) {
  const bool to_left = llvm::isa<arith::ShLIOp>(op);
  ValueType wanted{false, llvm::isa<arith::ShRUIOp>(op), op.getResult(0).getType().getIntOrFloatBitWidth()};
  const bool number = left.literal || op.getOperand(0).getDefiningOp<arith::ConstantOp>();
  auto flags = llvm::dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  const bool keeps_sign = flags && flags.hasNoSignedWrap() && flags.hasNoUnsignedWrap();
  if (to_left) wanted.is_unsigned = number || left.type.is_unsigned || !keeps_sign;
  return cast_to(shift(cast_to(left, wanted), to_left ? "<<" : ">>", amount), wanted);
}

Text print_call(const std::string& function, const ValueType& type, llvm::ArrayRef<Text> operands) {
  const bool small = type.floating && type.bits == 16;  // the library's functions are for float and double
  std::string arguments;
  for (const Text& operand : operands)
    arguments += (arguments.empty() ? "" : ", ") + (small ? cast_to(operand, {true, false, 32}) : operand).text;
  const Text call{function + "(" + arguments + ")", small ? ValueType{true, false, 32} : type, Binding::primary};
  return cast_to(call, type);
}

Text print_constant(arith::ConstantOp op) {
  const mlir::Attribute value = op.getValue();
  const mlir::Type type = op.getType();
  if (const auto real = llvm::dyn_cast<mlir::FloatAttr>(value)) {
    if (type.isBF16()) {
      const Text literal = float_literal(real.getValueAsDouble(), 32);
      return {"pom_bfloat16(" + literal.text + ")", value_type(type), Binding::primary};
    }
    return float_literal(real.getValueAsDouble(), type.getIntOrFloatBitWidth());
  }
  const auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value);
  if (!integer) throw Unsupported{op};
  return integer_literal(integer.getInt(), type.isIndex() ? 32 : type.getIntOrFloatBitWidth());
}

Text print_conversion(mlir::Operation& op, Text value) {
  ValueType wanted = result_type(op);
  const llvm::StringRef name = op.getName().getStringRef();
  if (name == "arith.index_cast" || name == "arith.truncf" || name == "arith.extf" || name == "arith.fptosi") {
    return cast_to(value, wanted);
  }
  if (name == "arith.trunci") {
    wanted.is_unsigned = value.type.is_unsigned;
    return cast_to(value, wanted);
  }
  if (name == "arith.fptoui") {
    wanted.is_unsigned = true;
    return cast_to(value, wanted);
  }
  const bool from_unsigned = name == "arith.extui" || name == "arith.uitofp";
  if (!from_unsigned && name != "arith.extsi" && name != "arith.sitofp") throw Unsupported{&op};
  if (value.type.bits > 1 && !value.type.floating) {
    value = cast_to(value, {false, from_unsigned, op.getOperand(0).getType().getIntOrFloatBitWidth()});
  }
  // C++'s own promotion of bool and of integers narrower than int keeps the value.
  if (!wanted.floating && wanted.bits == 32 && value.type.bits < 32) {
    value.type = wanted;
    return value;
  }
  return cast_to(value, wanted);
}

}  // namespace

Text print_arithmetic(mlir::Operation& op, llvm::ArrayRef<Text> operands) {
  const llvm::StringRef name = op.getName().getStringRef();
  if (auto constant = llvm::dyn_cast<arith::ConstantOp>(op)) return print_constant(constant);
  if (llvm::isa<arith::CmpFOp, arith::CmpIOp>(op)) return print_comparison(op, operands[0], operands[1]);
  if (llvm::isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) return print_shift(op, operands[0], operands[1]);
  if (is_condition(op)) {
    return llvm::isa<arith::AndIOp>(op) ? join(operands[0], "&&", operands[1], Binding::logical_and)
                                        : join(operands[0], "||", operands[1], Binding::logical_or);
  }
  if (const auto plain = plain_operators().find(name); plain != plain_operators().end())
    return print_binary(op, plain->second.symbol, plain->second.binding, operands[0], operands[1]);
  if (const auto division = division_operators().find(name); division != division_operators().end())
    return print_division(division->second, result_type(op).bits, operands[0], operands[1]);
  if (const auto call = functions().find(name); call != functions().end())
    return print_call(call->second, result_type(op), operands);
  if (op.getNumResults() != 1 || operands.size() != 1) throw Unsupported{&op};
  if (llvm::isa<arith::NegFOp>(op)) {
    const Binding at_least = operands[0].binding == Binding::unary ? Binding::primary : Binding::unary;
    return {"-" + parenthesized(operands[0], at_least), operands[0].type, Binding::unary};
  }
  return print_conversion(op, operands[0]);
}

}  // namespace pom::backend
