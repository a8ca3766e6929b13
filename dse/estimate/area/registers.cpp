#include "dse/estimate/area/registers.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "dse/estimate/area/sums.hpp"

namespace pom::dse::estimate {

namespace {

constexpr int longest_chain = 2;
/// Least interval, in states, at which values of one source share registers (measured: not at 2 to 8, where 14 loops
/// come within 2 % of the report; at 9 and more they do).
constexpr int shared_from = 9;
constexpr double shift_ff = 64, shift_lut = 32;

int need_of(int states, int interval) {
  if (states <= 0) return 0;
  return interval > 0 ? (states + interval - 1) / interval : 1;
}

/// Computes the least number of states from the start of `from` to the start of a node that waits for it.
int least_gap(const GraphEdge& edge, const GraphNode& from, float finish_ns, const GraphNode& to, double budget) {
  if (edge.kind == GraphEdge::Kind::with) return 0;
  if (edge.kind == GraphEdge::Kind::after) return from.role == Role::store ? 1 : from.latency + 1;
  const float need = to.latency > 0 || to.role == Role::store ? to.in_ns : to.out_ns;
  return from.latency + (finish_ns > 0 && finish_ns + need > budget ? 1 : 0);
}

bool competes(const GraphNode& node, const std::vector<devices::OperatorCost>& costs) {
  if (node.role == Role::load) return node.access >= 0;
  return node.role == Role::operation && node.cost >= 0 && costs[node.cost].shared;
}

bool is_value(const GraphNode& node) {
  return node.bits > 0 && (node.role == Role::operation || node.role == Role::load || node.role == Role::carried);
}

/// A group of values that may share registers, and how many of them are alive in each state.
struct Source {
  Role role = Role::operation;
  int array = -1, bank = -1, latency = 0, bits = 0;
  int unit = 0;       ///< of several operators of the kind, or ports of the bank
  bool waits = true;  ///< false: the output of the port or operator, used in the state of the result
  OpKind op = OpKind::constant;
  std::vector<int> alive = {};
  bool operator==(const Source& o) const {
    return role == o.role && array == o.array && bank == o.bank && unit == o.unit && latency == o.latency &&
           bits == o.bits && waits == o.waits && op == o.op;
  }
};

/// Assigns values to registers that are shared by source.
class Sharing {
 public:
  explicit Sharing(int interval) : interval_(interval) {}

  int add(const Source& like, int first, int states) {
    auto at = std::find(sources_.begin(), sources_.end(), like);
    if (at == sources_.end()) at = sources_.insert(at, like);
    for (int state = first; state < first + states; ++state) {
      const auto row = static_cast<std::size_t>(interval_ > 0 ? state % interval_ : state);
      if (at->alive.size() <= row) at->alive.resize(row + 1);
      ++at->alive[row];
    }
    return static_cast<int>(at - sources_.begin());
  }

  std::vector<int> sizes() const {
    std::vector<int> sizes;
    for (const Source& source : sources_)
      sizes.push_back(source.alive.empty() ? 1 : *std::max_element(source.alive.begin(), source.alive.end()));
    return sizes;
  }

  double ff() const {
    double sum = 0;
    for (const Source& source : sources_) {
      if (!source.alive.empty())
        sum += static_cast<double>(*std::max_element(source.alive.begin(), source.alive.end())) * source.bits;
    }
    return sum;
  }

 private:
  int interval_;
  std::vector<Source> sources_;
};

/// Binds operations to units and accesses to ports: those of one kind that start in the same state of the interval use
/// different ones.
class Binding {
 public:
  Binding(const Graph& graph, const std::vector<int>& late, int interval)
      : graph_(graph), late_(late), interval_(interval) {}

  int unit_of(std::size_t n) {
    const GraphNode& node = graph_.nodes[n];
    const OpKind op = node.op == OpKind::sub ? OpKind::add : node.op;
    int array = -1, bank = -1;
    if (node.access >= 0) {
      const GraphAccess& access = graph_.accesses[node.access];
      array = access.array;
      bank = access.banks > 0 ? graph_.banks[access.first_bank] : -1;
    }
    const int state = interval_ > 0 ? late_[n] % interval_ : late_[n];
    return started_[{static_cast<int>(op), node.bits, array, bank, state}]++;
  }

 private:
  const Graph& graph_;
  const std::vector<int>& late_;
  int interval_;
  std::map<std::array<int, 5>, int> started_;
};

Source source_of(const Graph& graph, const GraphNode& node) {
  Source source;
  source.role = node.role;
  source.latency = node.latency;
  source.bits = node.bits;
  source.op = node.op == OpKind::sub ? OpKind::add : node.op;
  if (node.access >= 0) source.array = graph.accesses[node.access].array;
  return source;
}

/// Returns the output of a port or operator, for a value that is used in the state of its result.
Source wire_of(const Graph& graph, const GraphNode& node) {
  Source source = source_of(graph, node);
  source.waits = false;
  if (node.access < 0) return source;
  const GraphAccess& access = graph.accesses[node.access];
  source.bank = access.banks > 0 ? graph.banks[access.first_bank] : -1;
  return source;
}

bool is_raw(const Graph& graph, const GraphNode& node, const std::vector<MemoryView>& memories) {
  return node.access >= 0 && memories[graph.accesses[node.access].array].raw;
}

bool is_held_twice(const Graph& graph, const GraphNode& node, const std::vector<MemoryView>& memories) {
  if (node.access < 0) return false;
  const GraphAccess& access = graph.accesses[node.access];
  const MemoryView& memory = memories[access.array];
  return memory.kind == MemoryView::Kind::memory && memory.outside && memory.floats;
}

int find_last_load(const Graph& graph, const std::vector<int>& late) {
  int last = -1;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (graph.nodes[n].role == Role::load && graph.nodes[n].access >= 0) last = std::max(last, late[n]);
  }
  return last;
}

std::vector<int> find_last_uses(const Graph& graph, const std::vector<int>& late) {
  std::vector<int> last_use(graph.nodes.size(), -1);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    for (const GraphEdge& edge : graph.edges_of(node)) {
      if (edge.kind != GraphEdge::Kind::value) continue;
      int& last = last_use[edge.from];
      // A module's arguments are stable while it runs.
      last = std::max(last, node.role == Role::call ? late[n] + node.latency : late[n]);
    }
  }
  return last_use;
}

