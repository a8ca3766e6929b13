#include "dse/estimate/schedule/schedule.hpp"

#include <algorithm>

#include "dse/estimate/graph/time_point.hpp"
#include "dse/estimate/schedule/ports.hpp"

namespace pom::dse {

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
  // A store is done at the end of its state.
  return {(from.role == Role::store ? start.state : result.state) + 1, 0};
}

/// Float units that are shared; an operation starts in a unit in each state.
class Units {
 public:
  explicit Units(const ScheduleLimits& limits) : limits_(limits) {
    if (limits.units && limits.interval > 1) started_.resize(limits.interval);
  }

  /// The first state from `state` on in which a unit is free; takes it.
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

/// What the iterations before add to a node's wait.
struct Bound {
  TimePoint start, result;  ///< not before
};

/// One pass: each node as early as what it waits for, the ports and the bounds allow.
struct Pass {
  std::vector<TimePoint> start, result;
  std::vector<int> waited;         ///< states, for a port
  std::vector<std::size_t> order;  ///< in which nodes take ports and units

  void order_by_urgency(const Graph& graph);
  void run(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits,
           const std::vector<Bound>& bounds);
};

/// The longest way to the end goes first.
void Pass::order_by_urgency(const Graph& graph) {
  if (!order.empty()) return;
  std::vector<int> after(graph.nodes.size());  // states from the start of a node to the end of what waits for it
  order.resize(graph.nodes.size());
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    const GraphNode& node = graph.nodes[n];
    order[n] = n;
    after[n] += node.latency;
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const auto from = static_cast<std::size_t>(graph.edges[e].from);
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
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const GraphEdge& edge = graph.edges[e];
      const auto from = static_cast<std::size_t>(edge.from);
      ready = std::max(ready, wait_for(edge, graph.nodes[from], start[from], result[from]));
    }
    start[n] = fit(node, ready, limits.budget_ns);
    if (needs_port(node)) {
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

/// Moves bounds so that each carried value is there when its iteration needs it; true: nothing moved.
bool settle(const Graph& graph, const Pass& pass, int interval, std::vector<Bound>& bounds) {
  bool settled = true;
  for (const CarriedEdge& edge : graph.carried) {
    const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
    const int back = static_cast<int>(std::min<std::int64_t>(interval * edge.distance, 1 << 28));
    if (edge.through_memory) {
      // The memory shows what was stored from the state after on, a bus when it acknowledged.
      const int shown = std::max(1, graph.nodes[from].latency);
      const TimePoint needed{pass.start[from].state + shown - edge.forwarded - back, 0};
      if (pass.start[to].state >= needed.state) continue;
      bounds[to].start = needed;
    } else {
      // A register's new value is there in the state after; what a pipelined operator computes alone, in its last.
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

/// Passes until every carried value is there in time; false: the interval is too short.
bool run_until_settled(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits,
                       Pass& pass, std::vector<Bound>& bounds) {
  // A schedule that exists is reached after each carried value moved others a few times.
  const std::size_t rounds = 4 + 2 * std::min<std::size_t>(graph.carried.size(), 30);
  for (std::size_t round = 0; round < rounds; ++round) {
    pass.run(graph, views, limits, bounds);
    if (settle(graph, pass, limits.interval, bounds)) return true;
  }
  return false;
}

/// States by which a load's result may come later without moving what uses it.
std::vector<int> slack_of_loads(const Graph& graph, const Pass& pass) {
  constexpr int unused = 1 << 28;
  std::vector<int> slack(graph.nodes.size(), unused);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const GraphEdge& edge = graph.edges[e];
      const auto from = static_cast<std::size_t>(edge.from);
      const TimePoint& there = pass.result[from];
      const bool same_state = edge.kind == GraphEdge::Kind::value && !(pass.start[n].ns < there.ns);
      slack[from] = std::min(slack[from], pass.start[n].state - there.state - (same_state ? 0 : 1));
    }
  }
  for (int& states : slack) states = states == unused ? 0 : std::max(states, 0);
  return slack;
}

/// States that stores into each array wait for its ports.
std::vector<int> waits_of_stores(const Graph& graph, const Pass& pass, std::size_t arrays) {
  std::vector<int> waits(arrays, 0);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (graph.nodes[n].role != Role::store || graph.nodes[n].access < 0) continue;
    int& most = waits[static_cast<std::size_t>(graph.accesses[graph.nodes[n].access].array)];
    most = std::max(most, pass.waited[n]);
  }
  return waits;
}

/// A load that is made as early as it can be may take, of every interval, the state in which the same iteration's
/// store needs the port. Loads as many states later as the store waits, and keeps the shorter of both schedules.
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

}  // namespace pom::dse
