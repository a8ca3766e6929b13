#include "codegen/affine/lower_value.hpp"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <pom/diagnostic.hpp>

#include <algorithm>

#include "codegen/affine/number_format.hpp"
#include "codegen/affine/pom_dialect.hpp"
#include "dsl/model/check_binding.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/ports.hpp"

namespace pom::backend {

namespace arith = mlir::arith;
using dsl::ExprNode;
using dsl::Op;

namespace {

[[noreturn]] void unexpected(const ExprNode& node) {
  throw InternalError(std::string("cannot lower the operator ") + dsl::to_string(node.op));
}

arith::CmpFPredicate float_predicate(Op op) {
  switch (op) {
    case Op::lt:
      return arith::CmpFPredicate::OLT;
    case Op::le:
      return arith::CmpFPredicate::OLE;
    case Op::gt:
      return arith::CmpFPredicate::OGT;
    case Op::ge:
      return arith::CmpFPredicate::OGE;
    case Op::eq:
      return arith::CmpFPredicate::OEQ;
    default:
      return arith::CmpFPredicate::UNE;
  }
}

arith::CmpIPredicate integer_predicate(Op op, const Type& type) {
  const auto pick = [&](arith::CmpIPredicate if_signed, arith::CmpIPredicate if_unsigned) {
    return type.is_signed() ? if_signed : if_unsigned;
  };
  switch (op) {
    case Op::lt:
      return pick(arith::CmpIPredicate::slt, arith::CmpIPredicate::ult);
    case Op::le:
      return pick(arith::CmpIPredicate::sle, arith::CmpIPredicate::ule);
    case Op::gt:
      return pick(arith::CmpIPredicate::sgt, arith::CmpIPredicate::ugt);
    case Op::ge:
      return pick(arith::CmpIPredicate::sge, arith::CmpIPredicate::uge);
    case Op::eq:
      return arith::CmpIPredicate::eq;
    default:
      return arith::CmpIPredicate::ne;
  }
}

}  // namespace

mlir::Type lower_type(const Type& type, mlir::MLIRContext& context) {
  if (!type.is_float()) return mlir::IntegerType::get(&context, type.bits);
  if (type.bits == 64) return mlir::Float64Type::get(&context);
  if (type == p_half) return mlir::Float16Type::get(&context);
  if (type == p_bfloat16) return mlir::BFloat16Type::get(&context);
  return mlir::Float32Type::get(&context);
}

mlir::Value ValueLowering::lower(const ExprNode& node) {
  const auto [entry, fresh] = done_.emplace(&node, mlir::Value());
  if (fresh) {
    const mlir::Value value = lower_new(node);
    if (!scope_.bindings.empty()) bind(value, node);
    done_[&node] = value;
    return value;
  }
  return entry->second;
}

void ValueLowering::bind(mlir::Value value, const ExprNode& node) {
  for (const poly::BindingMark& mark : scope_.bindings) {
    if (mark.operation != dsl::to_string(node.op)) continue;
    const std::string operation = dsl::vendor_operation(node.op, node.type);
    if (operation.empty() || !value.getDefiningOp()) continue;
    mlir::OpBuilder& builder = scope_.builder;
    value.getDefiningOp()->setAttr(ir::bind_op_attribute,
                                   ir::BindOpAttr::get(builder.getContext(), builder.getStringAttr(operation),
                                                       builder.getStringAttr(mark.implementation), mark.latency));
  }
}

mlir::Value ValueLowering::lower_new(const ExprNode& node) {
  const mlir::Type type = lower_type(node.type, *scope_.builder.getContext());
  switch (node.op) {
    case Op::integer:
      if (dsl::is_number(node.type)) return create_number("constant", {}, {}, node.type, node.integer);
      return create<arith::ConstantOp>(scope_.builder.getIntegerAttr(type, node.integer));
    case Op::real:
      if (node.type.is_fixed()) return lower_fixed_literal(node);
      return create<arith::ConstantOp>(scope_.builder.getFloatAttr(type, node.real));
    case Op::loop:
      return lower_loop(node);
    case Op::scalar:
      return scope_.scalars.at(node.index);
    case Op::load:
      return lower_load(node);
    case Op::cast:
      return lower_cast(node);
    case Op::select: {
      const mlir::Value condition = lower_condition(*node.operands[0]);
      ++choices_;
      const mlir::Value then = lower(*node.operands[1]), otherwise = lower(*node.operands[2]);
      --choices_;
      return create<arith::SelectOp>(condition, then, otherwise);
    }
    case Op::min:
    case Op::max: {
      const mlir::Value left = lower(*node.operands[0]), right = lower(*node.operands[1]);
      const mlir::Value first = compare(node.op == Op::min ? Op::lt : Op::gt, *node.operands[0], *node.operands[1]);
      return create<arith::SelectOp>(first, left, right);
    }
    default:
      break;
  }
  if (is_condition(node)) {
    return create<arith::ExtUIOp>(type, lower_condition(node));
  }
  if (dsl::is_number(node.type)) return lower_number_operation(node);
  return node.type.is_float() ? lower_float_operation(node) : lower_integer_operation(node);
}

/// A constant has 64 bits. Of a literal, which comes from a double, the bits below are zeros: a wide one is converted
/// from the type without them.
mlir::Value ValueLowering::lower_fixed_literal(const ExprNode& node) {
  dsl::Wide scaled = dsl::number_from_double(node.real, node.type);
  Type type = node.type;
  for (; scaled != static_cast<std::int64_t>(scaled); scaled /= 2) --type.bits;
  const mlir::Value literal = create_number("constant", {}, {}, type, static_cast<std::int64_t>(scaled));
  return type == node.type ? literal : create_number("cast", literal, type, node.type);
}

bool ValueLowering::is_streamed(const ExprNode& load) const {
  const poly::PortMark* port = scope_.hardware.find_port(load.array->name);
  return (port && dsl::is_stream_mode(port->mode)) || scope_.hardware.find_stream(load.index);
}

mlir::Value ValueLowering::lower_load(const ExprNode& node) {
  if (!is_streamed(node)) return load_element(node);
  // An element leaves a FIFO once, however often the statement uses it.
  const auto [entry, fresh] = taken_.emplace(node.index, mlir::Value());
  if (fresh) entry->second = load_element(node);
  return entry->second;
}

namespace {

bool has_computed(const std::vector<dsl::ExprPtr>& indices) {
  return std::any_of(indices.begin(), indices.end(),
                     [](const dsl::ExprPtr& index) { return index->op == Op::computed; });
}

}  // namespace

llvm::SmallVector<mlir::Value> ValueLowering::lower_indices(const std::vector<dsl::ExprPtr>& indices,
                                                            const dsl::Array* inside) {
  llvm::SmallVector<mlir::Value> values;
  for (const dsl::ExprPtr& index : indices) {
    const dsl::ExprPtr& written = dsl::written_index(index);
    if (choices_ > 0 && inside && written != index && written->op != Op::computed) {
      values.push_back(lower_inside(*written, inside->shape[values.size()]));
      continue;
    }
    if (index->op == Op::computed) {
      const mlir::Value value = lower(*index->operands[0]);
      values.push_back(create<arith::IndexCastOp>(scope_.builder.getIndexType(), value));
      continue;
    }
    values.push_back(lower_affine(*index));
  }
  return values;
}

mlir::Value ValueLowering::lower_affine(const ExprNode& index) {
  IndexMapBuilder affine(*scope_.builder.getContext(), scope_.variables);
  const mlir::AffineExpr result = affine.convert(index, scope_.iterators);
  return create<mlir::affine::AffineApplyOp>(affine.map(result), affine.operands());
}

mlir::Value ValueLowering::lower_inside(const ExprNode& index, std::int64_t extent) {
  mlir::OpBuilder& builder = scope_.builder;
  return create<ir::InsideOp>(builder.getIndexType(), lower_affine(index), builder.getI64IntegerAttr(extent),
                              builder.getI64IntegerAttr(choices_));
}

mlir::Operation* ValueLowering::store(mlir::Value value, const dsl::Access& target) {
  const mlir::Value array = scope_.arrays.at(target.array);
  if (has_computed(target.indices))
    return scope_.builder.create<mlir::memref::StoreOp>(scope_.location, value, array, lower_indices(target.indices));
  IndexMapBuilder indices(*scope_.builder.getContext(), scope_.variables);
  llvm::SmallVector<mlir::AffineExpr> results;
  for (const dsl::ExprPtr& index : target.indices) results.push_back(indices.convert(*index, scope_.iterators));
  return scope_.builder.create<mlir::affine::AffineStoreOp>(scope_.location, value, array, indices.map(results),
                                                            indices.operands());
}

mlir::Value ValueLowering::load_element(const ExprNode& node) {
  if (has_computed(node.operands)) {
    const dsl::Array* inside =
        scope_.hardware.may_read_aside(node.index, node.array->name) ? node.array.get() : nullptr;
    return create<mlir::memref::LoadOp>(scope_.arrays.at(node.index), lower_indices(node.operands, inside));
  }
  IndexMapBuilder indices(*scope_.builder.getContext(), scope_.variables);
  llvm::SmallVector<mlir::AffineExpr> results;
  for (const dsl::ExprPtr& index : node.operands) results.push_back(indices.convert(*index, scope_.iterators));
  const mlir::AffineMap map = indices.map(results);
  return create<mlir::affine::AffineLoadOp>(scope_.arrays.at(node.index), map, indices.operands());
}

mlir::Value ValueLowering::lower_loop(const ExprNode& node) {
  IndexMapBuilder indices(*scope_.builder.getContext(), scope_.variables);
  const mlir::AffineExpr result = indices.convert(scope_.iterators.at(node.index));
  const mlir::Type type = lower_type(node.type, *scope_.builder.getContext());
  const mlir::Value value = create<mlir::affine::AffineApplyOp>(indices.map(result), indices.operands());
  return create<arith::IndexCastOp>(type, value);
}

mlir::Value ValueLowering::lower_float_operation(const ExprNode& node) {
  const mlir::Value left = lower(*node.operands[0]);
  const mlir::Value right = node.operands.size() > 1 ? lower(*node.operands[1]) : mlir::Value();
  switch (node.op) {
    case Op::neg:
      return create<arith::NegFOp>(left);
    case Op::add:
      return create<arith::AddFOp>(left, right);
    case Op::sub:
      return create<arith::SubFOp>(left, right);
    case Op::mul:
      return create<arith::MulFOp>(left, right);
    case Op::div:
      return create<arith::DivFOp>(left, right);
    case Op::abs:
      return create<mlir::math::AbsFOp>(left);
    default:
      return lower_math_function(node, left, right);
  }
}

mlir::Value ValueLowering::lower_division(const ExprNode& node, mlir::Value left, mlir::Value right) {
  const bool is_signed = node.type.is_signed();
  if (!node.exact) {
    const char* kind = node.op == Op::div ? "div_or_zero" : "mod_or_zero";
    return create_number(kind, {left, right}, {node.type, node.type}, node.type);
  }
  if (node.op == Op::div) return is_signed ? create<arith::DivSIOp>(left, right) : create<arith::DivUIOp>(left, right);
  return is_signed ? create<arith::RemSIOp>(left, right) : create<arith::RemUIOp>(left, right);
}

mlir::Value ValueLowering::lower_integer_operation(const ExprNode& node) {
  const mlir::Value left = lower(*node.operands[0]);
  const mlir::Value right = node.operands.size() > 1 ? lower(*node.operands[1]) : mlir::Value();
  const bool is_signed = node.type.is_signed();
  // What does not leave the type says so: C++ then takes its plain operator.
  const auto flags = node.exact && is_signed ? arith::IntegerOverflowFlags::nsw : arith::IntegerOverflowFlags::none;
  switch (node.op) {
    case Op::neg:
      return create<arith::SubIOp>(constant(node.type, 0), left, flags);
    case Op::add:
      return create<arith::AddIOp>(left, right, flags);
    case Op::sub:
      return create<arith::SubIOp>(left, right, flags);
    case Op::mul:
      return create<arith::MulIOp>(left, right, flags);
    case Op::div:
    case Op::mod:
      return lower_division(node, left, right);
    case Op::bit_and:
      return create<arith::AndIOp>(left, right);
    case Op::bit_or:
      return create<arith::OrIOp>(left, right);
    case Op::bit_xor:
      return create<arith::XOrIOp>(left, right);
    case Op::bit_not:
      return create<arith::XOrIOp>(left, constant(node.type, -1));
    case Op::shl:
      // Of a value that is not negative, as C++14 wants it.
      return create<arith::ShLIOp>(left, right,
                                   node.exact && is_signed ? flags | arith::IntegerOverflowFlags::nuw : flags);
    case Op::shr:
      return is_signed ? create<arith::ShRSIOp>(left, right) : create<arith::ShRUIOp>(left, right);
    case Op::abs: {
      if (!is_signed) return left;
      const mlir::Value nothing = constant(node.type, 0);
      const mlir::Value negative = create<arith::CmpIOp>(arith::CmpIPredicate::slt, left, nothing);
      return create<arith::SelectOp>(negative, create<arith::SubIOp>(nothing, left, flags), left);
    }
    default:
      unexpected(node);
  }
}

mlir::Value ValueLowering::create_number(const char* kind, llvm::ArrayRef<mlir::Value> operands,
                                         llvm::ArrayRef<Type> types, const Type& result,
                                         std::optional<std::int64_t> constant) {
  mlir::OpBuilder& builder = scope_.builder;
  mlir::MLIRContext& context = *builder.getContext();
  llvm::SmallVector<mlir::Attribute> formats;
  for (const Type& type : types) formats.push_back(format_of(type, context));
  formats.push_back(format_of(result, context));
  const llvm::StringRef name = kind;
  const bool compares = name == "lt" || name == "le" || name == "gt" || name == "ge" || name == "eq" || name == "ne";
  const mlir::Type type = compares ? builder.getI1Type() : lower_type(result, context);
  const mlir::IntegerAttr value = constant ? builder.getI64IntegerAttr(*constant) : nullptr;
  return create<ir::NumberOp>(type, mlir::ValueRange(operands), builder.getStringAttr(kind),
                              builder.getArrayAttr(formats), value);
}

mlir::Value ValueLowering::lower_number_operation(const ExprNode& node) {
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<Type> types;
  for (const dsl::ExprPtr& operand : node.operands) {
    operands.push_back(lower(*operand));
    types.push_back(operand->type);
  }
  const bool guarded = !node.exact && (node.op == Op::div || node.op == Op::mod);
  const char* kind = !guarded ? dsl::to_string(node.op) : node.op == Op::div ? "div_or_zero" : "mod_or_zero";
  return create_number(kind, operands, types, node.type);
}

mlir::Value ValueLowering::lower_cast(const ExprNode& node) {
  const ExprNode& operand = *node.operands[0];
  const mlir::Value value = lower(operand);
  if (dsl::is_number(operand.type) || dsl::is_number(node.type))
    return create_number("cast", value, operand.type, node.type);
  const mlir::Type type = lower_type(node.type, *scope_.builder.getContext());
  const Type &from = operand.type, &to = node.type;
  if (from.is_float() && to.is_float()) {
    if (from == to) return value;
    if (from.bits == to.bits) {  // half and bfloat16
      const mlir::Type wide = mlir::Float32Type::get(scope_.builder.getContext());
      return create<arith::TruncFOp>(type, create<arith::ExtFOp>(wide, value));
    }
    return from.bits < to.bits ? create<arith::ExtFOp>(type, value) : create<arith::TruncFOp>(type, value);
  }
  if (from.is_float() && !node.exact) return create_number("saturating_cast", value, from, to);
  if (from.is_float())
    return to.is_signed() ? create<arith::FPToSIOp>(type, value) : create<arith::FPToUIOp>(type, value);
  if (to.is_float())
    return from.is_signed() ? create<arith::SIToFPOp>(type, value) : create<arith::UIToFPOp>(type, value);
  if (from.bits == to.bits) return value;
  if (from.bits > to.bits) return create<arith::TruncIOp>(type, value);
  return from.is_signed() ? create<arith::ExtSIOp>(type, value) : create<arith::ExtUIOp>(type, value);
}

mlir::Value ValueLowering::compare(Op op, const ExprNode& left, const ExprNode& right) {
  const mlir::Value a = lower(left), b = lower(right);
  if (dsl::is_number(left.type)) return create_number(dsl::to_string(op), {a, b}, {left.type, right.type}, left.type);
  if (left.type.is_float()) return create<arith::CmpFOp>(float_predicate(op), a, b);
  return create<arith::CmpIOp>(integer_predicate(op, left.type), a, b);
}

mlir::Value ValueLowering::lower_condition(const ExprNode& node) {
  const auto [entry, fresh] = conditions_.emplace(&node, mlir::Value());
  if (!fresh) return entry->second;
  const mlir::Value condition = lower_new_condition(node);
  return conditions_[&node] = condition;
}

mlir::Value ValueLowering::lower_new_condition(const ExprNode& node) {
  if (is_comparison(node.op)) return compare(node.op, *node.operands[0], *node.operands[1]);
  if (node.op == Op::logical_and || node.op == Op::logical_or) {
    const mlir::Value left = lower_condition(*node.operands[0]), right = lower_condition(*node.operands[1]);
    return node.op == Op::logical_and ? create<arith::AndIOp>(left, right) : create<arith::OrIOp>(left, right);
  }
  const mlir::Value value = lower(node);
  if (dsl::is_number(node.type)) {
    const mlir::Value nothing = create_number("constant", {}, {}, node.type, 0);
    return create_number("ne", {value, nothing}, {node.type, node.type}, node.type);
  }
  return create<arith::CmpIOp>(arith::CmpIPredicate::ne, value, constant(node.type, 0));
}

mlir::Value ValueLowering::constant(const Type& type, std::int64_t value) {
  const mlir::Type lowered = lower_type(type, *scope_.builder.getContext());
  return create<arith::ConstantOp>(scope_.builder.getIntegerAttr(lowered, value));
}

}  // namespace pom::backend
