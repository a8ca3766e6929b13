#pragma once
#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// Where a float may lie; NaN apart.
struct RealRange {
  double low, high;
  bool may_be_nan;
};

/// Nothing is known.
extern const RealRange any_real;

/// To the nearest value of a float type, as each operation does: the order of numbers stays.
double round_to(const Type&, double value);

/// What an operation on floats gives, of the ranges of its operands; `right` counts only for operations of two. Ends
/// are computed as the operation computes values, so that they are reached, not passed.
RealRange real_operation(Op, const Type&, const RealRange& left, const RealRange& right);

}  // namespace pom::dsl
