#include <algorithm>

#include "dse/estimate/blocks/block_builder.hpp"

/// Which accesses of a pipelined loop to a bus are one burst over all its iterations.
namespace pom::dse {

namespace {

/// The index in one of several cyclic banks; false: it changes the bank from iteration to iteration.
bool divide_index(Linear& index, std::int64_t banks) {
  for (int n = 0; n < index.count; ++n) {
    auto& coefficient = index.terms[n].coefficient;
    if (coefficient % banks != 0) return false;
    coefficient /= banks;
  }
  index.constant = index.constant >= 0 ? index.constant / banks : -((banks - 1 - index.constant) / banks);
  return true;
}

bool is_elsewhere(const std::vector<int>& banks, const GraphAccess& access, int bank) {
  const auto first = banks.begin() + access.first_bank;
  return std::find(first, first + access.banks, bank) == first + access.banks;
}

}  // namespace

/// The element's place in its bank, counted in elements.
std::optional<Linear> BlockBuilder::bus_address(const GraphAccess& access) const {
  const MemoryView& memory = view_.memories[access.array];
  Linear address;
  std::int64_t width = 1;
  for (int d = access.rank - 1; d >= 0; --d) {
    const MemoryView::Dimension& dimension = memory.dimensions[d];
    const Linear& index = graph_.indices[access.first_index + d];
    if (index.opaque) return {};
    Linear place = index;
    if (dimension.banks > 1 && dimension.kind != BankingKind::block && !divide_index(place, dimension.banks)) return {};
    address.add(place, width);
    width *= dimension.bank_extent;
  }
  return address;
}

/// The accesses of an iteration to a bank lie side by side, and the next iteration goes on where this one ends.
bool BlockBuilder::is_burst(int array, int bank, bool writes, const std::vector<RunningLoop>& loops) const {
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
  return first->coefficient_of(loops.front().id) * loops.front().step == count;
}

/// Another array of the bundle is read too, or written too: the two take turns at the adapter.
bool BlockBuilder::takes_turns(int array, bool writes) const {
  const int channel = view_.memories[array].channel;
  const Role role = writes ? Role::store : Role::load;
  return std::any_of(graph_.accesses.begin(), graph_.accesses.end(), [&](const GraphAccess& access) {
    return access.array != array && access.node >= 0 && graph_.nodes[access.node].role == role &&
           view_.memories[access.array].channel == channel;
  });
}

void BlockBuilder::find_bursts(const std::vector<RunningLoop>& loops, std::vector<Burst>& bursts) {
  for (std::size_t n = 0; n < view_.memories.size(); ++n) {
    const MemoryView& memory = view_.memories[n];
    if (memory.kind != MemoryView::Kind::bus) continue;
    for (const bool writes : {false, true}) {
      const int array = static_cast<int>(n);
      // Two arrays of a bundle that one loop reads, or writes, take turns: their requests stay inside.
      if (takes_turns(array, writes)) continue;
      // What is read and written in one loop is requested and acknowledged one by one.
      if (seen_[n].reads && seen_[n].writes) continue;
      bool found = false;
      for (int bank = 0; bank < memory.banks; ++bank) {
        if (!is_burst(array, bank, writes, loops)) continue;
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

}  // namespace pom::dse
