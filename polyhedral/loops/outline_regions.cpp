#include "polyhedral/loops/outline_regions.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "polyhedral/ir/mark_process.hpp"
#include "polyhedral/loops/usage.hpp"
#include "support/findings.hpp"
#include "support/floor_division.hpp"
#include "support/result.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

/// No value is outside.
struct Span {
  std::int64_t low = 0, high = 0;
};

/// The nodes with those instances only that are chosen.
std::vector<LoopNode> keep_instances(const std::vector<LoopNode>& body, const std::function<bool(int)>& is_chosen) {
  std::vector<LoopNode> kept;
  for (const LoopNode& node : body) {
    if (node.kind == LoopNode::Kind::instance) {
      if (is_chosen(node.compute)) kept.push_back(node);
      continue;
    }
    LoopNode part = node;
    part.body = keep_instances(node.body, is_chosen);
    if (!part.body.empty()) kept.push_back(std::move(part));
  }
  return kept;
}

class RegionOutliner {
 public:
  RegionOutliner(const Scop& scop, LoopTree& tree) : scop_(scop), tree_(tree) {}

  void walk(LoopNode& node) {
    if (node.kind == LoopNode::Kind::loop) spans_[node.id] = span_of(node);
    if (node.kind == LoopNode::Kind::loop && node.region >= 0) return outline(node);
    for (LoopNode& child : node.body) walk(child);
  }

  /// What only the first iterations do may stand in front of the loop, where its buffers are not.
  void check_whole() {
    for (const LoopNode& root : tree_.roots) check_buffers_of(root, {});
    for (std::size_t n = 0; n < tree_.routines.size(); ++n) {
      for (const LoopNode& node : tree_.routines[n].body) check_buffers_of(node, regions_of_[static_cast<int>(n)]);
    }
  }

  std::vector<Diagnostic> errors;

 private:
  /// `inside`: the regions of whose processes the node is part.
  void check_buffers_of(const LoopNode& node, const std::vector<int>& inside) {
    for (const LoopNode& child : node.body) check_buffers_of(child, inside);
    if (node.kind != LoopNode::Kind::instance || !errors.empty()) return;
    const dsl::Compute& compute = tree_.program->computes[node.compute];
    for (std::size_t r = 0; r < tree_.hardware.regions.size(); ++r) {
      const RegionMark& mark = tree_.hardware.regions[r];
      const auto is_own = [&](int array) {
        return std::find(mark.buffers.begin(), mark.buffers.end(), array) != mark.buffers.end();
      };
      const bool uses =
          is_own(compute.store.array) || std::any_of(compute.loads.begin(), compute.loads.end(),
                                                     [&](const dsl::Access& load) { return is_own(load.array); });
      if (!uses || std::find(inside.begin(), inside.end(), static_cast<int>(r)) != inside.end()) continue;
      errors.push_back(make_error("bad-double-buffer",
                                  "loop \"" + mark.loop +
                                      "\" has no double buffers: only some of its iterations do what \"" +
                                      compute.name + "\" does, which stands outside of the loop then",
                                  mark.at));
      return;
    }
  }

  const RegionMark& mark_of(const LoopNode& loop) const {
    return tree_.hardware.regions[static_cast<std::size_t>(loop.region)];
  }

  void outline(LoopNode& loop) {
    const RegionMark& mark = mark_of(loop);
    if (Status refused = check_form(loop, mark)) {
      errors.push_back(*refused);
      return;
    }
    std::set<int> copies;
    for (const auto* processes : {&mark.loads, &mark.stores})
      for (const std::vector<int>& process : *processes) copies.insert(process.begin(), process.end());
    const std::vector<LoopNode> body = std::move(loop.body);
    loop.body.clear();
    const auto one_of = [](const std::vector<int>& process) {
      return [&process](int s) { return std::find(process.begin(), process.end(), s) != process.end(); };
    };
    const auto name_of = [&](int s) { return tree_.program->computes[s].name; };
    const auto add_copies = [&](const std::vector<int>& process) {
      add_process(loop, keep_instances(body, one_of(process)), name_of(process.front()));
    };
    for (const std::vector<int>& process : mark.loads) add_copies(process);
    add_process(loop, keep_instances(body, [&](int s) { return !copies.contains(s); }),
                join_names({name_of(mark.statement), mark.loop}));
    for (const std::vector<int>& process : mark.stores) add_copies(process);
    declare_buffers(loop, mark);
  }

