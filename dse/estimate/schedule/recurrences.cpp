#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "dse/estimate/graph/time_point.hpp"
#include "dse/estimate/schedule/schedule.hpp"

namespace pom::dse::estimate {

namespace {

/// Numbers of nodes, the least of which is taken out first. Numbers that are put in behind it may be any, often the
/// same one many times: a node that waits for a hundred others.
class AscendingNumbers {
 public:
  void resize(std::size_t numbers) { words_.assign((numbers + bits - 1) / bits, 0); }
  void insert(std::size_t n) {
    words_[n / bits] |= std::uint64_t{1} << n % bits;
    first_ = std::min(first_, n / bits);
    end_ = std::max(end_, n / bits + 1);
  }
  /// Moves on to the first word that has a number.
  bool empty() {
    while (first_ < end_ && words_[first_] == 0) ++first_;
    return first_ >= end_;
  }
  /// Only where it is not empty.
  std::size_t least() const { return first_ * bits + static_cast<std::size_t>(std::countr_zero(words_[first_])); }
  void remove_least() { words_[first_] &= words_[first_] - 1; }
  void clear() {
    for (std::size_t n = first_; n < end_; ++n) words_[n] = 0;
    first_ = words_.size();
    end_ = 0;
  }

 private:
  static constexpr std::size_t bits = 64;
  std::vector<std::uint64_t> words_;
  std::size_t first_ = 0, end_ = 0;  ///< words from `first_` on, but in front of `end_`, may have numbers
};

/// Computes the states from the start of a node until a dependent node has its value, if no other node delays it. One
/// walk through what depends on the node serves all carried edges into it: a block of thousands of nodes may have
/// hundreds of such nodes, each with a few that depend on it.
class PathStates {
 public:
  PathStates(const Graph& graph, double budget_ns) : graph_(graph), budget_(budget_ns) {}

  /// Returns the states from the edge's target until its source has a value computed from it; -1: there is no path.
  int along(const CarriedEdge& edge) {
    const auto from = static_cast<std::size_t>(edge.to), to = static_cast<std::size_t>(edge.from);
    if (from > to) return -1;
    if (followers_.empty()) find_followers();
    if (from != from_ || edge.through_memory != through_memory_ || reached_.empty()) start(from, edge.through_memory);
    while (!waiting_.empty() && waiting_.least() <= to) advance();
    return result_[to].state;
  }

 private:
  void find_followers() {
    followers_.resize(graph_.nodes.size());
    waiting_.resize(graph_.nodes.size());
    result_.assign(graph_.nodes.size(), {-1, 0});
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      for (const GraphEdge& wait : graph_.edges_of(graph_.nodes[n])) {
        if (wait.from >= 0 && wait.kind != GraphEdge::Kind::with) followers_[wait.from].push_back(n);
      }
    }
  }

  void start(std::size_t from, bool through_memory) {
    for (const std::size_t n : reached_) result_[n] = {-1, 0};
    reached_.clear();
    waiting_.clear();
    from_ = from;
    through_memory_ = through_memory;
    // A register's value is forwarded into the state of its result; a memory is read from the node's start.
    reach(from, through_memory ? result_of(graph_.nodes[from], {0, 0}) : TimePoint{0, 0});
  }

  void reach(std::size_t n, TimePoint at) {
    result_[n] = at;
    reached_.push_back(n);
    for (const std::size_t follower : followers_[n]) waiting_.insert(follower);
  }

  /// The next node in their order, in which operands stand before who uses them.
  void advance() {
    const std::size_t n = waiting_.least();
    waiting_.remove_least();
    const GraphNode& node = graph_.nodes[n];
    TimePoint ready{-1, 0};
    for (const GraphEdge& wait : graph_.edges_of(node)) {
      if (wait.from < 0 || wait.kind == GraphEdge::Kind::with || result_[wait.from].state < 0) continue;
      const TimePoint at = result_[wait.from];
      ready = std::max(ready, wait.kind == GraphEdge::Kind::value ? at : TimePoint{at.state + 1, 0});
    }
    const TimePoint begin = fit(node, ready, budget_);
    const bool stores = node.role == Role::store;
    reach(n, stores ? TimePoint{begin.state + std::max(node.latency - 1, 0), 0} : result_of(node, begin));
  }

  const Graph& graph_;
  double budget_;
  std::vector<std::vector<std::size_t>> followers_;  ///< by node
  std::size_t from_ = 0;
  bool through_memory_ = false;
  std::vector<TimePoint> result_;     ///< by node; state -1: it is not reached
  std::vector<std::size_t> reached_;  ///< nodes
  AscendingNumbers waiting_;          ///< nodes behind them
};

/// Orders the carried edges so that edges into the same node are adjacent.
std::vector<std::size_t> by_target(const Graph& graph) {
  std::vector<std::size_t> order(graph.carried.size());
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = n;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const CarriedEdge &x = graph.carried[a], &y = graph.carried[b];
    return x.to != y.to ? x.to < y.to : x.through_memory < y.through_memory;
  });
  return order;
}

/// States saved on a squeezed path: one from load into operator, one from operator into store.
constexpr int squeezed_states = 2;

constexpr int nobody = -1, several = -2;

/// Finds, for each node, the only node that uses its value; `nobody` or `several` otherwise.
std::vector<int> find_only_users(const Graph& graph) {
  std::vector<int> users(graph.nodes.size(), nobody);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    for (const GraphEdge& edge : graph.edges_of(node)) {
      if (edge.kind != GraphEdge::Kind::value || edge.from < 0) continue;
      int& user = users[edge.from];
      user = user == nobody || user == static_cast<int>(n) ? static_cast<int>(n) : several;
    }
  }
  return users;
}

}  // namespace

void mark_forwarded(Graph& graph, const std::vector<MemoryView>& memories, const Forwarding& forwarding) {
  PathStates paths(graph, forwarding.budget_ns);
  std::vector<int> users;
  for (const std::size_t n : by_target(graph)) {
    CarriedEdge& edge = graph.carried[n];
    const GraphNode& from = graph.nodes[edge.from];
    // Registers have no states of load and store.
    const bool in_memory = edge.through_memory && memories[edge.array].kind != MemoryView::Kind::registers;
    if (in_memory && forwarding.memory_path == MemoryPath::squeezed && edge.distance > 1)
      edge.forwarded = squeezed_states;
    if (edge.through_memory || from.role != Role::operation || from.latency == 0) continue;
    if (users.empty()) users = find_only_users(graph);
    int user = users[edge.to];
    // With unsafe math the choice between the first value and the carried one is none of the operators.
    const bool chooses = user >= 0 && graph.nodes[user].op == OpKind::select && graph.nodes[user].latency == 0;
    if (forwarding.unsafe_math && chooses) user = users[user];
    const bool alone = user == nobody || user == edge.from;
    edge.forwarded = alone && paths.along(edge) == from.latency ? 1 : 0;
  }
}

RecurrenceInterval find_recurrence_interval(const Graph& graph, double budget_ns) {
  RecurrenceInterval worst;
  PathStates paths(graph, budget_ns);
  for (const std::size_t n : by_target(graph)) {
    const CarriedEdge& edge = graph.carried[n];
    const int states = paths.along(edge);
    if (states < 0) continue;
    const std::int64_t apart = states + 1 - edge.forwarded;
    const std::int64_t interval = (apart + edge.distance - 1) / edge.distance;
    const bool first_of_equals = interval == worst.interval && static_cast<int>(n) < worst.edge;
    if (interval > worst.interval || first_of_equals) worst = {interval, static_cast<int>(n)};
  }
  return worst;
}

}  // namespace pom::dse::estimate
