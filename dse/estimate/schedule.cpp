#include "dse/estimate/schedule.hpp"

#include <algorithm>

namespace pom::dse {

namespace {

/// When something is there: in a state, and how far into it.
struct Moment {
  int state = 0;
  float ns = 0;
  bool operator<(const Moment& other) const { return state != other.state ? state < other.state : ns < other.ns; }
};

Moment result_of(const GraphNode& node, Moment start) {
  if (node.latency > 0) return {start.state + node.latency, node.out_ns};
  return {start.state, start.ns + node.out_ns};
}

/// A node that does not fit into what is left of a state waits for the next.
Moment fit(const GraphNode& node, Moment ready, double budget) {
  const float need = node.latency > 0 || node.role == Role::store ? node.in_ns : node.out_ns;
  if (ready.ns > 0 && ready.ns + need > budget) return {ready.state + 1, 0};
  return ready;
}

Moment wait_for(const GraphEdge& edge, const GraphNode& from, const Moment& start, const Moment& result) {
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

/// Reads in a cycle of a memory that the tool copies (RAM_1WNR: 15 copies; 64 reads at an interval of 4).
constexpr int replicated_reads = 16;

int port_count(const Graph& graph, const MemoryView& view, int array) {
  const auto n = static_cast<std::size_t>(array);
  const bool replicated = n < graph.replicated.size() && graph.replicated[n] != 0;
  return replicated ? std::max(replicated_reads, view.ports) : view.ports;
}

/// Banks in which an access takes a port, and the n-th of them.
int ports_of(const GraphAccess& access) { return access.port_bank >= 0 ? 1 : access.banks; }
int port_bank(const Graph& graph, const GraphAccess& access, int n) {
  return access.port_bank >= 0 ? access.port_bank : graph.banks[static_cast<std::size_t>(access.first_bank + n)];
}

/// Each adapter of a bundle: reads, writes.
std::size_t adapter_slots(const std::vector<MemoryView>& views, const MemoryView& view) {
  return 2 * static_cast<std::size_t>(views[static_cast<std::size_t>(view.channel)].adapters);
}
std::size_t adapter_slot(const GraphAccess& access, int bank) {
  return 2 * static_cast<std::size_t>(bank) + (access.writes ? 1 : 0);
}

/// Which ports are taken in which state.
class Ports {
 public:
  Ports(const Graph& graph, const std::vector<MemoryView>& views, int interval)
      : graph_(graph), views_(views), interval_(interval), taken_(views.size()) {}

  /// The first state from `state` on in which the access finds its ports free; takes them.
  int take(const GraphAccess& access, int state) {
    const MemoryView& view = views_[static_cast<std::size_t>(access.array)];
    int tries = 0;
    while (!is_free(access, view, state) && (interval_ == 0 || ++tries < 4 * interval_)) ++state;
    for (int n = 0; n < ports_of(access); ++n) ++slot(access, view, n, state);
    return state;
  }

 private:
  std::uint16_t& slot(const GraphAccess& access, const MemoryView& view, int n, int state) {
    const std::size_t row = static_cast<std::size_t>(interval_ > 0 ? state % interval_ : state);
    if (view.kind == MemoryView::Kind::bus) {
      auto& channel = taken_[static_cast<std::size_t>(view.channel)];
      const std::size_t width = adapter_slots(views_, view);
      if (channel.size() < width * (row + 1)) channel.resize(width * (row + 1));
      return channel[width * row + adapter_slot(access, port_bank(graph_, access, n))];
    }
    auto& table = taken_[static_cast<std::size_t>(access.array)];
    const std::size_t width = static_cast<std::size_t>(view.banks);
    if (table.size() < (row + 1) * width) table.resize((row + 1) * width);
    return table[row * width + static_cast<std::size_t>(port_bank(graph_, access, n))];
  }

  bool is_free(const GraphAccess& access, const MemoryView& view, int state) {
    for (int n = 0; n < ports_of(access); ++n) {
      if (slot(access, view, n, state) >= port_count(graph_, view, access.array)) return false;
    }
    return true;
  }

  const Graph& graph_;
  const std::vector<MemoryView>& views_;
  int interval_;
  std::vector<std::vector<std::uint16_t>> taken_;
};

/// Float units that are shared; an operation starts in a unit in each state.
class Units {
 public:
  explicit Units(const ScheduleLimits& limits) : limits_(limits) {
    if (limits.units && limits.interval > 1) started_.resize(static_cast<std::size_t>(limits.interval));
  }

  /// The first state from `state` on in which a unit is free; takes it.
  int take(const GraphNode& node, int state) {
    const auto kind = static_cast<std::size_t>(node.unit);
    if (kind == 0 || started_.empty()) return state;
    const auto here = [&]() -> int& { return started_[static_cast<std::size_t>(state % limits_.interval)][kind]; };
    for (int tries = 0; here() >= (*limits_.units)[kind] && tries < limits_.interval; ++tries) ++state;
    ++here();
    return state;
  }

 private:
  const ScheduleLimits& limits_;
  std::vector<UnitCounts> started_;
};

bool needs_port(const GraphNode& node) {
  return node.access >= 0 && (node.role == Role::load || node.role == Role::store);
}

}  // namespace

namespace {

/// What the iterations before add to a node's wait.
struct Bound {
  Moment start, result;  ///< not before
};

/// One pass: each node as early as what it waits for, the ports and the bounds allow.
struct Pass {
  std::vector<Moment> start, result;
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
      const auto from = static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(e)].from);
      after[from] = std::max(after[from], after[n]);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return after[a] > after[b]; });
}

