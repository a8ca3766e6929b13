#include "module_trips.hpp"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/IntegerSet.h>

#include <algorithm>
#include <limits>

#include "codegen/affine/pom_dialect.hpp"

namespace pom::test {

namespace {

using mlir::affine::AffineForOp;
using mlir::affine::AffineIfOp;

/// Iterations of loops that hold other loops, for one function.
constexpr std::int64_t most_iterations = 2'000'000;

std::int64_t evaluate_with(mlir::AffineExpr e, llvm::ArrayRef<std::int64_t> dimensions) {
  using mlir::AffineExprKind;
  if (const auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(e)) return constant.getValue();
  if (const auto dimension = llvm::dyn_cast<mlir::AffineDimExpr>(e)) return dimensions[dimension.getPosition()];
  const auto both = llvm::cast<mlir::AffineBinaryOpExpr>(e);
  const std::int64_t a = evaluate_with(both.getLHS(), dimensions), b = evaluate_with(both.getRHS(), dimensions);
  switch (e.getKind()) {
    case AffineExprKind::Add:
      return a + b;
    case AffineExprKind::Mul:
      return a * b;
    case AffineExprKind::FloorDiv:
      return floor_quotient(a, b);
    case AffineExprKind::CeilDiv:
      return -floor_quotient(-a, b);
    default:
      return a - floor_quotient(a, b) * b;
  }
}

llvm::SmallVector<std::int64_t> numbers(mlir::OperandRange operands, const LoopAssignment& values) {
  llvm::SmallVector<std::int64_t> all;
  for (const mlir::Value operand : operands) all.push_back(values.lookup(operand));
  return all;
}

class Counter {
 public:
  explicit Counter(mlir::func::FuncOp function) { assign_sizes(function, values_); }

  void declare(mlir::Block& block) {
    block.walk<mlir::WalkOrder::PreOrder>([&](AffineForOp loop) {
      index_[loop] = counts_.size();
      counts_.push_back({loop->getAttrOfType<mlir::StringAttr>(ir::label_attribute).str()});
    });
  }

  void run(mlir::Block& block) {
    for (mlir::Operation& op : block) {
      if (auto loop = llvm::dyn_cast<AffineForOp>(op)) run_loop(loop);
      if (auto guard = llvm::dyn_cast<AffineIfOp>(op); guard && holds(guard, values_)) run(*guard.getThenBlock());
    }
  }

  std::vector<View::Trips> result() const {
    std::vector<View::Trips> all;
    for (const Count& one : counts_) {
      const bool entered = one.entries > 0;
      all.push_back({one.label, entered ? one.min : 0, one.max, entered ? one.total / one.entries : 0,
                     iterations_ <= most_iterations, true});
    }
    return all;
  }

 private:
  struct Count {
    std::string label;
    std::int64_t min = std::numeric_limits<std::int64_t>::max(), max = 0;
    double total = 0, entries = 0;
  };

  void run_loop(AffineForOp loop) {
    const auto lower = numbers(loop.getLowerBoundOperands(), values_);
    const auto upper = numbers(loop.getUpperBoundOperands(), values_);
    std::int64_t first = std::numeric_limits<std::int64_t>::min(), end = std::numeric_limits<std::int64_t>::max();
    for (const mlir::AffineExpr bound : loop.getLowerBoundMap().getResults())
      first = std::max(first, evaluate_with(bound, lower));
    for (const mlir::AffineExpr bound : loop.getUpperBoundMap().getResults())
      end = std::min(end, evaluate_with(bound, upper));
    const std::int64_t step = loop.getStepAsInt(), trips = std::max<std::int64_t>(0, (end - first + step - 1) / step);
    Count& count = counts_[index_.at(loop)];
    count.min = std::min(count.min, trips);
    count.max = std::max(count.max, trips);
    count.total += static_cast<double>(trips);
    count.entries += 1;
    if (loop.getBody()->getOps<AffineForOp>().empty() && loop.getBody()->getOps<AffineIfOp>().empty()) return;
    for (std::int64_t value = first; value < end; value += step) {
      if (++iterations_ > most_iterations) return;
      values_[loop.getInductionVar()] = value;
      run(*loop.getBody());
    }
  }

  struct Order {
    bool operator()(AffineForOp a, AffineForOp b) const { return a.getOperation() < b.getOperation(); }
  };
  std::map<AffineForOp, std::size_t, Order> index_;
  std::vector<Count> counts_;
  LoopAssignment values_;
  std::int64_t iterations_ = 0;
};

}  // namespace

std::int64_t evaluate(mlir::AffineExpr e, mlir::OperandRange operands, const LoopAssignment& values) {
  return evaluate_with(e, numbers(operands, values));
}

bool holds(AffineIfOp guard, const LoopAssignment& values) {
  const mlir::IntegerSet set = guard.getIntegerSet();
  const auto dimensions = numbers(guard.getOperands(), values);
  for (unsigned n = 0; n < set.getNumConstraints(); ++n) {
    const std::int64_t value = evaluate_with(set.getConstraint(n), dimensions);
    if (set.isEq(n) ? value != 0 : value < 0) return false;
  }
  return true;
}

void assign_sizes(mlir::func::FuncOp function, LoopAssignment& values) {
  for (unsigned n = 0; n < function.getNumArguments(); ++n) {
    const auto ends = function.getArgAttrOfType<mlir::DenseI64ArrayAttr>(n, ir::range_attribute);
    if (!ends) continue;
    const auto likely = function.getArgAttrOfType<mlir::IntegerAttr>(n, ir::size_attribute);
    const std::int64_t size = likely ? likely.getInt() : ends[1];
    values[function.getArgument(n)] = size;
    for (mlir::Operation* user : function.getArgument(n).getUsers()) {
      if (llvm::isa<mlir::arith::IndexCastOp>(user)) values[user->getResult(0)] = size;
    }
  }
}

void count_trips(mlir::func::FuncOp function, View& view) {
  Counter counter(function);
  counter.declare(function.getBody().front());
  counter.run(function.getBody().front());
  for (View::Trips& one : counter.result()) view.trips.push_back(std::move(one));
}

}  // namespace pom::test
