#include "dse/estimate/schedule/schedule.hpp"

#include <algorithm>
#include <numeric>

#include "dse/estimate/graph/time_point.hpp"
#include "dse/estimate/schedule/ports.hpp"

namespace pom::dse::estimate {

namespace {

TimePoint wait_for(const GraphEdge& edge, const GraphNode& from, const TimePoint& start, const TimePoint& result) {
  switch (edge.kind) {
    case GraphEdge::Kind::value:
      return result;
    case GraphEdge::Kind::with:
      return {start.state, 0};
    case GraphEdge::Kind::after:
      break;
  }
  // A store is done at the end of its first state.
  return {(from.role == Role::store ? start.state : result.state) + 1, 0};
}

/// Reservation table of shared float units; a unit accepts one operation in each state.
class Units {
 public:
  explicit Units(const ScheduleLimits& limits) : limits_(limits) {
    if (limits.units && limits.interval > 1) started_.resize(limits.interval);
  }

  /// Reserves a unit in the first state from `state` on in which one is free; returns that state.
  int take(const GraphNode& node, int state) {
    const auto kind = static_cast<std::size_t>(node.unit);
    if (kind == 0 || started_.empty()) return state;
    const auto here = [&]() -> int& { return started_[state % limits_.interval][kind]; };
    for (int tries = 0; here() >= (*limits_.units)[kind] && tries < limits_.interval; ++tries) ++state;
    ++here();
    return state;
  }

 private:
  const ScheduleLimits& limits_;
  std::vector<UnitCounts> started_;
};

/// Lower limits on a node's start and result from earlier iterations.
struct Bound {
  TimePoint start, result;  ///< earliest points in time
};

/// One pass of list scheduling: each node as soon as its operands, the ports and the bounds allow.
struct Pass {
  std::vector<TimePoint> start, result;
  std::vector<int> waited;         ///< states that the node waited for a port
  std::vector<std::size_t> order;  ///< in which nodes reserve ports and units

  void order_by_urgency(const Graph& graph);
  void run(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits,
           const std::vector<Bound>& bounds);
};

/// Nodes with the longest path to the end of the block come first.
void Pass::order_by_urgency(const Graph& graph) {
  if (!order.empty()) return;
  std::vector<int> after(graph.nodes.size());  // states from the start of a node to the end of its longest path
  order.resize(graph.nodes.size());
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    const GraphNode& node = graph.nodes[n];
    order[n] = n;
    after[n] += node.latency;
    for (const GraphEdge& edge : graph.edges_of(node)) {
      const auto from = static_cast<std::size_t>(edge.from);
      after[from] = std::max(after[from], after[n]);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return after[a] > after[b]; });
}

void Pass::run(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits,
               const std::vector<Bound>& bounds) {
  start.assign(graph.nodes.size(), {});
  result.assign(graph.nodes.size(), {});
  waited.assign(graph.nodes.size(), 0);
  order_by_urgency(graph);
  Ports ports(graph, views, limits.interval);
  Units units(limits);
  for (const std::size_t n : order) {
    const GraphNode& node = graph.nodes[n];
    TimePoint ready;
    if (!bounds.empty()) ready = bounds[n].start;
    for (const GraphEdge& edge : graph.edges_of(node)) {
      const auto from = static_cast<std::size_t>(edge.from);
      ready = std::max(ready, wait_for(edge, graph.nodes[from], start[from], result[from]));
    }
    start[n] = fit(node, ready, limits.budget_ns);
    if (needs_port(graph, node)) {
      const int state = ports.take(graph.accesses[node.access], start[n].state);
      waited[n] = state - start[n].state;
      if (waited[n] > 0) start[n] = {state, 0};
    }
    const int state = units.take(node, start[n].state);
    if (state != start[n].state) start[n] = {state, 0};
    result[n] = result_of(node, start[n]);
    if (!bounds.empty()) result[n] = std::max(result[n], bounds[n].result);
  }
}

BlockSchedule describe(const Graph& graph, const Pass& pass) {
  BlockSchedule schedule;
  schedule.start.resize(graph.nodes.size());
  schedule.finish_ns.resize(graph.nodes.size());
  int last = 0;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    schedule.start[n] = pass.start[n].state;
    schedule.finish_ns[n] = pass.result[n].ns;
    if (graph.nodes[n].role != Role::source) last = std::max(last, pass.result[n].state);
  }
  schedule.states = last + 1;
  return schedule;
}

