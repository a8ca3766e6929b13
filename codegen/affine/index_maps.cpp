#include "codegen/affine/index_maps.hpp"

#include <pom/diagnostic.hpp>

namespace pom::backend {

mlir::AffineExpr IndexMapBuilder::dimension(mlir::Value variable) {
  const auto known = llvm::find(operands_, variable);
  const auto position = static_cast<unsigned>(known - operands_.begin());
  if (known == operands_.end()) operands_.push_back(variable);
  return mlir::getAffineDimExpr(position, &context_);
}

mlir::AffineExpr IndexMapBuilder::convert(const poly::AffineExpr& e) {
  using Kind = poly::AffineExpr::Kind;
  switch (e.kind) {
    case Kind::constant:
      return mlir::getAffineConstantExpr(e.value, &context_);
    case Kind::iterator:
      return dimension(variables_.loops.at(e.loop));
    case Kind::parameter:
      return dimension(variables_.parameters.at(e.scalar));
    case Kind::add: {
      mlir::AffineExpr sum = convert(e.operands.front());
      for (std::size_t n = 1; n < e.operands.size(); ++n) sum = sum + convert(e.operands[n]);
      return sum;
    }
    case Kind::mul:
      return convert(e.operands.front()) * e.value;
    case Kind::floordiv:
      return convert(e.operands.front()).floorDiv(e.value);
    case Kind::mod:
      return convert(e.operands.front()) % e.value;
  }
  throw InternalError("an affine expression of no kind");
}

mlir::AffineExpr IndexMapBuilder::convert(const dsl::ExprNode& e, const std::vector<poly::AffineExpr>& iterators) {
  const auto operand = [&](std::size_t n) { return convert(*e.operands.at(n), iterators); };
  switch (e.op) {
    case dsl::Op::integer:
      return mlir::getAffineConstantExpr(e.integer, &context_);
    case dsl::Op::loop:
      return convert(iterators.at(e.index));
    case dsl::Op::scalar:
      return dimension(variables_.parameters.at(e.index));
    case dsl::Op::cast:
      return operand(0);
    case dsl::Op::neg:
      return -operand(0);
    case dsl::Op::add:
      return operand(0) + operand(1);
    case dsl::Op::sub:
      return operand(0) - operand(1);
    case dsl::Op::mul:
      return operand(0) * operand(1);
    case dsl::Op::div:
      return operand(0).floorDiv(operand(1));
    case dsl::Op::mod:
      return operand(0) % operand(1);
    default:
      throw InternalError(std::string("not an affine operator: ") + dsl::to_string(e.op));
  }
}

mlir::AffineMap IndexMapBuilder::map(llvm::ArrayRef<mlir::AffineExpr> results) const {
  return mlir::AffineMap::get(dimensions(), 0, results, &context_);
}

}  // namespace pom::backend
