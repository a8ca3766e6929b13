#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinTypes.h>

#include "codegen/affine/number_format.hpp"
#include "dsl/model/bit_operations.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/number.hpp"

#define GET_OP_CLASSES
#include "codegen/affine/PomOps.cpp.inc"

namespace pom::ir {

namespace {

struct Kind {
  const char* name;
  dsl::Op op;
  unsigned operands;
};

/// "div_or_zero" and "mod_or_zero" give 0 where the divisor may be 0, and also stand for C++'s own integers where
/// arith's operations would be undefined; so does "saturating_cast" of a float.
constexpr Kind kinds[] = {
    {"div_or_zero", dsl::Op::div, 2}, {"mod_or_zero", dsl::Op::mod, 2}, {"saturating_cast", dsl::Op::cast, 1},
    {"add", dsl::Op::add, 2},         {"sub", dsl::Op::sub, 2},         {"mul", dsl::Op::mul, 2},
    {"div", dsl::Op::div, 2},         {"mod", dsl::Op::mod, 2},         {"neg", dsl::Op::neg, 1},
    {"abs", dsl::Op::abs, 1},         {"lt", dsl::Op::lt, 2},           {"le", dsl::Op::le, 2},
    {"gt", dsl::Op::gt, 2},           {"ge", dsl::Op::ge, 2},           {"eq", dsl::Op::eq, 2},
    {"ne", dsl::Op::ne, 2},           {"cast", dsl::Op::cast, 1},       {"constant", dsl::Op::integer, 0},
    {"bit_and", dsl::Op::bit_and, 2}, {"bit_or", dsl::Op::bit_or, 2},   {"bit_xor", dsl::Op::bit_xor, 2},
    {"bit_not", dsl::Op::bit_not, 1}, {"shl", dsl::Op::shl, 2},         {"shr", dsl::Op::shr, 2}};

bool is_native(const Type& type) { return !type.is_float() && !dsl::is_number(type); }

bool holds(mlir::Type type, FormatAttr format) {
  const Type number = backend::type_of(format);
  if (number.kind == TypeKind::brain_floating) return type.isBF16();
  if (number.is_float())
    return llvm::isa<mlir::FloatType>(type) && !type.isBF16() && type.getIntOrFloatBitWidth() == format.getBits();
  return type.isSignlessInteger(format.getBits());
}

}  // namespace

/// Formats and types agree, and the result is what the vendor's rules make of the operands.
mlir::LogicalResult NumberOp::verify() {
  const Kind* kind = llvm::find_if(kinds, [&](const Kind& one) { return getKind() == one.name; });
  if (kind == std::end(kinds)) return emitOpError() << "has an unknown kind " << getKind();
  const unsigned operands = getOperands().size();
  if (operands != kind->operands || getFormats().size() != operands + 1)
    return emitOpError() << "has a wrong number of operands or formats";
  llvm::SmallVector<Type> types;
  for (unsigned n = 0; n <= operands; ++n) {
    const auto format = llvm::dyn_cast<FormatAttr>(getFormats()[n]);
    if (!format) return emitOpError() << "formats lists something that is not #pom.format";
    const bool compares = n == operands && dsl::is_comparison(kind->op);
    const mlir::Type type = n < operands ? getOperands()[n].getType() : getResult().getType();
    if (compares ? !type.isInteger(1) : !holds(type, format))
      return emitOpError() << "has a value of " << type << " where the format is " << format;
    types.push_back(backend::type_of(format));
  }
  if ((kind->operands == 0) != static_cast<bool>(getValueAttr()))
    return emitOpError() << "has a value exactly when it is a constant";
  if (llvm::StringRef(kind->name) == "saturating_cast") {
    if (types[0].is_float() && is_native(types[1])) return mlir::success();
    return emitOpError() << "makes floats C++'s own integers";
  }
  if (kind->op == dsl::Op::cast || kind->operands == 0) return mlir::success();
  if (llvm::any_of(types, [](const Type& type) { return type.is_float(); }))
    return emitOpError() << "computes with numbers, not with floats";
  const bool picks = kind->op == dsl::Op::mod || dsl::is_comparison(kind->op);
  if ((picks || dsl::is_bitwise(kind->op)) && !(types[0] == types[1]))
    return emitOpError() << "wants operands of one format";
  const bool native = llvm::StringRef(kind->name).ends_with("_or_zero") && is_native(types.back());
  if (native && !(types[0] == types[1] && types[0] == types[2]))
    return emitOpError() << "wants operands and result of one format";
  if (picks || native) return mlir::success();
  const auto exact = dsl::number_result(kind->op, types[0], types[operands - 1]);
  if (exact && exact->kind == types.back().kind && exact->bits == types.back().bits &&
      exact->integer_bits == types.back().integer_bits) {
    return mlir::success();
  }
  return emitOpError() << "has another result format than exact arithmetic gives";
}

mlir::LogicalResult InsideOp::verify() {
  if (static_cast<std::int64_t>(getExtent()) < 1) return emitOpError() << "has no element to lie at";
  if (static_cast<std::int64_t>(getChoices()) < 1) return emitOpError() << "stands in no arm of a select";
  return mlir::success();
}

}  // namespace pom::ir
