#include "codegen/hls/value_printer.hpp"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/BuiltinTypes.h>

#include <vector>

#include "codegen/hls/access_text.hpp"
#include "codegen/hls/arithmetic_text.hpp"
#include "codegen/hls/choice_text.hpp"
#include "codegen/hls/number_text.hpp"
#include "codegen/hls/value_type.hpp"

namespace pom::backend {

namespace arith = mlir::arith;

namespace {

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

std::string ValuePrinter::print_element(mlir::Value array, mlir::OperandRange indices) {
  std::string text = names_.arguments.lookup(array);
  for (const mlir::Value index : indices) text += "[" + print(index).text + "]";
  return indices.empty() ? text + "[0]" : text;
}

Text ValuePrinter::print_operation(mlir::Operation& op) {
  if (auto load = llvm::dyn_cast<mlir::affine::AffineLoadOp>(op)) return print_load(load, names_, helpers_);
  if (auto load = llvm::dyn_cast<mlir::memref::LoadOp>(op))
    return {print_element(load.getMemRef(), load.getIndices()), names_.types.lookup(load.getMemRef()),
            Binding::primary};
  if (auto apply = llvm::dyn_cast<mlir::affine::AffineApplyOp>(op)) return print_index(apply, names_.loops, helpers_);
  if (auto inside = llvm::dyn_cast<ir::InsideOp>(op)) return print_inside(inside);
  if (llvm::isa<arith::SelectOp>(op)) return print_select(op);
  if (llvm::isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return print_arithmetic(op, {print(op.getOperand(0)), print_shift_amount(op.getOperand(1))});
  std::vector<Text> operands;
  for (const mlir::Value operand : op.getOperands()) operands.push_back(print(operand));
  if (auto number = llvm::dyn_cast<ir::NumberOp>(op)) return print_number(number, operands, helpers_);
  return print_arithmetic(op, operands);
}

/// Prints the amount without its conversion to a wider type: arith asks for one, C++ does not.
Text ValuePrinter::print_shift_amount(mlir::Value amount) {
  mlir::Operation* widened = amount.getDefiningOp();
  if (!widened || !llvm::isa<arith::ExtSIOp, arith::ExtUIOp>(widened) || names_.temporaries.contains(amount))
    return print(amount);
  const unsigned bits = widened->getOperand(0).getType().getIntOrFloatBitWidth();
  if (bits == 1) return print(amount);
  return cast_to(print(widened->getOperand(0)), {false, llvm::isa<arith::ExtUIOp>(widened), bits});
}

Text ValuePrinter::print_select(mlir::Operation& op) {
  const Text condition = print(op.getOperand(0));
  ++choices_;
  const Text then = print(op.getOperand(1)), otherwise = print(op.getOperand(2));
  --choices_;
  return print_choice(condition, then, otherwise);
}

/// C++ reads only the arm that is taken.
Text ValuePrinter::print_inside(ir::InsideOp op) {
  const Text index = print(op->getOperand(0));
  if (choices_ >= op.getChoices()) return index;
  const std::string last = std::to_string(op.getExtent() - 1), wide = index.type.bits > 32 ? "_wide" : "";
  helpers_.insert("pom_max" + wide);
  helpers_.insert("pom_min" + wide);
  return {"pom_min" + wide + "(pom_max" + wide + "(" + index.text + ", 0), " + last + ")", index.type,
          Binding::primary};
}

}  // namespace pom::backend
