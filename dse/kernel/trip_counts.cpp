#include "dse/kernel/trip_counts.hpp"

#include <algorithm>
#include <set>

#include "dse/kernel/nest_sum.hpp"

namespace pom::dse {

namespace {

class TripCounter {
 public:
  explicit TripCounter(Function& function) : function_(function), conditions_(function) {}

  void count() {
    int last = -1;
    find_last_id(function_.body, last);
    for (const auto& [symbol, size] : function_.sizes) last = std::max(last, symbol);
    values_.assign(static_cast<std::size_t>(last + 1), 0);
    for (const auto& [symbol, size] : function_.sizes) values_[symbol] = size;
    visit(function_.body);
  }

 private:
  static void find_last_id(const std::vector<Node>& body, int& last) {
    for (const Node& node : body) {
      last = std::max(last, node.kind == Node::Kind::loop ? node.loop.id : -1);
      find_last_id(node.loop.body, last);
      find_last_id(node.branch.then, last);
      find_last_id(node.branch.otherwise, last);
    }
  }

  void visit(std::vector<Node>& body) {
    for (Node& node : body) {
      if (node.kind == Node::Kind::loop) {
        if (has_affine_bounds(node.loop)) node.loop.trip = count(node.loop);
        if (node.loop.trip.assumed) assumed_.insert(node.loop.id);
        inside({&node.loop, -1, true}, node.loop.body);
      } else if (node.kind == Node::Kind::branch) {
        if (holds_loops(node.branch)) node.branch.share = share_of(node.branch);
        inside({nullptr, node.branch.condition, true}, node.branch.then);
        inside({nullptr, node.branch.condition, false}, node.branch.otherwise);
      }
    }
  }

  void inside(const NestStep& step, std::vector<Node>& body) {
    path_.push_back(step);
    visit(body);
    path_.pop_back();
  }

  /// Only what stands in no pipeline has loops and calls of its own behind a condition.
  bool holds_loops(const Branch& branch) const {
    const auto is_piece = [](const Node& node) { return node.kind != Node::Kind::assignment; };
    const auto any_piece = [&](const std::vector<Node>& body) {
      return std::any_of(body.begin(), body.end(), is_piece);
    };
    return std::none_of(path_.begin(), path_.end(),
                        [](const NestStep& step) { return step.loop && step.loop->pipeline; }) &&
           (any_piece(branch.then) || any_piece(branch.otherwise));
  }

  /// -1: only the run knows.
  double share_of(const Branch& branch) {
    if (!conditions_.value(branch.condition, values_)) return -1;
    std::set<int> loops;
    conditions_.collect(branch.condition, loops);
    std::vector<NestStep> steps = relevant_steps(loops);
    const double all = count_entries(steps, conditions_, values_);
    steps.push_back({nullptr, branch.condition, true});
    return all > 0 ? count_entries(steps, conditions_, values_) / all : -1;
  }

  TripCount count(const Loop& loop) {
    std::set<int> relevant;
    collect_bound_loops(loop, relevant);
    TripCount trip = sum_trips(loop, relevant_steps(relevant), conditions_, values_);
    trip.assumed = depends_on_sizes(loop);
    return trip;
  }

  bool depends_on_sizes(const Loop& loop) const {
    std::set<int> loops;
    if (loop.lower.size() == 1 && loop.upper.size() == 1)
      collect_loops(loop.upper.front() + -1 * Index(loop.lower.front()), loops);
    else
      collect_bound_loops(loop, loops);
    return std::any_of(loops.begin(), loops.end(),
                       [&](int id) { return function_.sizes.contains(id) || assumed_.contains(id); });
  }

  /// Selects the path's steps that influence the bounds' loops, directly or through other steps. Sizes join none of
  /// them: each has one value in all iterations.
  std::vector<NestStep> relevant_steps(std::set<int> loops) const {
    drop_sizes(loops);
    std::vector<char> taken(path_.size(), 0);
    bool changed = !loops.empty();
    while (changed) {
      changed = false;
      for (std::size_t n = 0; n < path_.size(); ++n) changed = take(n, taken, loops) || changed;
    }
    std::vector<NestStep> steps;
    for (std::size_t n = 0; n < path_.size(); ++n) {
      if (taken[n]) steps.push_back(path_[n]);
    }
    return steps;
  }

  void drop_sizes(std::set<int>& loops) const {
    std::erase_if(loops, [&](int id) { return function_.sizes.contains(id); });
  }

  bool take(std::size_t n, std::vector<char>& taken, std::set<int>& loops) const {
    const NestStep& step = path_[n];
    if (taken[n] || (step.loop && !has_affine_bounds(*step.loop))) return false;
    std::set<int> own;
    if (step.loop) {
      collect_bound_loops(*step.loop, own);
      own.insert(step.loop->id);
    } else {
      conditions_.collect(step.condition, own);
    }
    drop_sizes(own);
    if (std::none_of(own.begin(), own.end(), [&](int loop) { return loops.contains(loop); })) return false;
    taken[n] = 1;
    loops.insert(own.begin(), own.end());
    return true;
  }

  Function& function_;
  Conditions conditions_;
  LoopValues values_;
  std::vector<NestStep> path_;
  std::set<int> assumed_;  ///< the loops whose trips only a call knows
};

}  // namespace

void count_trips(Function& function) { TripCounter(function).count(); }

}  // namespace pom::dse
