#include "loop_walk.hpp"

#include <algorithm>
#include <stdexcept>

#include "fact_check.hpp"
#include "routine_calls.hpp"

namespace pom::fuzz {

namespace {

using poly::AffineExpr;
using poly::LoopNode;

class LoopWalk {
 public:
  LoopWalk(const poly::LoopTree& tree, const poly::Scop& scheduled, const Instances& instances, const Ranks& ranks)
      : tree_(tree),
        scheduled_(scheduled),
        instances_(instances),
        ranks_(ranks),
        calls_(tree, scheduled),
        facts_(instances),
        seen_(instances.all.size(), false) {}

  std::optional<LoopDefect> defect() const { return defect_; }

  void run_roots() {
    for (const LoopNode& root : tree_.roots) {
      if (root.kind == LoopNode::Kind::call) {
        run_call(root);
      } else {
        calls_.pass(root);
        run({root}, nullptr);
      }
    }
  }

  void run(const std::vector<LoopNode>& body, const LoopNode* pipelined) {
    for (const LoopNode& node : body) {
      if (defect_) return;
      if (node.kind == LoopNode::Kind::loop) run_loop(node, pipelined);
      if (node.kind == LoopNode::Kind::guard && holds(node)) run(node.body, pipelined);
      if (node.kind == LoopNode::Kind::instance) run_instance(node, pipelined);
    }
  }

  void finish() {
    if (!facts_.error().empty()) report("false-fact", facts_.error());
    const auto missing = std::find(seen_.begin(), seen_.end(), false);
    if (missing == seen_.end()) return;
    report("loops-lose-instance", name(instances_.all[missing - seen_.begin()]) + " never runs");
  }

 private:
  void report(const std::string& kind, const std::string& detail) {
    if (!defect_) defect_ = LoopDefect{kind, detail};
  }

  std::string name(const Instance& instance) const {
    std::string text = scheduled_.statements[instance.statement].name;
    for (std::int64_t i : instance.iterators) text += " " + std::to_string(i);
    return text;
  }

  std::int64_t value(const AffineExpr& e) const {
    const auto operand = [&] { return value(e.operands.front()); };
    switch (e.kind) {
      case AffineExpr::Kind::constant:
        return e.value;
      case AffineExpr::Kind::iterator:
        return iterators_.at(e.loop);
      case AffineExpr::Kind::parameter:
        throw std::logic_error("programs with parameters are walked at a size");
      case AffineExpr::Kind::mul:
        return operand() * e.value;
      case AffineExpr::Kind::floordiv:
        return (operand() - remainder(operand(), e.value)) / e.value;
      case AffineExpr::Kind::mod:
        return remainder(operand(), e.value);
      case AffineExpr::Kind::add:
        break;
    }
    std::int64_t sum = 0;
    for (const AffineExpr& term : e.operands) sum += value(term);
    return sum;
  }

  static std::int64_t remainder(std::int64_t a, std::int64_t b) { return (a % b + b) % b; }

  bool holds(const LoopNode& guard) const {
    const bool all = std::all_of(guard.when.begin(), guard.when.end(), [&](const poly::Constraint& constraint) {
      const std::int64_t at = value(constraint.expr);
      return constraint.equality ? at == 0 : at >= 0;
    });
    return all != guard.unless;
  }

  void run_call(const LoopNode& call) {
    const CallMeaning meaning = calls_.meaning(call);
    if (!meaning.error.empty()) return report("wrong-call", meaning.error);
    call_ = &meaning;
    run(tree_.routines[call.routine].body, nullptr);
    call_ = nullptr;
  }

  void run_loop(const LoopNode& loop, const LoopNode* pipelined) {
    std::int64_t first = value(loop.lower.front()), end = value(loop.upper.front());
    for (const AffineExpr& bound : loop.lower) first = std::max(first, value(bound));
    for (const AffineExpr& bound : loop.upper) end = std::min(end, value(bound));
    if (pipelined) check_trips(loop, *pipelined, first, end);
    facts_.enter(loop, call_ ? &call_->arrays : nullptr);
    for (std::int64_t i = first; i < end && !defect_; i += loop.step) {
      facts_.iterate();
      iterators_[loop.id] = i;
      run(loop.body, loop.pipeline ? &loop : pipelined);
    }
    facts_.leave();
  }

  void check_trips(const LoopNode& loop, const LoopNode& pipelined, std::int64_t first, std::int64_t end) {
    const std::int64_t trips = std::max<std::int64_t>(0, (end - first + loop.step - 1) / loop.step);
    const auto [known, fresh] = trips_.emplace(loop.id, trips);
    if (fresh || known->second == trips) return;
    report("pipeline-over-variable-loop", "loop " + loop.name + " inside the pipelined loop " + pipelined.name +
                                              " runs " + std::to_string(known->second) + " or " +
                                              std::to_string(trips) + " times");
  }

  void run_instance(const LoopNode& node, const LoopNode* pipelined) {
    Instance instance{call_ ? call_->statements.at(node.compute) : node.compute, {}};
    for (const AffineExpr& e : node.iterators) instance.iterators.push_back(value(e));
    const auto index = instances_.find(instance.statement, instance.iterators);
    if (!index) return report("loops-add-instance", name(instance) + " is no instance");
    if (seen_[*index]) return report("loops-repeat-instance", name(instance) + " runs twice");
    seen_[*index] = true;
    facts_.run(*index);
    const int rank = ranks_.of[*index];
    if (rank < last_rank_ && !ranks_.ambiguous)
      report("loops-reorder", name(instance) + " runs after its place in the schedule");
    last_rank_ = rank;
    const auto& loops = scheduled_.statements[instance.statement].loops;
    const bool marked =
        std::any_of(loops.begin(), loops.end(), [](const auto& loop) { return loop.pipeline.has_value(); });
    if (marked && !pipelined) report("pipeline-lost", name(instance) + " runs outside of its pipelined loop");
  }

  const poly::LoopTree& tree_;
  const poly::Scop& scheduled_;
  const Instances& instances_;
  const Ranks& ranks_;
  RoutineCalls calls_;
  FactCheck facts_;
  const CallMeaning* call_ = nullptr;  ///< of the routine that is being run
  std::vector<bool> seen_;
  std::map<int, std::int64_t> iterators_, trips_;
  int last_rank_ = -1;
  std::optional<LoopDefect> defect_;
};

}  // namespace

std::optional<LoopDefect> find_loop_defect(const poly::LoopTree& tree, const poly::Scop& scheduled,
                                           const Instances& instances, const Ranks& ranks) {
  LoopWalk walk(tree, scheduled, instances, ranks);
  walk.run_roots();
  walk.finish();
  return walk.defect();
}

}  // namespace pom::fuzz