void Pass::run(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits,
               const std::vector<Bound>& bounds) {
  start.assign(graph.nodes.size(), {});
  result.assign(graph.nodes.size(), {});
  order_by_urgency(graph);
  Ports ports(graph, views, limits.interval);
  Units units(limits);
  for (const std::size_t n : order) {
    const GraphNode& node = graph.nodes[n];
    Moment ready;
    if (!bounds.empty()) ready = bounds[n].start;
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const GraphEdge& edge = graph.edges[static_cast<std::size_t>(e)];
      const auto from = static_cast<std::size_t>(edge.from);
      ready = std::max(ready, wait_for(edge, graph.nodes[from], start[from], result[from]));
    }
    start[n] = fit(node, ready, limits.budget_ns);
    if (needs_port(node)) {
      const int state = ports.take(graph.accesses[static_cast<std::size_t>(node.access)], start[n].state);
      if (state != start[n].state) start[n] = {state, 0};
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
      const Moment needed{pass.start[from].state + shown - edge.forwarded - back, 0};
      if (pass.start[to].state >= needed.state) continue;
      bounds[to].start = needed;
    } else {
      // A register's new value is there in the state after; what a pipelined operator computes alone, in its last.
      const Moment needed{pass.result[from].state + 1 - back - edge.forwarded, 0};
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

std::optional<BlockSchedule> schedule_pipeline(const Graph& graph, const std::vector<MemoryView>& views,
                                               const ScheduleLimits& limits) {
  Pass pass;
  std::vector<Bound> bounds(graph.carried.empty() ? 0 : graph.nodes.size());
  // A schedule that exists is reached after each carried value moved others a few times.
  const std::size_t rounds = 4 + 2 * std::min<std::size_t>(graph.carried.size(), 30);
  for (std::size_t round = 0; round < rounds; ++round) {
    pass.run(graph, views, limits, bounds);
    if (settle(graph, pass, limits.interval, bounds)) return describe(graph, pass);
  }
  return {};
}

PortInterval find_port_interval(const Graph& graph, const std::vector<MemoryView>& views) {
  std::vector<std::vector<int>> uses(views.size());
  PortInterval worst;
  for (const GraphAccess& access : graph.accesses) {
    if (access.node < 0 || !needs_port(graph.nodes[static_cast<std::size_t>(access.node)])) continue;
    const auto array = static_cast<std::size_t>(access.array);
    const MemoryView& view = views[array];
    if (view.kind == MemoryView::Kind::bus) {
      auto& channel = uses[static_cast<std::size_t>(view.channel)];
      channel.resize(adapter_slots(views, view));
      for (int n = 0; n < ports_of(access); ++n) {
        const int count = ++channel[adapter_slot(access, port_bank(graph, access, n))];
        if (count > worst.interval) worst = {count, access.array};
      }
      continue;
    }
    uses[array].resize(static_cast<std::size_t>(view.banks));
    for (int n = 0; n < ports_of(access); ++n) {
      const int count = ++uses[array][static_cast<std::size_t>(port_bank(graph, access, n))];
      const int ports = port_count(graph, view, access.array);
      const std::int64_t interval = (count + ports - 1) / ports;
      if (interval > worst.interval) worst = {interval, access.array};
    }
  }
  return worst;
}

namespace {

/// States that pass from the start of a node until others have its value, when nothing else makes them wait. One walk
/// through the graph serves all carried edges into one node: those of a large block share few such nodes.
class PathStates {
 public:
  PathStates(const Graph& graph, double budget_ns) : graph_(graph), budget_(budget_ns) {}

  /// Until the source of the carried edge has the value of its target; -1: no path.
  int along(const CarriedEdge& edge) {
    const auto from = static_cast<std::size_t>(edge.to), to = static_cast<std::size_t>(edge.from);
    if (from > to) return -1;
    if (from != from_ || edge.through_memory != through_memory_ || result_.empty()) start(from, edge.through_memory);
    while (result_.size() <= to - from_) extend();
    return result_[to - from_].state;
  }

 private:
  void start(std::size_t from, bool through_memory) {
    from_ = from;
    through_memory_ = through_memory;
    // A register's value is forwarded into the state of the result; a memory is read from the start.
    result_.assign(1, through_memory ? result_of(graph_.nodes[from], {0, 0}) : Moment{0, 0});
  }

  void extend() {
    const GraphNode& node = graph_.nodes[from_ + result_.size()];
    Moment ready{-1, 0};
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const GraphEdge& wait = graph_.edges[static_cast<std::size_t>(e)];
      const auto source = static_cast<std::size_t>(wait.from);
      if (source < from_ || wait.kind == GraphEdge::Kind::with || result_[source - from_].state < 0) continue;
      const Moment at = result_[source - from_];
      ready = std::max(ready, wait.kind == GraphEdge::Kind::value ? at : Moment{at.state + 1, 0});
    }
    if (ready.state < 0) {
      result_.push_back({-1, 0});
      return;
    }
    const Moment begin = fit(node, ready, budget_);
    const bool stores = node.role == Role::store;
    result_.push_back(stores ? Moment{begin.state + std::max(node.latency - 1, 0), 0} : result_of(node, begin));
  }

  const Graph& graph_;
  double budget_;
  std::size_t from_ = 0;
  bool through_memory_ = false;
  std::vector<Moment> result_;
};

/// The carried edges, those into one node behind each other.
std::vector<std::size_t> by_target(const Graph& graph) {
  std::vector<std::size_t> order(graph.carried.size());
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = n;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const CarriedEdge &x = graph.carried[a], &y = graph.carried[b];
    return x.to != y.to ? x.to < y.to : x.through_memory < y.through_memory;
  });
  return order;
}

}  // namespace

