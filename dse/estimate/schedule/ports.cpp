#include "dse/estimate/schedule/ports.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "dse/estimate/schedule/schedule.hpp"

namespace pom::dse::estimate {

namespace {

/// Reads per cycle that a replicated memory serves (RAM_1WNR: 15 copies; 64 reads at an interval of 4).
constexpr int replicated_reads = 16;

int port_count(const Graph& graph, const MemoryView& view, int array) {
  const auto n = static_cast<std::size_t>(array);
  const bool replicated = n < graph.replicated.size() && graph.replicated[n] != 0;
  return replicated ? std::max(replicated_reads, view.ports) : view.ports;
}

/// A read that has a memory of its own waits for nobody, nor does what reads or writes a register.
bool is_free(const MemoryView& view, const GraphAccess& access) {
  if (view.kind == MemoryView::Kind::registers) return true;
  return view.read_copies && !access.writes;
}

/// The number of banks in which an access takes a port, and the n-th of these banks.
int ports_of(const GraphAccess& access) { return access.port_bank >= 0 ? 1 : access.banks; }
int port_bank(const Graph& graph, const GraphAccess& access, int n) {
  return access.port_bank >= 0 ? access.port_bank : graph.banks[access.first_bank + n];
}

/// Each adapter of a bundle has two slots, one for reads and one for writes.
std::size_t adapter_slots(const std::vector<MemoryView>& views, const MemoryView& view) {
  return 2 * static_cast<std::size_t>(views[view.channel].adapters);
}
std::size_t adapter_slot(const GraphAccess& access, int bank) {
  return 2 * static_cast<std::size_t>(bank) + (access.writes ? 1 : 0);
}

}  // namespace

bool needs_port(const Graph& graph, const GraphNode& node) {
  return node.access >= 0 && !graph.accesses[node.access].in_word &&
         (node.role == Role::load || node.role == Role::store);
}

Ports::Ports(const Graph& graph, const std::vector<MemoryView>& views, int interval)
    : graph_(graph), views_(views), interval_(interval), taken_(views.size()) {}

int Ports::take(const GraphAccess& access, int state) {
  const MemoryView& view = views_[access.array];
  if (is_free(view, access)) return state;
  const bool bus = view.kind == MemoryView::Kind::bus;
  const int ports = port_count(graph_, view, access.array), places = ports_of(access);
  const bool all = !bus && places > 1 && places == view.banks;  // a bank that only the run knows is any of them
  const auto place = [&](int n) {
    const int bank = port_bank(graph_, access, n);
    return bus ? adapter_slot(access, bank) : static_cast<std::size_t>(bank);
  };
  // The first place without a free port; -1: all have one.
  const auto full_place = [&](const Uses& uses) {
    if (all) return uses.of_all + uses.most < ports ? -1 : static_cast<int>(uses.of_bank.size());
    for (int n = 0; n < places; ++n) {
      if (uses.of_all + uses.of_bank[place(n)] >= ports) return static_cast<int>(place(n));
    }
    return -1;
  };
  const int last = interval_ > 0 ? state + 4 * interval_ - 1 : std::numeric_limits<int>::max();
  for (int full = 0; state < last; state += full_states(view, access.array, state, full, ports)) {
    full = full_place(uses_in(view, access.array, state));
    if (full < 0) break;
  }
  state = std::min(state, last);
  Uses& uses = uses_in(view, access.array, state);
  if (all) {
    ++uses.of_all;
  } else {
    for (int n = 0; n < places; ++n) uses.most = std::max<int>(uses.most, ++uses.of_bank[place(n)]);
  }
  return state;
}

/// A state whose ports are taken stays so: the next look goes past all that the last one passed.
int Ports::full_states(const MemoryView& view, int array, int first, int place, int ports) {
  const auto known = static_cast<std::size_t>(place);
  int count = 0;
  while (interval_ == 0 || count < interval_) {
    Uses& uses = uses_in(view, array, first + count);
    const int taken = uses.of_all + (known < uses.of_bank.size() ? uses.of_bank[known] : uses.most);
    if (taken < ports) break;
    uses.full.resize(uses.of_bank.size() + 1, 1);
    count += uses.full[known];
  }
  if (interval_ > 0) count = std::min(count, interval_);
  for (int passed = 0; passed < count;)
    passed += std::exchange(uses_in(view, array, first + passed).full[known], count - passed);
  return count;
}

Ports::Uses& Ports::uses_in(const MemoryView& view, int array, int state) {
  const bool bus = view.kind == MemoryView::Kind::bus;
  const auto n = static_cast<std::size_t>(interval_ > 0 ? state % interval_ : state);
  std::vector<Uses>& states = taken_[bus ? view.channel : array];
  if (states.size() <= n) states.resize(interval_ > 0 ? static_cast<std::size_t>(interval_) : n + 1);
  Uses& uses = states[n];
  if (uses.of_bank.empty())
    uses.of_bank.resize(bus ? adapter_slots(views_, view) : static_cast<std::size_t>(view.banks));
  return uses;
}

PortInterval find_port_interval(const Graph& graph, const std::vector<MemoryView>& views) {
  std::vector<std::vector<int>> uses(views.size());
  PortInterval worst;
  for (const GraphAccess& access : graph.accesses) {
    if (access.node < 0 || !needs_port(graph, graph.nodes[access.node])) continue;
    const auto array = static_cast<std::size_t>(access.array);
    const MemoryView& view = views[array];
    if (is_free(view, access)) continue;
    if (view.kind == MemoryView::Kind::bus) {
      auto& channel = uses[view.channel];
      channel.resize(adapter_slots(views, view));
      for (int n = 0; n < ports_of(access); ++n) {
        const int count = ++channel[adapter_slot(access, port_bank(graph, access, n))];
        if (count > worst.interval) worst = {count, access.array};
      }
      continue;
    }
    uses[array].resize(view.banks);
    for (int n = 0; n < ports_of(access); ++n) {
      const int count = ++uses[array][port_bank(graph, access, n)];
      const int ports = port_count(graph, view, access.array);
      const std::int64_t interval = (count + ports - 1) / ports;
      if (interval > worst.interval) worst = {interval, access.array};
    }
  }
  return worst;
}

}  // namespace pom::dse::estimate
