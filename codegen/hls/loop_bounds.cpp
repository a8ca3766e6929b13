#include "codegen/hls/loop_bounds.hpp"

#include <mlir/Dialect/Arith/IR/Arith.h>

#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

Interval bound_interval(mlir::AffineMap map, const IndexPrinter& indices) {
  Interval all = indices.interval(map.getResult(0));
  for (const mlir::AffineExpr result : map.getResults()) {
    const Interval one = indices.interval(result);
    all = {std::min(all.low, one.low), std::max(all.high, one.high)};
  }
  return all;
}

bool asks_parameters(mlir::affine::AffineForOp loop) {
  return llvm::any_of(loop.getOperands(),
                      [](mlir::Value bound) { return bound.getDefiningOp<mlir::arith::IndexCastOp>() != nullptr; });
}

std::string trip_count_text(mlir::affine::AffineForOp loop, const IndexPrinter& lower, const IndexPrinter& upper) {
  Interval first = lower.interval(loop.getLowerBoundMap().getResult(0));
  Interval end = upper.interval(loop.getUpperBoundMap().getResult(0));
  for (const mlir::AffineExpr result : loop.getLowerBoundMap().getResults()) {
    const Interval one = lower.interval(result);
    first = {std::max(first.low, one.low), std::max(first.high, one.high)};
  }
  for (const mlir::AffineExpr result : loop.getUpperBoundMap().getResults()) {
    const Interval one = upper.interval(result);
    end = {std::min(end.low, one.low), std::min(end.high, one.high)};
  }
  const std::int64_t step = loop.getStepAsInt();
  const auto trips = [&](std::int64_t from, std::int64_t to) { return to <= from ? 0 : (to - from + step - 1) / step; };
  return trip_count_pragma(trips(first.high, end.low), trips(first.low, end.high));
}

}  // namespace pom::backend
