#include "polyhedral/loops/partial_strips.hpp"

#include <algorithm>
#include <optional>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
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
      if (node.pipeline && !unrolled && is_one_pipeline(node) && !constant_trip_count(node)) even_out(node);
      unrolled = unrolled || node.pipeline;
    }
    for (LoopNode& child : node.body) walk(child, unrolled);
  }

 private:
  /// Statements in the loop take tokens, or move a window, ahead of the rest.
  bool is_one_pipeline(const LoopNode& node) const {
    if (scop_.hardware.automatic_channels) return true;
    const std::vector<WindowMark>& windows = scop_.hardware.windows;
    if (node.kind == LoopNode::Kind::instance)
      return std::any_of(windows.begin(), windows.end(),
                         [&](const WindowMark& mark) { return mark.statement == node.compute; });
    return !windows.empty() && std::any_of(node.body.begin(), node.body.end(),
                                           [&](const LoopNode& child) { return is_one_pipeline(child); });
  }

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

  /// A loop with a step keeps where it begins, which has to be the same in every strip.
  void guard(LoopNode& node) const {
    const std::int64_t length = strip_length(node, node.level);
    if (length <= 0) return;
    if (node.step == 1) {
      give_bounds(node, 0, length);
    } else if (node.lower.size() == 1 && node.lower.front().is_constant()) {
      give_bounds(node, node.lower.front().value, length);
    }
  }

  /// The loop gets the bounds [low, high), and its body a guard that says what the bounds said.
  static void give_bounds(LoopNode& node, std::int64_t low, std::int64_t high) {
    LoopNode guard;
    guard.kind = LoopNode::Kind::guard;
    const AffineExpr self = AffineExpr::iterator(node.id);
    for (const AffineExpr& lower : node.lower) {
      if (!(lower == AffineExpr::constant(low))) guard.when.push_back({self + -1 * AffineExpr(lower), false});
    }
    for (const AffineExpr& upper : node.upper) {
      if (!(upper == AffineExpr::constant(high)))
        guard.when.push_back({AffineExpr(upper) + -1 * AffineExpr(self) + AffineExpr::constant(-1), false});
    }
    guard.body = std::move(node.body);
    node.body.clear();
    node.body.push_back(std::move(guard));
    node.lower = {AffineExpr::constant(low)};
    node.upper = {AffineExpr::constant(high)};
  }

  /// A process whose pipelined loop is as long in nearly all iterations of the loops around it: with one length in all
  /// of them the loops are one pipeline, which does not end, and its run can be told.
  void even_out(LoopNode& node) const {
    constexpr double most_idle = 1.25;
    std::optional<isl::set> all;
    collect(node, static_cast<unsigned>(node.level), all);
    if (!all || node.step != 1 || !first_parameters(*all).empty()) return;
    const auto level = static_cast<unsigned>(node.level);
    const auto low = minimum(*all, level), high = maximum(*all, level);
    if (!low || !high) return;
    const double around = level > 0 ? static_cast<double>(count_points(keep_first(*all, level))) : 1;
    const double count = static_cast<double>(count_points(*all));
    if (around * static_cast<double>(*high - *low + 1) <= most_idle * count) give_bounds(node, *low, *high + 1);
  }

  /// { [l0, …] } of the statements inside, down to this level.
  void collect(const LoopNode& node, unsigned level, std::optional<isl::set>& all) const {
    if (node.kind == LoopNode::Kind::instance) {
      const isl::set own = keep_first(scop_.statements[node.compute].loop_map.range(), level + 1);
      all = all ? all->unite(own) : own;
    }
    for (const LoopNode& child : node.body) collect(child, level, all);
  }

  const Scop& scop_;
};

}  // namespace

void guard_partial_strips(const Scop& scop, LoopTree& tree) {
  StripGuards guards(scop);
  for (LoopNode& root : tree.roots) guards.walk(root, false);
}

}  // namespace pom::poly
