#include "driver/import/value_import.hpp"

#include <llvm/ADT/StringMap.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include <cmath>

#include "codegen/affine/number_format.hpp"
#include "codegen/affine/pom_dialect.hpp"
#include "driver/import/operation_kinds.hpp"
#include "dse/kernel/value_builder.hpp"

namespace pom::driver {

namespace arith = mlir::arith;
using dse::Index;
using dse::NumberType;
using dse::OpKind;

namespace {

NumberType type_at(pom::ir::NumberOp number, std::size_t place) {
  return dse::number_type(backend::type_of(llvm::cast<pom::ir::FormatAttr>(number.getFormats()[place])));
}

bool is_integer_constant(mlir::Value value, std::int64_t wanted) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  const auto integer = constant ? llvm::dyn_cast<mlir::IntegerAttr>(constant.getValue()) : mlir::IntegerAttr();
  return integer && integer.getValue().getBitWidth() <= 64 && integer.getInt() == wanted;
}

}  // namespace

int ValueImport::share(int expression) {
  into_.function.expressions[expression].shared = true;
  return expression;
}

int ValueImport::build(mlir::Value value) {
  if (const auto found = done_.find(value); found != done_.end()) return share(found->second);
  const int expression = build_new(value);
  mlir::Operation* op = value.getDefiningOp();
  if (const auto mark = op ? op->getAttrOfType<pom::ir::BindOpAttr>(pom::ir::bind_op_attribute) : nullptr) {
    into_.function.expressions[expression].implementation = mark.getResource().str();
    into_.function.expressions[expression].bound_latency = static_cast<int>(mark.getLatency());
  }
  done_[value] = expression;
  return expression;
}

int ValueImport::load_variable(int array) {
  dse::Expression load;
  load.op = OpKind::load;
  load.array = array;
  load.type = into_.function.arrays[array].element;
  return dse::add_expression(into_.function, std::move(load));
}

int ValueImport::build_load(mlir::Value result, mlir::Value array, std::vector<Index> indices) {
  dse::Expression load;
  load.op = OpKind::load;
  load.array = into_.arrays.lookup(array);
  load.type = types_.of(result);
  load.indices = element(array, std::move(indices));
  return dse::add_expression(into_.function, std::move(load));
}

int ValueImport::build_new(mlir::Value value) {
  if (const auto variable = into_.variables.find(value); variable != into_.variables.end())
    return load_variable(variable->second);
  if (const auto argument = into_.arrays.find(value); argument != into_.arrays.end())
    return load_variable(argument->second);
  mlir::Operation* op = value.getDefiningOp();
  if (auto load = llvm::dyn_cast<mlir::affine::AffineLoadOp>(op))
    return build_load(value, load.getMemRef(), indices(load.getAffineMap(), load.getMapOperands()));
  if (auto load = llvm::dyn_cast<mlir::memref::LoadOp>(op)) {
    std::vector<Index> all;
    for (const mlir::Value one : load.getIndices()) all.push_back(index(one));
    return build_load(value, load.getMemRef(), std::move(all));
  }
  if (auto constant = llvm::dyn_cast<arith::ConstantOp>(op)) return build_constant(value, constant.getValue());
  if (auto number = llvm::dyn_cast<pom::ir::NumberOp>(op)) return build_number(number);
  if (auto cast = llvm::dyn_cast<arith::IndexCastOp>(op)) {
    const Index of = index(cast.getIn());
    return of.opaque ? of.value : dse::add_index_value(into_.function, of);
  }
  return build_operation(op);
}

int ValueImport::build_constant(mlir::Value value, mlir::Attribute attribute) {
  double number = 0;
  if (const auto real = llvm::dyn_cast<mlir::FloatAttr>(attribute)) {
    number = real.getValueAsDouble();
  } else if (const auto integer = llvm::dyn_cast<mlir::IntegerAttr>(attribute)) {
    number = integer.getValue().signedRoundToDouble();
  }
  return dse::add_constant(into_.function, types_.of(value), number);
}

/// Operations of arith and math. Comparisons have the type of their operands.
int ValueImport::build_operation(mlir::Operation* op) {
  OpKind kind = kind_of(*op);
  std::vector<mlir::Value> operands(op->operand_begin(), op->operand_end());
  if (kind == OpKind::sub && is_integer_constant(operands[0], 0)) {
    kind = OpKind::neg;
    operands.erase(operands.begin());
  } else if (kind == OpKind::bit_xor && is_integer_constant(operands[1], -1)) {
    kind = OpKind::bit_not;
    operands.pop_back();
  }
  NumberType type = types_.of(op->getResult(0));
  if (dse::is_comparison(kind)) {
    type = types_.of(operands[0].getDefiningOp<arith::ConstantOp>() ? operands[1] : operands[0]);
    if (auto compare = llvm::dyn_cast<arith::CmpIOp>(op)) {
      const bool is_order = kind != OpKind::eq && kind != OpKind::ne;
      if (is_order) type.is_signed = compare.getPredicate() < arith::CmpIPredicate::ult;
    }
  }
  std::vector<int> built;
  for (const mlir::Value operand : operands) built.push_back(build(operand));
  return dse::add_operation(into_.function, kind, type, std::move(built));
}