namespace {

/// Load into operator, operator into store, and one operator into the next.
constexpr int squeezed_states = 3;

bool is_used_only_by(const Graph& graph, int node, int user) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (static_cast<int>(n) == user) continue;
    const GraphNode& other = graph.nodes[n];
    for (int e = other.first_edge; e < other.first_edge + other.edges; ++e) {
      const GraphEdge& edge = graph.edges[static_cast<std::size_t>(e)];
      if (edge.from == node && edge.kind == GraphEdge::Kind::value) return false;
    }
  }
  return true;
}

}  // namespace

void mark_forwarded(Graph& graph, const Forwarding& forwarding) {
  PathStates paths(graph, forwarding.budget_ns);
  for (const std::size_t n : by_target(graph)) {
    CarriedEdge& edge = graph.carried[n];
    const GraphNode& from = graph.nodes[static_cast<std::size_t>(edge.from)];
    if (edge.through_memory && forwarding.asked && edge.distance > 1) edge.forwarded = squeezed_states;
    if (edge.through_memory || from.role != Role::operation || from.latency == 0) continue;
    const bool alone = is_used_only_by(graph, edge.to, edge.from);
    edge.forwarded = alone && paths.along(edge) == from.latency ? 1 : 0;
  }
}

RecurrenceInterval find_recurrence_interval(const Graph& graph, const std::vector<MemoryView>&, double budget_ns) {
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

}  // namespace pom::dse
