#include "polyhedral/loops/check_marks.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/note_of_mark.hpp"

namespace pom::poly {

namespace {

/// isl's steps for the longest run of a loop.
constexpr unsigned long run_steps = 100'000;

/// Walks the tree and the statements, and collects one refusal for each directive.
class MarkChecker {
 public:
  explicit MarkChecker(const Scop& scop) : scop_(scop) {}

  void walk(const LoopNode& node, const LoopNode* pipelined) {
    if (node.kind == LoopNode::Kind::loop) {
      if (pipelined) check_inside(node, *pipelined);
      if (node.unroll) check_unroll(node);
      if (node.flatten_off && node.unroll) check_apart(node);
      if (node.pipeline && node.unroll) check_pipelined(node);
      if (node.pipeline) pipelined = &node;
    }
    for (const LoopNode& child : node.body) walk(child, pipelined);
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
        refuse("conflicting-mark", question + "initiation interval", b.pipeline->at, "the other one is asked for",
               a.pipeline->at);
      }
      if (a.unroll && b.unroll && a.unroll->factor != b.unroll->factor) {
        refuse("conflicting-mark", question + "unroll factor", b.unroll->at, "the other one is asked for",
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
          node.pipeline->at, pipelined.name + " is pipelined", pipelined.pipeline->at);
      return;
    }
    if (node.flatten_off) {
      refuse("conflicting-mark",
             "cannot keep loop " + node.name + " apart: it runs inside loop " + pipelined.name +
                 ", which is pipelined\nloops inside a pipelined loop are unrolled, so the mark would be lost",
             *node.flatten_off, pipelined.name + " is pipelined", pipelined.pipeline->at);
    }
    const auto trip_count = constant_trip_count(node);
    if (trip_count && node.unroll && node.unroll->factor != 0 && node.unroll->factor < *trip_count) {
      refuse("conflicting-mark",
             "cannot unroll loop " + node.name + " by " + std::to_string(node.unroll->factor) +
                 ": it runs inside loop " + pipelined.name +
                 ", which is pipelined\nloops inside a pipelined loop are unrolled completely, so the factor would be "
                 "lost\nleave it out, or pipeline loop " +
                 node.name + " instead",
             node.unroll->at, pipelined.name + " is pipelined", pipelined.pipeline->at);
    }
    if (trip_count) return;
    const std::string split =
        is_strip(node, node.level)
            ? ""
            : "; or split it first, and pipeline around its strips, of which the copies ask whether they exist";
    refuse("pipeline-variable-bound",
           "cannot pipeline loop " + pipelined.name + ": loop " + node.name +
               " inside it would have to be unrolled, but its trip count is not constant\npipeline loop " + node.name +
               " instead" + split + what_guards_leave_out(node),
           pipelined.pipeline->at, "", {});
  }

  /// Says what frees a loop of the guards that isl found cheaper as bounds than as a question. Where sizes of the run
  /// bound the loop, nothing does.
  std::string what_guards_leave_out(const LoopNode& loop) const {
    const auto has_size = [](const std::vector<AffineExpr>& bounds) {
      return std::any_of(bounds.begin(), bounds.end(), [](const AffineExpr& bound) {
        return bound.any_part([](const AffineExpr& part) { return part.kind == AffineExpr::Kind::parameter; });
      });
    };
    return has_size(loop.lower) || has_size(loop.upper) ? "" : advice_on_guards(loop);
  }

  std::string advice_on_guards(const LoopNode& node) const {
    if (node.kind == LoopNode::Kind::instance) {
      const dsl::Compute& compute = scop_.program->computes[node.compute];
      return compute.guards.empty() ? ""
                                    : "\n" + compute.name +
                                          " leaves some of its iterations out: in the place of where(), select() in "
                                          "the value keeps all of them; of rfactor, a divisor of the trip count does";
    }
    for (const LoopNode& child : node.body) {
      if (std::string text = advice_on_guards(child); !text.empty()) return text;
    }
    return "";
  }

  /// Some statement inside has the loop as a strip already.
  bool is_strip(const LoopNode& node, int level) const {
    if (node.kind == LoopNode::Kind::instance) {
      const std::vector<ScheduledLoop>& loops = scop_.statements[node.compute].loops;
      return level < static_cast<int>(loops.size()) && loops[level].strip.has_value();
    }
    return std::any_of(node.body.begin(), node.body.end(),
                       [&](const LoopNode& child) { return is_strip(child, level); });
  }

  /// Of a loop that is unrolled completely nothing is left to be kept apart.
  void check_apart(const LoopNode& node) {
    if (!is_unrolled_completely(node)) return;
    refuse("conflicting-mark", "cannot keep loop " + node.name + " apart: it is unrolled completely", *node.flatten_off,
           node.name + " is unrolled", node.unroll->at);
  }

  /// Nor to be pipelined.
  void check_pipelined(const LoopNode& node) {
    if (!is_unrolled_completely(node)) return;
    const auto trip_count = constant_trip_count(node);
    const bool runs_once = trip_count && longest_marked(node, *trip_count) == 1;
    const char* instead =
        runs_once ? "leave one of the two out: it has one iteration" : "pipeline a loop around it, or unroll it less";
    refuse("conflicting-mark",
           "cannot pipeline loop " + node.name + ": it is unrolled completely, so no loop is left\n" + instead,
           node.pipeline->at, node.name + " is unrolled", node.unroll->at);
  }

