#include <mlir/Dialect/Math/IR/Math.h>

#include "codegen/affine/lower_value.hpp"
#include "dsl/model/expr_node.hpp"

namespace pom::backend {

using dsl::ExprNode;
using dsl::Op;

mlir::Value ValueLowering::lower_math_function(const ExprNode& node, mlir::Value left, mlir::Value right) {
  namespace math = mlir::math;
  switch (node.op) {
    case Op::sqrt:
      return create<math::SqrtOp>(left);
    case Op::exp:
      return create<math::ExpOp>(left);
    case Op::log:
      return create<math::LogOp>(left);
    case Op::tanh:
      return create<math::TanhOp>(left);
    case Op::sin:
      return create<math::SinOp>(left);
    case Op::cos:
      return create<math::CosOp>(left);
    case Op::tan:
      return create<math::TanOp>(left);
    case Op::atan:
      return create<math::AtanOp>(left);
    case Op::erf:
      return create<math::ErfOp>(left);
    case Op::floor:
      return create<math::FloorOp>(left);
    case Op::ceil:
      return create<math::CeilOp>(left);
    case Op::round:
      return create<math::RoundOp>(left);
    case Op::trunc:
      return create<math::TruncOp>(left);
    case Op::pow:
      return create<math::PowFOp>(left, right);
    case Op::atan2:
      return create<math::Atan2Op>(left, right);
    case Op::fmod:
      return create<mlir::arith::RemFOp>(left, right);
    default:
      throw InternalError(std::string("not a function: ") + to_string(node.op));
  }
}

}  // namespace pom::backend