/// Finds loads from banks of a partitioned array that have a port for each access of an iteration.
std::vector<char> find_uncontested(const Graph& graph, const std::vector<MemoryView>& memories, int interval) {
  std::vector<char> alone(graph.nodes.size());
  if (interval < 2) return alone;
  std::vector<std::vector<int>> uses(memories.size());
  const auto each_bank = [&](const GraphAccess& access, const auto& visit) {
    auto& banks = uses[access.array];
    for (int n = access.first_bank; n < access.first_bank + access.banks; ++n) {
      const auto bank = static_cast<std::size_t>(graph.banks[n]);
      if (banks.size() <= bank) banks.resize(bank + 1);
      visit(banks[bank]);
    }
  };
  for (const GraphAccess& access : graph.accesses) {
    if (graph.is_live(access)) each_bank(access, [](int& count) { ++count; });
  }
  for (const GraphAccess& access : graph.accesses) {
    const MemoryView& memory = memories[access.array];
    if (access.node < 0 || access.writes || memory.kind != MemoryView::Kind::memory || memory.banks < 2) continue;
    int most = 0;
    each_bank(access, [&](int& count) { most = std::max(most, count); });
    alone[access.node] = memory.read_copies || most <= memory.ports;
  }
  return alone;
}

}  // namespace

std::vector<int> latest_starts(const Graph& graph, const BlockSchedule& schedule,
                               const std::vector<devices::OperatorCost>& costs, const std::vector<MemoryView>& memories,
                               double budget_ns, int interval) {
  const std::vector<char> alone = find_uncontested(graph, memories, interval);
  std::vector<int> late(graph.nodes.size(), -1);
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    const GraphNode& node = graph.nodes[n];
    // A node without users in this block keeps its state.
    const bool pinned =
        node.role == Role::call || node.role == Role::store || (interval != 1 && !alone[n] && competes(node, costs));
    if (late[n] < schedule.start[n] || pinned) late[n] = schedule.start[n];
    for (const GraphEdge& edge : graph.edges_of(node)) {
      const auto from = static_cast<std::size_t>(edge.from);
      const int state = late[n] - least_gap(edge, graph.nodes[from], schedule.finish_ns[from], node, budget_ns);
      if (late[from] < 0 || state < late[from]) late[from] = state;
    }
  }
  return late;
}

RegisterCount registers_of(int bits, int states, int interval) {
  const int registers = need_of(states, interval);
  if (registers <= longest_chain) return {static_cast<double>(registers) * bits, 0, 0};
  return {bits + shift_ff, shift_lut, 0};
}

BlockRegisters count_registers(const Graph& graph, const std::vector<int>& late,
                               const std::vector<devices::OperatorCost>& costs, const std::vector<MemoryView>& memories,
                               int interval) {
  const std::vector<int> last_use = find_last_uses(graph, late);
  BlockRegisters count;
  count.bindings.assign(graph.nodes.size(), -1);
  Sharing sharing(interval);
  Binding binding(graph, late, interval);
  std::vector<int> units(graph.nodes.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    if (competes(graph.nodes[n], costs)) units[n] = binding.unit_of(n);
  // If more than two iterations overlap, each loaded element has its own register (measured: 64 sums at an interval of
  // 4 hold all 128 operands, 256 at an interval of 256 share).
  const int states = late.empty() ? 0 : *std::max_element(late.begin(), late.end()) + 1;
  const int last_load = find_last_load(graph, late);
  const std::vector<char> inner = find_inner_sums(graph, costs);
  const bool overlaps = interval > 0 && states > 2 * interval;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    if (node.role == Role::carried) {
      count.ff += node.bits;
      ++count.carried;
    }
    if (!is_value(node) || inner[n]) continue;
    // An element loaded for a module that runs later is an argument and is held for it.
    if (interval == 0 && node.role == Role::load && last_use[n] < 0)
      count.ff += (is_held_twice(graph, node, memories) && late[n] < last_load ? 2 : 1) * node.bits;
    const int first = late[n] + node.latency;
    const int waits = last_use[n] - first;
    if (waits <= 0) {
      if (interval != 1 && competes(node, costs)) count.bindings[n] = sharing.add(wire_of(graph, node), 0, 0);
      continue;
    }
    const bool shares =
        interval == 0 || (interval >= shared_from && (!overlaps || node.role == Role::operation || waits == 1) &&
                          !is_raw(graph, node, memories));
    if (shares && need_of(waits, interval) <= longest_chain && competes(node, costs)) {
      Source source = source_of(graph, node);
      source.unit = units[n];
      if (node.access >= 0 && graph.accesses[node.access].banks > 0)
        source.bank = graph.banks[graph.accesses[node.access].first_bank];
      count.bindings[n] = sharing.add(source, first, waits);
      continue;
    }
    const RegisterCount own = registers_of(node.bits, waits, interval);
    count.ff += own.ff;
    count.lut += own.lut;
  }
  count.ff += sharing.ff();
  count.binding_sizes = sharing.sizes();
  return count;
}

}  // namespace pom::dse::estimate
