#include "driver/import/operation_kinds.hpp"

#include <llvm/ADT/StringMap.h>
#include <mlir/Dialect/Arith/IR/Arith.h>

#include "codegen/affine/pom_dialect.hpp"

namespace pom::driver {

using dse::OpKind;

namespace {

const llvm::StringMap<OpKind>& kinds() {
  static const llvm::StringMap<OpKind> all = {
      {"arith.negf", OpKind::neg},
      {"arith.addf", OpKind::add},
      {"arith.addi", OpKind::add},
      {"arith.subf", OpKind::sub},
      {"arith.subi", OpKind::sub},
      {"arith.mulf", OpKind::mul},
      {"arith.muli", OpKind::mul},
      {"arith.divf", OpKind::div},
      {"arith.divsi", OpKind::div},
      {"arith.divui", OpKind::div},
      {"arith.remf", OpKind::rem},
      {"arith.remsi", OpKind::rem},
      {"arith.remui", OpKind::rem},
      {"arith.andi", OpKind::bit_and},
      {"arith.ori", OpKind::bit_or},
      {"arith.xori", OpKind::bit_xor},
      {"arith.shli", OpKind::shl},
      {"arith.shrsi", OpKind::shr},
      {"arith.shrui", OpKind::shr},
      {"arith.select", OpKind::select},
      {"arith.extf", OpKind::cast},
      {"arith.truncf", OpKind::cast},
      {"arith.extsi", OpKind::cast},
      {"arith.extui", OpKind::cast},
      {"arith.trunci", OpKind::cast},
      {"arith.sitofp", OpKind::cast},
      {"arith.uitofp", OpKind::cast},
      {"arith.fptosi", OpKind::cast},
      {"arith.fptoui", OpKind::cast},
      {"math.absf", OpKind::abs},
      {"math.sqrt", OpKind::sqrt},
      {"math.exp", OpKind::exp},
      {"math.log", OpKind::log},
      {"math.tanh", OpKind::tanh},
      {"math.powf", OpKind::pow},
      {"math.sin", OpKind::sin},
      {"math.cos", OpKind::cos},
      {"math.tan", OpKind::tan},
      {"math.atan", OpKind::atan},
      {"math.atan2", OpKind::atan2},
      {"math.erf", OpKind::erf},
      {"math.floor", OpKind::floor},
      {"math.ceil", OpKind::ceil},
      {"math.round", OpKind::round},
      {"math.trunc", OpKind::trunc},
      // The kinds of pom.number; "constant" and "abs" are not operations in an estimate.
      {"add", OpKind::add},
      {"sub", OpKind::sub},
      {"mul", OpKind::mul},
      {"div", OpKind::div},
      {"mod", OpKind::rem},
      {"neg", OpKind::neg},
      {"lt", OpKind::lt},
      {"le", OpKind::le},
      {"gt", OpKind::gt},
      {"ge", OpKind::ge},
      {"eq", OpKind::eq},
      {"ne", OpKind::ne},
      {"bit_and", OpKind::bit_and},
      {"bit_or", OpKind::bit_or},
      {"bit_xor", OpKind::bit_xor},
      {"bit_not", OpKind::bit_not},
      {"shl", OpKind::shl},
      {"shr", OpKind::shr},
      {"cast", OpKind::cast},
      {"saturating_cast", OpKind::cast},
      {"div_or_zero", OpKind::div},
      {"mod_or_zero", OpKind::rem}};
  return all;
}

OpKind kind_of(mlir::arith::CmpIPredicate predicate) {
  using P = mlir::arith::CmpIPredicate;
  switch (predicate) {
    case P::eq:
      return OpKind::eq;
    case P::ne:
      return OpKind::ne;
    case P::slt:
    case P::ult:
      return OpKind::lt;
    case P::sle:
    case P::ule:
      return OpKind::le;
    case P::sgt:
    case P::ugt:
      return OpKind::gt;
    default:
      return OpKind::ge;
  }
}

OpKind kind_of(mlir::arith::CmpFPredicate predicate) {
  using P = mlir::arith::CmpFPredicate;
  switch (predicate) {
    case P::OLT:
    case P::ULT:
      return OpKind::lt;
    case P::OLE:
    case P::ULE:
      return OpKind::le;
    case P::OGT:
    case P::UGT:
      return OpKind::gt;
    case P::OGE:
    case P::UGE:
      return OpKind::ge;
    case P::OEQ:
    case P::UEQ:
      return OpKind::eq;
    default:
      return OpKind::ne;
  }
}

}  // namespace

OpKind kind_of(mlir::Operation& op) {
  if (auto compare = llvm::dyn_cast<mlir::arith::CmpIOp>(op)) return kind_of(compare.getPredicate());
  if (auto compare = llvm::dyn_cast<mlir::arith::CmpFOp>(op)) return kind_of(compare.getPredicate());
  auto number = llvm::dyn_cast<pom::ir::NumberOp>(op);
  const auto found = kinds().find(number ? number.getKind() : op.getName().getStringRef());
  return found == kinds().end() ? OpKind::unknown : found->second;
}

}  // namespace pom::driver
