#include "polyhedral/loops/count_iterations.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "support/floor_division.hpp"

namespace pom::poly {

namespace {

class IterationCounter {
 public:
  IterationCounter(const LoopTree& tree, const dsl::Sizes& sizes, std::int64_t limit)
      : tree_(tree), limit_(limit), values_(sizes) {}

  /// Of one run through the nodes.
  std::int64_t count(const std::vector<LoopNode>& nodes) {
    std::int64_t sum = 0;
    for (const LoopNode& node : nodes) sum = capped(sum + count(node));
    return sum;
  }

 private:
  std::int64_t count(const LoopNode& node) {
    if (node.kind == LoopNode::Kind::call) return count(tree_.routines[node.routine].body);
    if (node.kind != LoopNode::Kind::loop) return count(node.body);
    const std::int64_t first = bound(node.lower, std::greater<>()), end = bound(node.upper, std::less<>());
    if (first >= end) return 0;
    const std::int64_t trips = (end - first - 1) / node.step + 1;
    if (!shapes_loops_inside(node)) return multiply(trips, 1 + count(node.body));
    std::int64_t sum = 0;
    for (std::int64_t n = 0; n < trips && sum <= limit_; ++n) {
      values_[node.id] = first + n * node.step;
      sum = capped(sum + 1 + count(node.body));
    }
    return sum;
  }

  template <class Better>
  std::int64_t bound(const std::vector<AffineExpr>& bounds, Better better) const {
    std::int64_t best = value(bounds.front());
    for (const AffineExpr& other : bounds) best = std::min(best, value(other), better);
    return best;
  }

  std::int64_t value(const AffineExpr& e) const {
    switch (e.kind) {
      case AffineExpr::Kind::constant:
        return e.value;
      case AffineExpr::Kind::iterator:
        return values_.at(e.loop);
      case AffineExpr::Kind::parameter:
        return values_.at(e.scalar);
      case AffineExpr::Kind::mul:
        return value(e.operands[0]) * e.value;
      case AffineExpr::Kind::floordiv:
        return floor_division(value(e.operands[0]), e.value);
      case AffineExpr::Kind::mod: {
        const std::int64_t whole = value(e.operands[0]);
        return whole - e.value * floor_division(whole, e.value);
      }
      case AffineExpr::Kind::add: {
        std::int64_t sum = 0;
        for (const AffineExpr& operand : e.operands) sum += value(operand);
        return sum;
      }
    }
    return 0;
  }

  /// Whether a loop inside has other bounds in other iterations of this one, also in a routine that gets its iterator.
  bool shapes_loops_inside(const LoopNode& loop) {
    const auto [known, is_new] = shaping_.try_emplace(loop.id, false);
    if (is_new) known->second = any_bound_uses(loop.body, loop.id);
    return known->second;
  }

  bool any_bound_uses(const std::vector<LoopNode>& nodes, int loop) const {
    return std::any_of(nodes.begin(), nodes.end(), [&](const LoopNode& node) {
      if (node.kind == LoopNode::Kind::call) return any_bound_uses(tree_.routines[node.routine].body, loop);
      const auto uses_loop = [&](const AffineExpr& bound) { return bound.depends_on(loop); };
      return std::any_of(node.lower.begin(), node.lower.end(), uses_loop) ||
             std::any_of(node.upper.begin(), node.upper.end(), uses_loop) || any_bound_uses(node.body, loop);
    });
  }

  std::int64_t capped(std::int64_t n) const { return std::min(n, limit_ + 1); }
  std::int64_t multiply(std::int64_t a, std::int64_t b) const {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? limit_ + 1 : capped(product);
  }

  const LoopTree& tree_;
  std::int64_t limit_;
  std::map<int, std::int64_t> values_;  ///< of iterators and parameters, whose numbers differ
  std::map<int, bool> shaping_;
};

}  // namespace

std::int64_t count_iterations(const LoopTree& tree, const dsl::Sizes& sizes, std::int64_t limit) {
  return IterationCounter(tree, sizes, limit).count(tree.roots);
}

}  // namespace pom::poly
