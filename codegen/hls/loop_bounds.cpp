#include "codegen/hls/loop_bounds.hpp"

#include <mlir/Analysis/FlatLinearValueConstraints.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <optional>
#include <vector>

#include "codegen/hls/access_text.hpp"
#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

namespace {

using mlir::affine::AffineForOp;
using mlir::affine::AffineIfOp;

/// Σ factor · variable + constant.
struct LinearSum {
  llvm::DenseMap<mlir::Value, std::int64_t> factors;
  std::int64_t constant = 0;
};

/// The values that a loop begins with, and those that end it.
struct LoopEnds {
  Interval first, end;
};

LoopEnds ends_of(AffineForOp loop, const LoopVariables& loops) {
  Helpers unused;
  const IndexPrinter lower = index_printer(*loop, loop.getLowerBoundOperands(), loops, unused);
  const IndexPrinter upper = index_printer(*loop, loop.getUpperBoundOperands(), loops, unused);
  LoopEnds ends{lower.interval(loop.getLowerBoundMap().getResult(0)),
                upper.interval(loop.getUpperBoundMap().getResult(0))};
  for (const mlir::AffineExpr result : loop.getLowerBoundMap().getResults()) {
    const Interval one = lower.interval(result);
    ends.first = {std::max(ends.first.low, one.low), std::max(ends.first.high, one.high)};
  }
  for (const mlir::AffineExpr result : loop.getUpperBoundMap().getResults()) {
    const Interval one = upper.interval(result);
    ends.end = {std::min(ends.end.low, one.low), std::min(ends.end.high, one.high)};
  }
  return ends;
}

/// Nothing is left of values that never occur: then they stay as they are.
void keep_within(Interval& values, __int128 low, __int128 high) {
  if (low > values.high || high < values.low) return;
  values = {static_cast<std::int64_t>(std::max<__int128>(low, values.low)),
            static_cast<std::int64_t>(std::min<__int128>(high, values.high))};
}

/// Leaves to each variable the values with which Σ factor · variable + constant >= 0 may hold, whatever the others are.
void narrow_by(const llvm::SmallVector<std::int64_t, 8>& sum, mlir::OperandRange operands, LoopVariables& loops) {
  const auto most = [&](std::size_t n) {
    const Interval values = loops.find(operands[n])->second.values;
    const __int128 factor = sum[n];
    return std::max(factor * values.low, factor * values.high);
  };
  for (std::size_t n = 0; n < operands.size(); ++n) {
    if (sum[n] == 0) continue;
    __int128 rest = sum.back();
    for (std::size_t other = 0; other < operands.size(); ++other) rest += other == n ? 0 : most(other);
    Interval& values = loops.find(operands[n])->second.values;
    const __int128 factor = sum[n] < 0 ? -static_cast<__int128>(sum[n]) : sum[n];
    const __int128 quotient = rest / factor - (rest % factor < 0 ? 1 : 0);
    if (sum[n] > 0)
      keep_within(values, -quotient, values.high);
    else
      keep_within(values, values.low, quotient);
  }
}

/// Factors by operand, and last the constant. Nothing: a quotient is a variable more.
std::optional<llvm::SmallVector<std::int64_t, 8>> flatten(mlir::AffineExpr expression, unsigned dims,
                                                          unsigned symbols) {
  llvm::SmallVector<std::int64_t, 8> sum;
  const bool is_linear =
      succeeded(mlir::getFlattenedAffineExpr(expression, dims, symbols, &sum)) && sum.size() == dims + symbols + 1;
  return is_linear ? std::optional(std::move(sum)) : std::nullopt;
}

/// What holds in one of the branches. Behind `else` that is known of a single inequality.
void narrow_to_branch(AffineIfOp guard, bool holds, LoopVariables& loops) {
  const mlir::IntegerSet set = guard.getIntegerSet();
  if (!holds && (set.getNumConstraints() != 1 || set.isEq(0))) return;
  for (unsigned n = 0; n < set.getNumConstraints(); ++n) {
    const auto sum = flatten(set.getConstraint(n), set.getNumDims(), set.getNumSymbols());
    if (!sum) continue;
    llvm::SmallVector<std::int64_t, 8> negative;
    for (const std::int64_t factor : *sum) negative.push_back(-factor);
    if (holds) narrow_by(*sum, guard.getOperands(), loops);
    if (!holds) --negative.back();
    if (!holds || set.isEq(n)) narrow_by(negative, guard.getOperands(), loops);
  }
}

/// Leaves to the loops around the operation, and to what a call hands over, the values with which it is reached.
void narrow_to_guards(mlir::Operation* reached, LoopVariables& loops) {
  std::vector<mlir::Operation*> path;  // from the inside
  for (mlir::Operation* op = reached; op && !llvm::isa<mlir::func::FuncOp>(op); op = op->getParentOp())
    path.push_back(op);
  for (std::size_t n = path.size(); n-- > 1;) {
    if (auto loop = llvm::dyn_cast<AffineForOp>(path[n])) {
      const auto [first, end] = ends_of(loop, loops);
      keep_within(loops.find(loop.getInductionVar())->second.values, first.low, static_cast<__int128>(end.high) - 1);
    } else if (auto guard = llvm::dyn_cast<AffineIfOp>(path[n])) {
      narrow_to_branch(guard, path[n - 1]->getParentRegion() == &guard.getThenRegion(), loops);
    }
  }
}

/// Adds factor times one of the map's results. False: it is no sum of variables.
bool add_sum(mlir::AffineExpr bound, mlir::AffineMap map, std::int64_t factor, mlir::OperandRange operands,
             LinearSum& all) {
  const auto sum = flatten(bound, map.getNumDims(), map.getNumSymbols());
  if (!sum) return false;
  for (std::size_t n = 0; n < operands.size(); ++n) all.factors[operands[n]] += factor * (*sum)[n];
  all.constant += factor * sum->back();
  return true;
}

/// How far the loop's end lies behind its beginning: what both have in common counts for neither. Nothing: their
/// difference is no sum of variables.
std::optional<Interval> length_of(AffineForOp loop, const LoopVariables& loops) {
  std::optional<Interval> length;
  for (const mlir::AffineExpr lower : loop.getLowerBoundMap().getResults()) {
    for (const mlir::AffineExpr upper : loop.getUpperBoundMap().getResults()) {
      LinearSum difference;
      if (!add_sum(lower, loop.getLowerBoundMap(), -1, loop.getLowerBoundOperands(), difference) ||
          !add_sum(upper, loop.getUpperBoundMap(), 1, loop.getUpperBoundOperands(), difference))
        return {};
      Interval one{difference.constant, difference.constant};
      for (const auto& [variable, factor] : difference.factors) {
        const Interval& values = loops.find(variable)->second.values;
        one.low += std::min(factor * values.low, factor * values.high);
        one.high += std::max(factor * values.low, factor * values.high);
      }
      length = length ? Interval{std::min(length->low, one.low), std::min(length->high, one.high)} : one;
    }
  }
  return length;
}

}  // namespace

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

std::string trip_count_text(mlir::affine::AffineForOp loop, LoopVariables loops) {
  narrow_to_guards(loop, loops);
  const auto [first, end] = ends_of(loop, loops);
  const std::int64_t step = loop.getStepAsInt();
  Interval length{end.low - first.high, end.high - first.low};
  if (const auto known = length_of(loop, loops))
    length = {std::max(length.low, known->low), std::min(length.high, known->high)};
  const auto trips = [&](std::int64_t between) { return between <= 0 ? 0 : (between + step - 1) / step; };
  return trip_count_pragma(trips(length.low), trips(length.high));
}

}  // namespace pom::backend
