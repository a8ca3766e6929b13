#include "codegen/hls/value_printer.hpp"

#include <llvm/ADT/StringMap.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/BuiltinTypes.h>

#include "codegen/hls/access_text.hpp"
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

const llvm::StringMap<Operator>& signed_operators() {
  static const llvm::StringMap<Operator> all = {{"arith.divsi", {"/", Binding::multiplicative}},
                                                {"arith.remsi", {"%", Binding::multiplicative}}};
  return all;
}

const llvm::StringMap<Operator>& unsigned_operators() {
  static const llvm::StringMap<Operator> all = {{"arith.divui", {"/", Binding::multiplicative}},
                                                {"arith.remui", {"%", Binding::multiplicative}}};
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

/// Prints an affine function of loop variables, which is int or long long as its values ask.
Text print_index(mlir::affine::AffineApplyOp apply, const LoopVariables& loops, Helpers& helpers) {
  IndexPrinter indices = index_printer(*apply, apply.getMapOperands(), loops, helpers);
  const mlir::AffineExpr index = apply.getAffineMap().getResult(0);
  const std::string text = indices.print(index);
  const bool compound = text.find(' ') != std::string::npos;
  return {text, index_type(!fits_int(indices.interval(index))),
          compound              ? Binding::additive
          : text.front() == '-' ? Binding::unary
                                : Binding::primary};
}

Text print_load(mlir::affine::AffineLoadOp load, const Names& names, Helpers& helpers) {
  const mlir::Value array = load.getMemRef();
  std::string text = print_element(*load, array, load.getAffineMap(), load.getMapOperands(), names, helpers);
  const ir::StreamPort port = names.ports.lookup(array);
  if (port != ir::StreamPort::none || names.streams.contains(array)) text += ".read()";
  if (port == ir::StreamPort::beats) text += ".data";
  return {text, names.types.lookup(array), Binding::primary};
}

}  // namespace

Text ValuePrinter::print(mlir::Value value) {
  if (const auto found = names_.temporaries.find(value); found != names_.temporaries.end()) return found->second;
  if (const auto found = names_.loops.find(value); found != names_.loops.end())
    return {found->second.name, index_type(found->second.wide), Binding::primary};
  if (const auto found = names_.arguments.find(value); found != names_.arguments.end()) {
    return {found->second, names_.types.lookup(value), Binding::primary};
  }
  return print_operation(*value.getDefiningOp());
}

std::string ValuePrinter::print_argument(mlir::Value value, mlir::Operation& call) {
  if (!llvm::isa<mlir::MemRefType>(value.getType())) return print(value).text;
  const auto name = names_.arguments.find(value);
  if (name == names_.arguments.end()) throw Unsupported{&call};
  return name->second;
}

Text ValuePrinter::print_operation(mlir::Operation& op) {
  const llvm::StringRef name = op.getName().getStringRef();
  if (auto load = llvm::dyn_cast<mlir::affine::AffineLoadOp>(op)) return print_load(load, names_, helpers_);
  if (auto load = llvm::dyn_cast<mlir::memref::LoadOp>(op))
    return {print_element(load.getMemRef(), load.getIndices()), names_.types.lookup(load.getMemRef()),
            Binding::primary};
  if (auto apply = llvm::dyn_cast<mlir::affine::AffineApplyOp>(op)) return print_index(apply, names_.loops, helpers_);
  if (auto inside = llvm::dyn_cast<ir::InsideOp>(op)) return print_inside(inside);
  if (auto number = llvm::dyn_cast<ir::NumberOp>(op)) return print_number(number);
  if (llvm::isa<arith::ConstantOp>(op)) return print_constant(op);
  if (llvm::isa<arith::CmpFOp, arith::CmpIOp>(op)) return print_comparison(op);
  if (llvm::isa<arith::SelectOp>(op)) return print_select(op);
  if (llvm::isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) return print_shift(op);
  if (is_condition(op))
    return llvm::isa<arith::AndIOp>(op) ? join(operand(op, 0), "&&", operand(op, 1), Binding::logical_and)
                                        : join(operand(op, 0), "||", operand(op, 1), Binding::logical_or);
  const auto plain = plain_operators().find(name);
  if (plain != plain_operators().end()) return print_binary(op, plain->second.symbol, plain->second.binding);
  const auto with_sign = signed_operators().find(name);
  if (with_sign != signed_operators().end())
    return print_signed(op, with_sign->second.symbol, with_sign->second.binding, false);
  const auto without_sign = unsigned_operators().find(name);
  if (without_sign != unsigned_operators().end()) {
    return print_signed(op, without_sign->second.symbol, without_sign->second.binding, true);
  }
  if (const auto call = functions().find(name); call != functions().end()) return print_call(op, call->second);
  if (llvm::isa<arith::NegFOp>(op)) {
    const Text value = operand(op, 0);
    return {"-" + parenthesized(value, value.binding == Binding::unary ? Binding::primary : Binding::unary), value.type,
            Binding::unary};
  }
  return print_conversion(op);
}

