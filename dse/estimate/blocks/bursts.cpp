#include <algorithm>
#include <optional>

#include "dse/estimate/blocks/iteration_passes.hpp"
#include "support/floor_division.hpp"

namespace pom::dse::estimate {

namespace {

/// Returns the position of an index within its cyclic bank, or nothing if the bank changes with the iteration.
std::optional<Linear> divide_index(Linear index, std::int64_t banks) {
  for (int n = 0; n < index.count; ++n) {
    auto& coefficient = index.terms[n].coefficient;
    if (coefficient % banks != 0) return {};
    coefficient /= banks;
  }
  index.constant = pom::floor_division(index.constant, banks);
  return index;
}

bool is_elsewhere(const std::vector<int>& banks, const GraphAccess& access, int bank) {
  const auto first = banks.begin() + access.first_bank;
  return std::find(first, first + access.banks, bank) == first + access.banks;
}

/// Computes the position of the element in its bank, in elements.
std::optional<Linear> bus_address(const Graph& graph, const MemoryView& memory, const GraphAccess& access) {
  Linear address;
  std::int64_t width = 1;
  for (int d = access.rank - 1; d >= 0; --d) {
    const MemoryView::Dimension& dimension = memory.dimensions[d];
    const Linear& index = graph.indices[access.first_index + d];
    if (index.opaque) return {};
    const bool cyclic = dimension.banks > 1 && dimension.kind != BankingKind::block;
    const std::optional<Linear> position = cyclic ? divide_index(index, dimension.banks) : index;
    if (!position) return {};
    address.add(*position, width);
    width *= dimension.bank_extent;
  }
  return address;
}

/// Tells whether an iteration's accesses to a bank are consecutive, and the next iteration continues where it ends.
bool is_burst(const Graph& graph, const MemoryView& memory, int array, int bank, bool writes,
              const RunningLoop& innermost) {
  std::vector<std::int64_t> places;
  std::optional<Linear> first;
  for (const GraphAccess& access : graph.accesses) {
    if (access.array != array || access.node < 0 || is_elsewhere(graph.banks, access, bank)) continue;
    const GraphNode& node = graph.nodes[access.node];
    if (node.role != Role::load && node.role != Role::store) continue;
    if (access.writes != writes) continue;
    const auto address = bus_address(graph, memory, access);
    if (!address || (first && !address->same_terms(*first))) return false;
    if (!first) first = address;
    places.push_back(address->constant);
  }
  if (places.empty()) return false;
  std::sort(places.begin(), places.end());
  const auto count = static_cast<std::int64_t>(places.size());
  if (places.back() - places.front() != count - 1) return false;
  return first->coefficient_of(innermost.id) * innermost.step == count;
}

/// Tells whether the loop also reads (or writes) another array of the bundle, so that both take turns at the adapter.
bool takes_turns(const Graph& graph, const std::vector<MemoryView>& memories, int array, bool writes) {
  const int channel = memories[array].channel;
  const Role role = writes ? Role::store : Role::load;
  return std::any_of(graph.accesses.begin(), graph.accesses.end(), [&](const GraphAccess& access) {
    return access.array != array && access.node >= 0 && graph.nodes[access.node].role == role &&
           memories[access.array].channel == channel;
  });
}

/// Lets the accesses to a bank take one state each: the loop's burst has requested them.
void shorten_accesses(Graph& graph, int array, int bank, bool writes) {
  for (const GraphAccess& access : graph.accesses) {
    if (access.array != array || access.writes != writes || access.node < 0) continue;
    GraphNode& node = graph.nodes[access.node];
    const bool here = (node.role == Role::load || node.role == Role::store) && !is_elsewhere(graph.banks, access, bank);
    if (here) node.latency = 1;
  }
}

}  // namespace

std::vector<Burst> form_bursts(Graph& graph, const std::vector<MemoryView>& memories, const AccessLog& log,
                               const RunningLoop& innermost) {
  std::vector<Burst> bursts;
  for (std::size_t n = 0; n < memories.size(); ++n) {
    const MemoryView& memory = memories[n];
    const int array = static_cast<int>(n);
    if (memory.kind != MemoryView::Kind::bus) continue;
    // An array that one loop reads and writes is requested and acknowledged element by element.
    if (log.summary(array).reads && log.summary(array).writes) continue;
    for (const bool writes : {false, true}) {
      // Arrays that take turns at an adapter are requested element by element, inside the loop.
      if (takes_turns(graph, memories, array, writes)) continue;
      bool found = false;
      for (int bank = 0; bank < memory.banks; ++bank) {
        if (!is_burst(graph, memory, array, bank, writes, innermost)) continue;
        found = true;
        shorten_accesses(graph, array, bank, writes);
      }
      if (found) bursts.push_back({array, writes});
    }
  }
  return bursts;
}

}  // namespace pom::dse::estimate
