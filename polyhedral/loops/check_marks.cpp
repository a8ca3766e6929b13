#include "polyhedral/loops/check_marks.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace pom::poly {

namespace {

/// Where an unroll mark was made, and at which level it stands.
using MarkId = std::tuple<std::string, unsigned, int>;

/// Walks the tree and the statements, and collects one refusal for each directive.
class MarkChecker {
 public:
  explicit MarkChecker(const Scop& scop) : scop_(scop) {}

  void walk(const LoopNode& node, const LoopNode* pipelined) {
    if (node.kind == LoopNode::Kind::loop) {
      if (pipelined) check_inside(node, *pipelined);
      if (node.unroll) check_unroll(node);
      if (node.pipeline) pipelined = &node;
    }
    for (const LoopNode& child : node.body) walk(child, pipelined);
  }

  /// Before `walk`: the trip count that each unroll mark stands for. Parts of one loop that stand beside each other
  /// count together; a loop without constant trip count counts as long.
  void measure(const std::vector<LoopNode>& body) {
    std::map<MarkId, std::int64_t> here;
    for (const LoopNode& node : body) {
      if (node.kind == LoopNode::Kind::loop && node.unroll) {
        constexpr std::int64_t many = std::numeric_limits<std::int64_t>::max() / 2;
        std::int64_t& sum = here[mark_of(node)];
        sum = std::min(many, sum + std::min(many, constant_trip_count(node).value_or(many)));
      }
      measure(node.body);
    }
    for (const auto& [mark, count] : here) widest_[mark] = std::max(widest_[mark], count);
  }

  void check_agreement() {
    for (std::size_t a = 0; a < scop_.statements.size(); ++a) {
      for (std::size_t b = a + 1; b < scop_.statements.size(); ++b) {
        compare(scop_.statements[a], scop_.statements[b]);
      }
    }
  }

  std::vector<Diagnostic> errors;

 private:
  void compare(const Statement& first, const Statement& second) {
    const std::size_t depth = std::min(first.loops.size(), second.loops.size());
    for (std::size_t d = 0; d < depth && first.position[d] == second.position[d]; ++d) {
      const ScheduledLoop &a = first.loops[d], &b = second.loops[d];
      const std::string question =
          "\"" + first.name + "\" and \"" + second.name + "\" share loop " + a.name + ", but ask for another ";
      if (a.pipeline && b.pipeline && a.pipeline->interval != b.pipeline->interval) {
        refuse("conflicting-mark", question + "initiation interval", b.pipeline->at, "the other one is asked for here",
               a.pipeline->at);
      }
      if (a.unroll && b.unroll && a.unroll->factor != b.unroll->factor) {
        refuse("conflicting-mark", question + "unroll factor", b.unroll->at, "the other one is asked for here",
               a.unroll->at);
      }
    }
  }

  void check_inside(const LoopNode& node, const LoopNode& pipelined) {
    if (node.pipeline) {
      refuse(
          "nested-pipeline",
          "cannot pipeline loop " + node.name + ": it runs inside loop " + pipelined.name +
              ", which is pipelined\nloops inside a pipelined loop are unrolled, so one of the two marks would be lost",
          node.pipeline->at, pipelined.name + " is pipelined here", pipelined.pipeline->at);
      return;
    }
    if (constant_trip_count(node)) return;
    refuse("pipeline-variable-bound",
           "cannot pipeline loop " + pipelined.name + ": loop " + node.name +
               " inside it would have to be unrolled, but its trip count is not constant",
           pipelined.pipeline->at, "", {});
  }

  void check_unroll(const LoopNode& node) {
    const auto trip_count = constant_trip_count(node);
    const std::string what = "cannot unroll loop " + node.name;
    if (node.unroll->factor == 0 && !trip_count) {
      refuse("unroll-variable-bound", what + " completely: its trip count is not constant", node.unroll->at, "", {});
    }
    if (node.unroll->factor > widest_trip_count(node, trip_count)) {
      refuse("unroll-factor",
             what + " by " + std::to_string(node.unroll->factor) + ": it has only " + std::to_string(*trip_count) +
                 " iterations",
             node.unroll->at, "", {});
    }
  }

  /// A partial tile's loop, and what was cut off a loop, is shorter; the factor is right for the longest part.
  std::int64_t widest_trip_count(const LoopNode& node, std::optional<std::int64_t> trip_count) const {
    if (!trip_count) return node.unroll->factor;
    std::int64_t widest = *trip_count;
    if (const auto all = widest_.find(mark_of(node)); all != widest_.end()) widest = std::max(widest, all->second);
    for (const Statement& statement : scop_.statements) {
      for (const ScheduledLoop& loop : statement.loops) {
        const bool same_mark = loop.unroll && loop.unroll->at.line == node.unroll->at.line;
        if (same_mark && loop.strip) widest = std::max(widest, loop.strip->length);
      }
    }
    return widest;
  }

  static MarkId mark_of(const LoopNode& node) { return {node.unroll->at.file, node.unroll->at.line, node.level}; }

  void refuse(const char* code, const std::string& message, const Location& at, const std::string& note,
              const Location& note_at) {
    if (!reported_.emplace(code, at.file, at.line).second) return;
    Diagnostic error{Severity::error, code, message, at, {}, ""};
    if (!note.empty()) error.notes.push_back({note, note_at});
    errors.push_back(error);
  }

  const Scop& scop_;
  std::map<MarkId, std::int64_t> widest_;
  std::set<std::tuple<std::string, std::string, unsigned>> reported_;
};

}  // namespace

std::optional<std::int64_t> constant_trip_count(const LoopNode& loop) {
  // max(lower) and min(upper) are constant when each pair of bounds is a constant apart and all are of one shape.
  std::optional<std::int64_t> extent;
  for (const AffineExpr& upper : loop.upper) {
    for (const AffineExpr& lower : loop.lower) {
      const AffineExpr difference = upper + -1 * AffineExpr(lower);
      if (!difference.is_constant()) return std::nullopt;
      extent = std::min(extent.value_or(difference.value), difference.value);
    }
  }
  return extent ? std::optional((std::max<std::int64_t>(*extent, 0) + loop.step - 1) / loop.step) : std::nullopt;
}

std::vector<Diagnostic> check_marks(const Scop& scop, const LoopTree& tree) {
  MarkChecker checker(scop);
  checker.check_agreement();
  checker.measure(tree.roots);
  for (const LoopNode& root : tree.roots) checker.walk(root, nullptr);
  return std::move(checker.errors);
}

}  // namespace pom::poly
