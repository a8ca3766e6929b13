#include "polyhedral/loops/partial_strips.hpp"

#include <algorithm>

#include "polyhedral/loops/check_marks.hpp"

namespace pom::poly {

namespace {

class StripGuards {
 public:
  explicit StripGuards(const Scop& scop) : scop_(scop) {}

  void walk(LoopNode& node, bool unrolled) {
    if (node.kind == LoopNode::Kind::loop) {
      const bool completely = unrolled || (node.unroll && node.unroll->factor == 0);
      if (completely && !node.pipeline && !constant_trip_count(node)) guard(node);
      unrolled = unrolled || node.pipeline;
    }
    for (LoopNode& child : node.body) walk(child, unrolled);
  }

 private:
  /// The strip's length, when all statements inside agree that the loop is one.
  std::int64_t strip_length(const LoopNode& node, int level) const {
    if (node.kind == LoopNode::Kind::instance) {
      const std::vector<ScheduledLoop>& loops = scop_.statements[node.compute].loops;
      return level < static_cast<int>(loops.size()) && loops[level].strip ? loops[level].strip->length : 0;
    }
    std::int64_t common = -1;
    for (const LoopNode& child : node.body) {
      const std::int64_t length = strip_length(child, level);
      if (common >= 0 && length != common) return 0;
      common = length;
    }
    return std::max<std::int64_t>(common, 0);
  }

  void guard(LoopNode& node) const {
    const std::int64_t length = strip_length(node, node.level);
    if (length == 0 || node.step != 1) return;
    LoopNode guard;
    guard.kind = LoopNode::Kind::guard;
    const AffineExpr self = AffineExpr::iterator(node.id);
    for (const AffineExpr& lower : node.lower) {
      if (!(lower == AffineExpr::constant(0))) guard.when.push_back({self + -1 * AffineExpr(lower), false});
    }
    for (const AffineExpr& upper : node.upper) {
      if (!(upper == AffineExpr::constant(length)))
        guard.when.push_back({AffineExpr(upper) + -1 * AffineExpr(self) + AffineExpr::constant(-1), false});
    }
    guard.body = std::move(node.body);
    node.body.clear();
    node.body.push_back(std::move(guard));
    node.lower = {AffineExpr::constant(0)};
    node.upper = {AffineExpr::constant(length)};
  }

  const Scop& scop_;
};

}  // namespace

void guard_partial_strips(const Scop& scop, LoopTree& tree) {
  StripGuards guards(scop);
  for (LoopNode& root : tree.roots) guards.walk(root, false);
}

}  // namespace pom::poly