  /// The work may hold regions of its own, whose routines stand in front of its.
  void add_process(LoopNode& loop, std::vector<LoopNode> body, const std::string& wanted) {
    if (body.empty()) return;
    const std::string name = name_process(wanted, mark_of(loop).at);
    around_.push_back(loop.region);
    for (LoopNode& node : body) walk(node);
    Usage usage;
    for (const LoopNode& node : body) collect_usage(node, tree_, usage);
    std::erase_if(usage.arrays, [&](int array) { return tree_.program->arrays[array]->is_table(); });
    Routine routine{name, std::move(body), usage.scalars, usage.arrays, {}, {}, {}};
    for (const int id : usage.loops) {
      const Span span = spans_.at(id);
      routine.iterators.push_back({id, names_.at(id), span.low, span.high});
    }
    LoopNode call;
    call.kind = LoopNode::Kind::call;
    call.routine = static_cast<int>(tree_.routines.size());
    call.scalars = usage.scalars;
    call.arrays = usage.arrays;
    loop.body.push_back(std::move(call));
    regions_of_[static_cast<int>(tree_.routines.size())] = around_;
    around_.pop_back();
    tree_.routines.push_back(std::move(routine));
  }

  void declare_buffers(LoopNode& loop, const RegionMark& mark) const {
    for (const LoopNode& call : loop.body) {
      for (const int array : call.arrays) {
        const bool own = std::find(mark.buffers.begin(), mark.buffers.end(), array) != mark.buffers.end();
        if (own && std::find(loop.locals.begin(), loop.locals.end(), array) == loop.locals.end())
          loop.locals.push_back(array);
      }
    }
  }

  /// As processes of a function are named; parts of one loop have numbers.
  std::string name_process(const std::string& wanted, const Location& at) {
    const std::string base = mark_process(scop_, wanted, at).name;
    std::string name = base;
    for (int n = 2; !taken_.insert(name).second; ++n) name = base + std::to_string(n);
    return name;
  }

  /// The form that the tool takes: for (int i = 0; i < number; ++i).
  Status check_form(const LoopNode& loop, const RegionMark& mark) const {
    const auto is_number = [](const AffineExpr& bound) {
      return bound.is_constant() || bound.kind == AffineExpr::Kind::parameter;
    };
    const auto refuse = [&](const std::string& reason) {
      return make_error("bad-double-buffer", "loop \"" + loop.name + "\" has no double buffers: " + reason, mark.at);
    };
    if (loop.lower != std::vector{AffineExpr::constant(0)})
      return refuse("it does not begin with 0, as the loop around processes has to; shift or split makes such a loop");
    if (loop.step != 1) return refuse("it counts in steps of " + std::to_string(loop.step));
    if (loop.upper.size() != 1 || !is_number(loop.upper.front()))
      return refuse("the number of its iterations is no constant and no argument");
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const bool fits = std::all_of(spans_.begin(), spans_.end(), [](const auto& known) {
      return known.second.low >= -most && known.second.high <= most;
    });
    return fits ? Status() : refuse("loops around it count beyond 32 bits, and are arguments of the processes");
  }

  Span span_of(const LoopNode& loop) {
    names_[loop.id] = loop.name;
    Span span = span_of(loop.lower.front());
    for (const AffineExpr& bound : loop.lower) span.low = std::max(span.low, span_of(bound).low);
    span.high = span_of(loop.upper.front()).high;
    for (const AffineExpr& bound : loop.upper) span.high = std::min(span.high, span_of(bound).high);
    span.high = std::max(span.high - 1, span.low);
    return span;
  }

  Span span_of(const AffineExpr& e) const {
    using Kind = AffineExpr::Kind;
    switch (e.kind) {
      case Kind::constant:
        return {e.value, e.value};
      case Kind::iterator:
        return spans_.at(e.loop);
      case Kind::parameter:
        return {tree_.program->scalars[e.scalar]->range->low, tree_.program->scalars[e.scalar]->range->high};
      case Kind::add: {
        Span sum;
        for (const AffineExpr& operand : e.operands) {
          const Span part = span_of(operand);
          sum = {sum.low + part.low, sum.high + part.high};
        }
        return sum;
      }
      case Kind::mul: {
        const Span part = span_of(e.operands.front());
        const std::int64_t a = e.value * part.low, b = e.value * part.high;
        return {std::min(a, b), std::max(a, b)};
      }
      case Kind::floordiv: {
        const Span part = span_of(e.operands.front());
        return {floor_division(part.low, e.value), floor_division(part.high, e.value)};
      }
      case Kind::mod:
        return {0, e.value - 1};
    }
    return {};
  }

  const Scop& scop_;
  LoopTree& tree_;
  std::map<int, Span> spans_;         ///< by loop
  std::map<int, std::string> names_;  ///< by loop
  std::set<std::string> taken_;
  std::vector<int> around_;                     ///< regions that are being outlined, outermost first
  std::map<int, std::vector<int>> regions_of_;  ///< by routine: those that it is part of
};

}  // namespace

std::vector<Diagnostic> outline_regions(const Scop& scheduled, LoopTree& tree) {
  RegionOutliner outliner(scheduled, tree);
  for (LoopNode& root : tree.roots) outliner.walk(root);
  if (outliner.errors.empty()) outliner.check_whole();
  return std::move(outliner.errors);
}

}  // namespace pom::poly