Text ValuePrinter::print_binary(mlir::Operation& op, const std::string& symbol, Binding binding) {
  // 0 - x is how a negative integer is written in arith.
  if (auto zero = llvm::dyn_cast_or_null<arith::ConstantIntOp>(op.getOperand(0).getDefiningOp());
      zero && symbol == "-" && zero.value() == 0) {
    const unsigned bits = op.getResult(0).getType().getIntOrFloatBitWidth();
    const Text value = may_wrap(op) ? to_wrap(operand(op, 1), symbol, bits) : operand(op, 1);
    // --x would be another operator.
    const Binding wanted =
        value.binding == Binding::unary && value.text.front() == '-' ? Binding::primary : Binding::unary;
    return cast_to({"-" + parenthesized(value, wanted), promoted(value.type), Binding::unary}, [&] {
      ValueType type = value_type(op.getResult(0).getType());
      type.is_unsigned = value.type.is_unsigned;
      return type;
    }());
  }
  // x ^ -1 is how the inverse is written in arith.
  auto ones = op.getOperand(1).getDefiningOp<arith::ConstantIntOp>();
  const bool inverts = ones && binding == Binding::bit_xor && ones.value() == -1;
  Text left = operand(op, 0), right = operand(op, 1);
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

Text ValuePrinter::print_signed(mlir::Operation& op, const std::string& symbol, Binding binding, bool is_unsigned) {
  const ValueType wanted{false, is_unsigned, op.getResult(0).getType().getIntOrFloatBitWidth()};
  const Text result = join(cast_to(operand(op, 0), wanted), symbol, cast_to(operand(op, 1), wanted), binding);
  return cast_to(result, wanted);
}

Text ValuePrinter::print_shift(mlir::Operation& op) {
  const bool to_left = llvm::isa<arith::ShLIOp>(op);
  ValueType wanted{false, llvm::isa<arith::ShRUIOp>(op), op.getResult(0).getType().getIntOrFloatBitWidth()};
  Text left = operand(op, 0);
  // C++14 has no << of a negative number, nor into the sign.
  const bool number = left.literal || op.getOperand(0).getDefiningOp<arith::ConstantOp>();
  auto flags = llvm::dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  const bool keeps_sign = flags && flags.hasNoSignedWrap() && flags.hasNoUnsignedWrap();
  if (to_left) wanted.is_unsigned = number || left.type.is_unsigned || !keeps_sign;
  left = cast_to(left, wanted);
  // A wider type of the amount, which arith wants, is no use in C++.
  mlir::Operation* widened = op.getOperand(1).getDefiningOp();
  const bool extends = widened && llvm::isa<arith::ExtSIOp, arith::ExtUIOp>(widened);
  Text amount = operand(op, 1);
  const unsigned bits = extends ? widened->getOperand(0).getType().getIntOrFloatBitWidth() : 1;
  if (bits > 1 && !names_.temporaries.contains(op.getOperand(1)))
    amount = cast_to(operand(*widened, 0), {false, llvm::isa<arith::ExtUIOp>(widened), bits});
  return cast_to(shift(left, to_left ? "<<" : ">>", amount), wanted);
}

Text ValuePrinter::print_call(mlir::Operation& op, const std::string& function) {
  const ValueType type = value_type(op.getResult(0).getType());
  const bool small = type.floating && type.bits == 16;  // the library's functions are for float and double
  std::string arguments;
  for (unsigned n = 0; n < op.getNumOperands(); ++n) {
    const Text argument = operand(op, n);
    arguments += (n ? ", " : "") + (small ? cast_to(argument, {true, false, 32}).text : argument.text);
  }
  const Text call{function + "(" + arguments + ")", small ? ValueType{true, false, 32} : type, Binding::primary};
  return cast_to(call, type);
}

Text ValuePrinter::print_constant(mlir::Operation& op) {
  const mlir::Attribute value = llvm::cast<arith::ConstantOp>(op).getValue();
  const mlir::Type type = op.getResult(0).getType();
  if (const auto real = llvm::dyn_cast<mlir::FloatAttr>(value)) {
    if (type.isBF16()) {
      const Text literal = float_literal(real.getValueAsDouble(), 32);
      return {"pom_bfloat16(" + literal.text + ")", value_type(type), Binding::primary};
    }
    return float_literal(real.getValueAsDouble(), type.getIntOrFloatBitWidth());
  }
  const auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value);
  if (!integer) throw Unsupported{&op};
  Text text = integer_literal(integer.getInt(), type.isIndex() ? 32 : type.getIntOrFloatBitWidth());
  return text;
}

Text ValuePrinter::print_conversion(mlir::Operation& op) {
  if (op.getNumResults() != 1 || op.getNumOperands() != 1) throw Unsupported{&op};
  Text value = operand(op, 0);
  ValueType wanted = value_type(op.getResult(0).getType());
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

std::string ValuePrinter::print_element(mlir::Value array, mlir::OperandRange indices) {
  std::string text = names_.arguments.lookup(array);
  for (const mlir::Value index : indices) text += "[" + print(index).text + "]";
  return indices.empty() ? text + "[0]" : text;
}

}  // namespace pom::backend