  bool is_unrolled_completely(const LoopNode& node) const {
    if (node.unroll->factor == 0) return true;
    const auto trip_count = constant_trip_count(node);
    return trip_count && longest_marked(node, *trip_count) <= node.unroll->factor;
  }

  void check_unroll(const LoopNode& node) {
    const auto trip_count = constant_trip_count(node);
    const std::string what = "cannot unroll loop " + node.name;
    if (node.unroll->factor == 0 && !trip_count) {
      refuse("unroll-variable-bound", what + " completely: its trip count is not constant", node.unroll->at, "", {});
    }
    // No factor helps a loop that is pipelined and has one iteration: check_pipelined says what does.
    const std::int64_t widest = widest_trip_count(node, trip_count);
    if (node.unroll->factor > widest && !(node.pipeline && trip_count && widest == 1)) {
      const char* most = widest == trip_count ? ": it has only " : ": it never has more than ";
      refuse("unroll-factor",
             what + " by " + std::to_string(node.unroll->factor) + most + std::to_string(widest) +
                 (widest == 1 ? " iteration" : " iterations"),
             node.unroll->at, "", {}, {std::to_string(node.unroll->factor), std::to_string(widest)});
    }
  }

  /// The generated loop may be only a part of what was marked, where it was cut or shares its range with others: what
  /// counts is the longest run of any statement that carries the mark, or the length of a strip.
  std::int64_t widest_trip_count(const LoopNode& node, std::optional<std::int64_t> trip_count) const {
    if (trip_count && *trip_count >= node.unroll->factor) return node.unroll->factor;
    return longest_marked(node, trip_count.value_or(0));
  }

  std::int64_t longest_marked(const LoopNode& node, std::int64_t trip_count) const {
    std::int64_t widest = trip_count;
    for (const Statement& statement : scop_.statements) {
      for (std::size_t level = 0; level < statement.loops.size(); ++level) {
        const ScheduledLoop& loop = statement.loops[level];
        const bool same_mark = loop.unroll && loop.unroll->factor == node.unroll->factor &&
                               loop.unroll->at.line == node.unroll->at.line &&
                               loop.unroll->at.file == node.unroll->at.file;
        if (!same_mark) continue;
        widest = std::max(widest, loop.strip ? loop.strip->length : longest_run(statement, level));
      }
    }
    return widest;
  }

  /// The greatest number of iterations of a loop with all statements that share it, over all iterations of those
  /// outside; where that is hard to find, no number is too great.
  std::int64_t longest_run(const Statement& statement, std::size_t level) const {
    const auto own_head = [&](const Statement& s) {
      return keep_first(s.loop_map.range(), static_cast<unsigned>(level) + 1);
    };
    isl::set head = own_head(statement);
    for (const Statement& other : scop_.statements) {
      const bool shares =
          other.loops.size() > level &&
          std::equal(statement.position.begin(), statement.position.begin() + level + 1, other.position.begin());
      if (shares) head = head.unite(own_head(other));
    }
    std::int64_t longest = std::numeric_limits<std::int64_t>::max();
    try_within(head.ctx(), run_steps, [&] {
      const isl::map to_outer = first_loops(head, static_cast<unsigned>(level)).intersect_domain(head);
      const isl::set spans = keep_only(to_outer.apply_range(to_outer.reverse()).deltas(), static_cast<unsigned>(level));
      if (const auto span = spans.is_empty() ? 0 : maximum(spans, 0))
        longest = *span / stride(head, static_cast<unsigned>(level)) + 1;
    });
    return longest;
  }

  void refuse(const char* code, const std::string& message, const Location& at, const std::string& note,
              const Location& note_at, Diagnostic::Fix fix = {}) {
    if (!reported_.emplace(code, at.file, at.line).second) return;
    Diagnostic error{Severity::error, code, message, at, {}, ""};
    if (!note.empty()) error.notes.push_back(note_of_mark(note, note_at));
    error.fix = std::move(fix);
    errors.push_back(error);
  }

  const Scop& scop_;
  std::set<std::tuple<std::string, std::string, unsigned>> reported_;
};

bool speaks_of_loops(const AffineExpr& e) {
  return e.any_part([](const AffineExpr& part) { return part.kind == AffineExpr::Kind::iterator; });
}

}  // namespace

bool has_moving_bounds(const LoopNode& loop) {
  return std::any_of(loop.lower.begin(), loop.lower.end(), speaks_of_loops) ||
         std::any_of(loop.upper.begin(), loop.upper.end(), speaks_of_loops);
}

bool has_fixed_trip_count(const LoopNode& loop) { return constant_trip_count(loop) || !has_moving_bounds(loop); }

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
  for (const LoopNode& root : tree.roots) checker.walk(root, nullptr);
  return std::move(checker.errors);
}

}  // namespace pom::poly
