#include <algorithm>

#include "dse/estimate/blocks/block_builder.hpp"
#include "support/floor_division.hpp"

/// Finds the bus accesses of a pipelined loop that form one burst over all its iterations.
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

}  // namespace

/// Computes the position of the element in its bank, in elements.
std::optional<Linear> BlockBuilder::bus_address(const GraphAccess& access) const {
  const MemoryView& memory = view_.memories[access.array];
  Linear address;
  std::int64_t width = 1;
  for (int d = access.rank - 1; d >= 0; --d) {
    const MemoryView::Dimension& dimension = memory.dimensions[d];
    const Linear& index = graph_.indices[access.first_index + d];
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
bool BlockBuilder::is_burst(int array, int bank, bool writes) const {
  std::vector<std::int64_t> places;
  std::optional<Linear> first;
  for (const GraphAccess& access : graph_.accesses) {
    if (access.array != array || access.node < 0 || is_elsewhere(graph_.banks, access, bank)) continue;
    const GraphNode& node = graph_.nodes[access.node];
    if (node.role != Role::load && node.role != Role::store) continue;
    if (access.writes != writes) continue;
    const auto address = bus_address(access);
    if (!address || (first && !address->same_terms(*first))) return false;
    if (!first) first = address;
    places.push_back(address->constant);
  }
  if (places.empty()) return false;
  std::sort(places.begin(), places.end());
  const auto count = static_cast<std::int64_t>(places.size());
  if (places.back() - places.front() != count - 1) return false;
  const RunningLoop& innermost = pipelined_.loops.front();
  return first->coefficient_of(innermost.id) * innermost.step == count;
}

/// Tells whether the loop also reads (or writes) another array of the bundle, so that both take turns at the adapter.
bool BlockBuilder::takes_turns(int array, bool writes) const {
  const int channel = view_.memories[array].channel;
  const Role role = writes ? Role::store : Role::load;
  return std::any_of(graph_.accesses.begin(), graph_.accesses.end(), [&](const GraphAccess& access) {
    return access.array != array && access.node >= 0 && graph_.nodes[access.node].role == role &&
           view_.memories[access.array].channel == channel;
  });
}

void BlockBuilder::find_bursts(std::vector<Burst>& bursts) {
  for (std::size_t n = 0; n < view_.memories.size(); ++n) {
    const MemoryView& memory = view_.memories[n];
    if (memory.kind != MemoryView::Kind::bus) continue;
    for (const bool writes : {false, true}) {
      const int array = static_cast<int>(n);
      // Arrays that take turns at an adapter are requested element by element, inside the loop.
      if (takes_turns(array, writes)) continue;
      // An array that one loop reads and writes is requested and acknowledged element by element.
      if (seen_[n].reads && seen_[n].writes) continue;
      bool found = false;
      for (int bank = 0; bank < memory.banks; ++bank) {
        if (!is_burst(array, bank, writes)) continue;
        found = true;
        for (const GraphAccess& access : graph_.accesses) {
          if (access.array != array || access.writes != writes || access.node < 0) continue;
          GraphNode& node = graph_.nodes[access.node];
          const bool here =
              (node.role == Role::load || node.role == Role::store) && !is_elsewhere(graph_.banks, access, bank);
          if (here) node.latency = 1;
        }
      }
      if (found) bursts.push_back({array, writes});
    }
  }
}

}  // namespace pom::dse::estimate