int ValueImport::build_number(pom::ir::NumberOp number) {
  const std::size_t formats = number.getFormats().size();
  const NumberType type = type_at(number, formats - 1);
  if (number.getKind() == "constant") {
    const double scale = type.kind == NumberType::Kind::fixed ? std::exp2(type.integer_bits - type.bits) : 1;
    return dse::add_constant(into_.function, type, static_cast<double>(*number.getValue()) * scale);
  }
  std::vector<int> operands;
  for (const mlir::Value operand : number.getOperands()) operands.push_back(build(operand));
  if (number.getKind() == "abs") return build_absolute(number, type, operands[0]);
  const OpKind kind = kind_of(*number);
  // The literals of wide numbers are converted from narrower ones.
  const dse::Expression& first = into_.function.expressions[operands[0]];
  if (kind == OpKind::cast && first.op == OpKind::constant && first.type.kind == type.kind)
    return dse::add_constant(into_.function, type, first.constant);
  const bool guarded = number.getKind() == "saturating_cast" || number.getKind().ends_with("_or_zero");
  if (guarded) return build_guarded(number, kind, type, std::move(operands));
  return dse::add_operation(into_.function, kind, type, std::move(operands));
}

/// Operations that are defined for all values, with what the C++ does for that.
int ValueImport::build_guarded(pom::ir::NumberOp number, OpKind kind, const NumberType& type,
                               std::vector<int> operands) {
  dse::Function& function = into_.function;
  const bool divides = kind != OpKind::cast;
  const int tested = share(operands.back());
  const NumberType operand = type_at(number, operands.size() - 1);
  int result = dse::add_operation(function, kind, type, std::move(operands));
  const auto choose = [&](OpKind comparison, int against) {
    const int outside = dse::add_operation(function, comparison, operand, {tested, against});
    result =
        dse::add_operation(function, OpKind::select, type, {outside, dse::add_constant(function, type, 0), result});
  };
  if (divides) {
    choose(OpKind::eq, dse::add_constant(function, operand, 0));
    return result;
  }
  choose(OpKind::lt, dse::add_constant(function, operand, 0));
  choose(OpKind::ge, dse::add_constant(function, operand, 0));
  choose(OpKind::ne, tested);
  return result;
}

int ValueImport::build_absolute(pom::ir::NumberOp number, const NumberType& type, int value) {
  const NumberType operand = type_at(number, 0);
  if (!operand.is_signed) return value;
  share(value);
  const int zero = dse::add_constant(into_.function, operand, 0);
  const int negative = dse::add_operation(into_.function, OpKind::lt, operand, {value, zero});
  const int negated = dse::add_operation(into_.function, OpKind::neg, type, {value});
  return dse::add_operation(into_.function, OpKind::select, type, {negative, negated, value});
}

Index ValueImport::index(mlir::Value value) {
  if (const auto loop = into_.loops.find(value); loop != into_.loops.end()) return dse::loop_index(loop->second);
  if (auto apply = value.getDefiningOp<mlir::affine::AffineApplyOp>())
    return index(apply.getAffineMap().getResult(0), apply.getMapOperands());
  // As C++ reads it: nothing is clamped where the element is of use.
  if (auto inside = value.getDefiningOp<ir::InsideOp>()) return index(inside.getIndex());
  Index computed;
  computed.opaque = true;
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>()) computed.value = build(cast.getIn());
  return computed;
}

Index ValueImport::index(mlir::AffineExpr e, mlir::ValueRange operands) {
  if (const auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(e))
    return dse::constant_index(constant.getValue());
  if (const auto dimension = llvm::dyn_cast<mlir::AffineDimExpr>(e)) return index(operands[dimension.getPosition()]);
  const auto both = llvm::cast<mlir::AffineBinaryOpExpr>(e);
  const Index left = index(both.getLHS(), operands), right = index(both.getRHS(), operands);
  switch (e.getKind()) {
    case mlir::AffineExprKind::Add:
      return left + right;
    case mlir::AffineExprKind::Mul:
      return left.is_constant() ? left.constant * right : right.constant * left;
    case mlir::AffineExprKind::FloorDiv:
      return dse::floor_division(left, right.constant);
    case mlir::AffineExprKind::CeilDiv:
      return -1 * dse::floor_division(-1 * left, right.constant);
    default:
      return dse::modulo(left, right.constant);
  }
}

std::vector<Index> ValueImport::indices(mlir::AffineMap map, mlir::ValueRange operands) {
  std::vector<Index> all;
  for (const mlir::AffineExpr one : map.getResults()) all.push_back(index(one, operands));
  return all;
}

std::vector<Index> ValueImport::element(mlir::Value array, std::vector<Index> indices) const {
  const auto stream = into_.streams.find(array);
  if (stream == into_.streams.end()) {
    if (indices.empty()) indices.push_back(dse::constant_index(0));  // "x[1]" in C++
    return indices;
  }
  const llvm::ArrayRef<std::int64_t> lanes = stream->second.getLanes();
  const auto shape = llvm::cast<mlir::MemRefType>(array.getType()).getShape();
  std::vector<Index> lane;
  for (std::size_t d = 0; d < lanes.size() && d < indices.size(); ++d) {
    if (lanes[d] > 1) lane.push_back(lanes[d] == shape[d] ? indices[d] : dse::modulo(indices[d], lanes[d]));
  }
  return lane;
}

}  // namespace pom::driver
