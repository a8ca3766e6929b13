#include <algorithm>
#include <map>

#include "bench/qor/import/finish_kernel.hpp"
#include "bench/qor/import/index_arithmetic.hpp"

namespace pom::dse::qor {

namespace {

constexpr std::int64_t most_visits = 3'000'000;

struct Count {
  std::int64_t visits = 0, min = 0, max = 0;
  double sum = 0;
};

bool is_open(const Loop& loop) {
  const auto fixed = [](const Index& bound) { return bound.is_constant() || bound.opaque; };
  return !std::all_of(loop.lower.begin(), loop.lower.end(), fixed) ||
         !std::all_of(loop.upper.begin(), loop.upper.end(), fixed);
}

bool bounds_mention(const std::vector<Node>& nodes, int id) {
  const auto in_bounds = [&](const Index& bound) { return mentions(bound, id); };
  return std::any_of(nodes.begin(), nodes.end(), [&](const Node& node) {
    if (node.kind == Node::Kind::branch)
      return bounds_mention(node.branch.then, id) || bounds_mention(node.branch.otherwise, id);
    if (node.kind != Node::Kind::loop) return false;
    return std::any_of(node.loop.lower.begin(), node.loop.lower.end(), in_bounds) ||
           std::any_of(node.loop.upper.begin(), node.loop.upper.end(), in_bounds) || bounds_mention(node.loop.body, id);
  });
}

bool any_open(const std::vector<Node>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const Node& node) {
    return (node.kind == Node::Kind::loop && (is_open(node.loop) || any_open(node.loop.body))) ||
           (node.kind == Node::Kind::branch && (any_open(node.branch.then) || any_open(node.branch.otherwise)));
  });
}

/// Runs the loops on whose values the bounds of others depend; all others once.
class Counter {
 public:
  void walk(std::vector<Node>& nodes) {
    for (Node& node : nodes) {
      if (node.kind == Node::Kind::loop) visit(node.loop);
      if (node.kind == Node::Kind::branch) {
        walk(node.branch.then);
        walk(node.branch.otherwise);
      }
    }
  }

  std::map<int, Count> counts;
  bool whole = true;  ///< false: there were too many iterations to visit

 private:
  void visit(Loop& loop) {
    if (!any_open(loop.body) && !is_open(loop)) return;
    const auto value_of = [this](int id) {
      const auto found = values_.find(id);
      return found == values_.end() ? std::int64_t(0) : found->second;
    };
    const auto lower = evaluate(loop.lower.front(), value_of), upper = evaluate(loop.upper.front(), value_of);
    std::int64_t trip = loop.trip.max;
    if (lower && upper) {
      const std::int64_t length = loop.step > 0 ? *upper - *lower : *lower - *upper, step = std::abs(loop.step);
      trip = length <= 0 ? 0 : (length + step - 1) / step;
    }
    Count& count = counts[loop.id];
    count.min = count.visits == 0 ? trip : std::min(count.min, trip);
    count.max = std::max(count.max, trip);
    count.sum += static_cast<double>(trip);
    ++count.visits;
    const std::int64_t rounds = bounds_mention(loop.body, loop.id) ? trip : std::min<std::int64_t>(trip, 1);
    for (std::int64_t n = 0; n < rounds; ++n) {
      if (++visits_ > most_visits) {
        whole = false;
        return;
      }
      values_[loop.id] = lower.value_or(0) + n * loop.step;
      walk(loop.body);
    }
  }

  std::map<int, std::int64_t> values_;
  std::int64_t visits_ = 0;
};

void store(std::vector<Node>& nodes, const std::map<int, Count>& counts) {
  for (Node& node : nodes) {
    for (auto* body : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) store(*body, counts);
    if (node.kind != Node::Kind::loop || !is_open(node.loop)) continue;
    const auto found = counts.find(node.loop.id);
    if (found == counts.end()) continue;
    const Count& count = found->second;
    node.loop.trip = {count.min, count.max, count.sum / static_cast<double>(std::max<std::int64_t>(count.visits, 1))};
  }
}

}  // namespace

void count_trips(Function& function, std::vector<std::string>& notes) {
  if (!any_open(function.body)) return;
  Counter counter;
  counter.walk(function.body);
  if (!counter.whole) notes.push_back(function.name + ": trip counts are of the first iterations only");
  store(function.body, counter.counts);
}

}  // namespace pom::dse::qor
