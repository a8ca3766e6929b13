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
    for (int n = 0; n < access.banks; ++n) ++slot(access, view, n, state);
    return state;
  }

 private:
  std::uint16_t& slot(const GraphAccess& access, const MemoryView& view, int n, int state) {
    auto& table = taken_[static_cast<std::size_t>(access.array)];
    const std::size_t row = static_cast<std::size_t>(interval_ > 0 ? state % interval_ : state);
    const std::size_t width = static_cast<std::size_t>(view.banks);
    if (table.size() < (row + 1) * width) table.resize((row + 1) * width);
    return table[row * width + static_cast<std::size_t>(graph_.banks[static_cast<std::size_t>(access.first_bank + n)])];
  }

  bool is_free(const GraphAccess& access, const MemoryView& view, int state) {
    for (int n = 0; n < access.banks; ++n) {
      if (slot(access, view, n, state) >= view.ports) return false;
    }
    return true;
  }

  const Graph& graph_;
  const std::vector<MemoryView>& views_;
  int interval_;
  std::vector<std::vector<std::uint16_t>> taken_;
};

bool needs_port(const GraphNode& node) {
  return node.access >= 0 && (node.role == Role::load || node.role == Role::store);
}

}  // namespace

BlockSchedule schedule_block(const Graph& graph, const std::vector<MemoryView>& views, const ScheduleLimits& limits) {
  BlockSchedule schedule;
  schedule.start.resize(graph.nodes.size());
  schedule.finish_ns.resize(graph.nodes.size());
  std::vector<Moment> start(graph.nodes.size()), result(graph.nodes.size());
  Ports ports(graph, views, limits.interval);
  int last = 0;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    Moment ready;
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
    result[n] = result_of(node, start[n]);
    schedule.start[n] = start[n].state;
    schedule.finish_ns[n] = result[n].ns;
    if (node.role != Role::source) last = std::max(last, result[n].state);
  }
  schedule.states = last + 1;
  return schedule;
}

PortInterval find_port_interval(const Graph& graph, const std::vector<MemoryView>& views) {
  std::vector<std::vector<int>> uses(views.size());
  PortInterval worst;
  for (const GraphAccess& access : graph.accesses) {
    if (access.node < 0 || !needs_port(graph.nodes[static_cast<std::size_t>(access.node)])) continue;
    const auto array = static_cast<std::size_t>(access.array);
    const MemoryView& view = views[array];
    uses[array].resize(static_cast<std::size_t>(view.banks));
    for (int n = 0; n < access.banks; ++n) {
      const int count =
          ++uses[array][static_cast<std::size_t>(graph.banks[static_cast<std::size_t>(access.first_bank + n)])];
      const std::int64_t interval = (count + view.ports - 1) / view.ports;
      if (interval > worst.interval) worst = {interval, access.array};
    }
  }
  return worst;
}

namespace {

/// States that pass from the start of `from` until `to` has its value, when nothing else makes them wait; -1: no path.
int path_states(const Graph& graph, const CarriedEdge& edge, double budget, std::vector<Moment>& result) {
  const auto from = static_cast<std::size_t>(edge.to), to = static_cast<std::size_t>(edge.from);
  if (from > to) return -1;
  result.assign(to - from + 1, {-1, 0});
  const GraphNode& first = graph.nodes[from];
  result[0] = first.role == Role::carried ? Moment{0, first.out_ns} : result_of(first, {0, 0});
  for (std::size_t n = from + 1; n <= to; ++n) {
    const GraphNode& node = graph.nodes[n];
    Moment ready{-1, 0};
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const GraphEdge& wait = graph.edges[static_cast<std::size_t>(e)];
      const auto source = static_cast<std::size_t>(wait.from);
      if (source < from || wait.kind == GraphEdge::Kind::with || result[source - from].state < 0) continue;
      const Moment at = result[source - from];
      ready = std::max(ready, wait.kind == GraphEdge::Kind::value ? at : Moment{at.state + 1, 0});
    }
    if (ready.state < 0) continue;
    const Moment start = fit(node, ready, budget);
    result[n - from] = node.role == Role::store ? start : result_of(node, start);
  }
  return result[to - from].state;
}

}  // namespace

RecurrenceInterval find_recurrence_interval(const Graph& graph, const std::vector<MemoryView>&, double budget_ns) {
  RecurrenceInterval worst;
  std::vector<Moment> scratch;
  for (std::size_t n = 0; n < graph.carried.size(); ++n) {
    const CarriedEdge& edge = graph.carried[n];
    const int states = path_states(graph, edge, budget_ns, scratch);
    if (states < 0) continue;
    // A register holds the value for the state after; a memory shows what it stored in the state after the store.
    const std::int64_t interval = (states + 1 + edge.distance - 1) / edge.distance;
    if (interval > worst.interval) worst = {interval, static_cast<int>(n)};
  }
  return worst;
}

}  // namespace pom::dse
