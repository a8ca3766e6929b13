#include "dse/explore/unit/whole_loops.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "dse/explore/budget/effort.hpp"
#include "dse/kernel/rewrite/cut_kernel.hpp"
#include "polyhedral/loops/check_marks.hpp"

namespace pom::dse::explore {

namespace {

using poly::LoopNode;

/// True where every iteration of the loops around runs the same iterations of the loop.
bool has_constant_range(const LoopNode& loop) {
  return loop.step == 1 && loop.lower.size() == 1 && loop.upper.size() == 1 && loop.lower.front().is_constant() &&
         poly::constant_trip_count(loop).value_or(0) > 0;
}

class BodyFinder {
 public:
  BodyFinder(const poly::LoopTree& tree, const Function& function, const MayHold& may_hold)
      : tree_(tree), function_(function), may_hold_(may_hold) {}

  /// The outermost loops that may be such bodies, or the innermost ones.
  enum class Which { outermost, innermost };
  WholeBodies find(const std::vector<LoopNode>& roots, Which which) {
    WholeBodies found;
    for (const LoopNode& node : roots) {
      const bool fits = node.kind == LoopNode::Kind::loop && may_be_body(node);
      WholeBodies inside;
      if (!fits || which == Which::innermost) inside = find(node.body, which);
      if (fits && inside.empty()) inside.insert(node.label);
      found.merge(inside);
    }
    return found;
  }

 private:
  bool may_be_body(const LoopNode& loop) {
    if (is_perfect(loop) || !has_whole_loops(loop.body) || !holds_allowed(loop.body, loop.level)) return false;
    std::set<int> met;
    if (!is_met_once(loop.body, met)) return false;
    const Loop* counted = find_loop(function_.body, loop.label);
    return counted && count_operations(function_, counted->body) <= most_operations;
  }

  /// True where loops hold nothing but the next loop: the choices for the innermost one cover that.
  static bool is_perfect(const LoopNode& loop) {
    const bool holds_loop = std::any_of(loop.body.begin(), loop.body.end(),
                                        [](const LoopNode& node) { return node.kind != LoopNode::Kind::instance; });
    return !holds_loop ||
           (loop.body.size() == 1 && loop.body.front().kind == LoopNode::Kind::loop && is_perfect(loop.body.front()));
  }

  static bool has_whole_loops(const std::vector<LoopNode>& body) {
    return std::all_of(body.begin(), body.end(), [](const LoopNode& node) {
      return node.kind != LoopNode::Kind::call && (node.kind != LoopNode::Kind::loop || has_constant_range(node)) &&
             has_whole_loops(node.body);
    });
  }

  bool holds_allowed(const std::vector<LoopNode>& body, int level) const {
    return std::all_of(body.begin(), body.end(), [&](const LoopNode& node) {
      const bool allowed =
          node.kind != LoopNode::Kind::instance || may_hold_(tree_.program->computes[node.compute].name, level);
      return allowed && holds_allowed(node.body, level);
    });
  }

  /// Directives name statements: one that stands in several places would be marked in all of them.
  static bool is_met_once(const std::vector<LoopNode>& body, std::set<int>& met) {
    return std::all_of(body.begin(), body.end(), [&](const LoopNode& node) {
      return (node.kind != LoopNode::Kind::instance || met.insert(node.compute).second) && is_met_once(node.body, met);
    });
  }

  const poly::LoopTree& tree_;
  const Function& function_;
  const MayHold& may_hold_;
};

void unroll_all(std::vector<Node>& body) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::loop) node.loop.unroll = node.loop.trip.max;
    for (std::vector<Node>* inner : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) unroll_all(*inner);
  }
}

/// Counts the loads of values and the operations on what they load. The numbers of loops, and what is made of nothing
/// else, are known once loops are unrolled; a cast is wires.
class OperationCount {
 public:
  explicit OperationCount(const Function& function) : function_(function) {}

  std::int64_t operations = 0;

  void add(const Assignment& assignment) {
    depends_on_data(assignment.value);
    for (const Index& index : assignment.indices) depends_on_data(index.value);
  }

 private:
  bool depends_on_data(int expression) {
    if (expression < 0) return false;
    const auto [at, fresh] = known_.try_emplace(expression, false);
    if (!fresh) return at->second;
    const Expression& e = function_.expressions[expression];
    bool depends = e.op == OpKind::load || e.op == OpKind::unknown;
    for (const int operand : e.operands) depends = depends_on_data(operand) || depends;
    for (const Index& index : e.indices) depends_on_data(index.value);
    if (depends && e.op != OpKind::cast) ++operations;
    return known_[expression] = depends;
  }

  const Function& function_;
  std::map<int, bool> known_;
};

}  // namespace

std::int64_t count_operations(const Function& function, const std::vector<Node>& body) {
  std::int64_t operations = 0;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      OperationCount count(function);
      count.add(node.assignment);
      operations += count.operations;
    }
    const std::int64_t inside = count_operations(function, node.loop.body) +
                                count_operations(function, node.branch.then) +
                                count_operations(function, node.branch.otherwise);
    operations += inside * (node.kind == Node::Kind::loop ? node.loop.trip.max : 1);
  }
  return operations;
}

std::vector<WholeBodies> find_whole_bodies(const poly::LoopTree& tree, const Kernel& kernel, const MayHold& may_hold) {
  BodyFinder finder(tree, kernel.top_function(), may_hold);
  std::vector<WholeBodies> all;
  for (const auto which : {BodyFinder::Which::outermost, BodyFinder::Which::innermost}) {
    WholeBodies bodies = finder.find(tree.roots, which);
    if (!bodies.empty() && std::find(all.begin(), all.end(), bodies) == all.end()) all.push_back(std::move(bodies));
  }
  return all;
}

void build_whole(Function& function, const WholeBodies& bodies) {
  for (const std::string& label : bodies) {
    if (Loop* loop = find_loop(function.body, label)) unroll_all(loop->body);
  }
}

}  // namespace pom::dse::explore