/// Raises bounds so that each carried value arrives in time; returns true if no bound changed.
bool settle(const Graph& graph, const Pass& pass, int interval, std::vector<Bound>& bounds) {
  bool settled = true;
  for (const CarriedEdge& edge : graph.carried) {
    const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
    const int back = static_cast<int>(std::min<std::int64_t>(interval * edge.distance, 1 << 28));
    if (edge.through_memory) {
      // A stored element is visible from the next state on; on a bus, once the write is acknowledged.
      const int shown = std::max(1, graph.nodes[from].latency);
      const TimePoint needed{pass.start[from].state + shown - edge.forwarded - back, 0};
      if (pass.start[to].state >= needed.state) continue;
      bounds[to].start = needed;
    } else {
      // A register's new value is available in the next state; with forwarding, in the last state of the operator.
      const TimePoint needed{pass.result[from].state + 1 - back - edge.forwarded, 0};
      if (!(pass.result[to] < needed)) continue;
      bounds[to].result = needed;
    }
    settled = false;
  }
  return settled;
}

}  // namespace

BlockSchedule schedule_block(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits) {
  Pass pass;
  pass.run(graph, views, limits, {});
  return describe(graph, pass);
}

namespace {

/// Takes the steps of one pass from those that are left; throws GraphTooLarge when there are none.
void count_steps(const Graph& graph, const Pass& pass, const ScheduleLimits& limits) {
  if (!limits.steps_left) return;
  *limits.steps_left -= static_cast<std::int64_t>(graph.nodes.size() + graph.edges.size() + graph.carried.size());
  *limits.steps_left -= std::accumulate(pass.waited.begin(), pass.waited.end(), std::int64_t{0});
  if (*limits.steps_left < 0) throw GraphTooLarge();
}

/// Repeats passes until every carried value arrives in time; returns false if the interval is too short.
bool run_until_settled(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits,
                       Pass& pass, std::vector<Bound>& bounds) {
  // A feasible schedule is reached after each carried value has moved others a few times.
  const std::size_t rounds = 4 + 2 * std::min<std::size_t>(graph.carried.size(), 30);
  for (std::size_t round = 0; round < rounds; ++round) {
    pass.run(graph, views, limits, bounds);
    count_steps(graph, pass, limits);
    if (settle(graph, pass, limits.interval, bounds)) return true;
  }
  return false;
}

/// Computes the states by which each load may be delayed without moving its users.
std::vector<int> slack_of_loads(const Graph& graph, const Pass& pass) {
  constexpr int unused = 1 << 28;
  std::vector<int> slack(graph.nodes.size(), unused);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    for (const GraphEdge& edge : graph.edges_of(node)) {
      const auto from = static_cast<std::size_t>(edge.from);
      const TimePoint& there = pass.result[from];
      const bool same_state = edge.kind == GraphEdge::Kind::value && !(pass.start[n].ns < there.ns);
      slack[from] = std::min(slack[from], pass.start[n].state - there.state - (same_state ? 0 : 1));
    }
  }
  for (int& states : slack) states = states == unused ? 0 : std::max(states, 0);
  return slack;
}

/// Computes, for each array, the most states that one of its stores waits for a port.
std::vector<int> waits_of_stores(const Graph& graph, const Pass& pass, std::size_t arrays) {
  std::vector<int> waits(arrays, 0);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (graph.nodes[n].role != Role::store || graph.nodes[n].access < 0) continue;
    int& most = waits[static_cast<std::size_t>(graph.accesses[graph.nodes[n].access].array)];
    most = std::max(most, pass.waited[n]);
  }
  return waits;
}

/// Delays loads that take the port which the same iteration's store needs. A load scheduled as soon as possible may
/// occupy that state in every interval. The loads move by the states that the store waits; the shorter of both
/// schedules is kept.
void postpone_loads(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits,
                    Pass& pass) {
  const std::vector<int> waits = waits_of_stores(graph, pass, views.size());
  if (std::all_of(waits.begin(), waits.end(), [](int states) { return states == 0; })) return;
  const std::vector<int> slack = slack_of_loads(graph, pass);
  std::vector<Bound> bounds(graph.nodes.size());
  for (const GraphAccess& access : graph.accesses) {
    if (access.node < 0 || access.writes) continue;
    const auto n = static_cast<std::size_t>(access.node);
    const int later = std::min(slack[n], waits[access.array]);
    if (graph.nodes[n].role == Role::load && later > 0) bounds[n].start = {pass.start[n].state + later, 0};
  }
  Pass late;
  late.order = pass.order;
  if (!run_until_settled(graph, views, limits, late, bounds)) return;
  if (describe(graph, late).states < describe(graph, pass).states) pass = late;
}

}  // namespace

std::optional<BlockSchedule> schedule_pipeline(const Graph& graph, const std::vector<MemoryView>& views,
                                               const ScheduleLimits& limits) {
  Pass pass;
  std::vector<Bound> bounds(graph.carried.empty() ? 0 : graph.nodes.size());
  if (!run_until_settled(graph, views, limits, pass, bounds)) return {};
  if (limits.interval > 1) postpone_loads(graph, views, limits, pass);
  return describe(graph, pass);
}

}  // namespace pom::dse::estimate
