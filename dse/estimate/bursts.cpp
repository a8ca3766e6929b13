#include <algorithm>

#include "dse/estimate/block_builder.hpp"

/// Which accesses of a pipelined loop to a bus are one burst over all its iterations.
namespace pom::dse {

/// The element's place in the array, counted in elements.
std::optional<Linear> BlockBuilder::bus_address(const GraphAccess& access) const {
  const MemoryView& memory = view_.memories[static_cast<std::size_t>(access.array)];
  Linear address;
  std::int64_t width = 1;
  for (int d = access.rank - 1; d >= 0; --d) {
    const Linear& index = graph_.indices[static_cast<std::size_t>(access.first_index + d)];
    if (index.opaque) return {};
    address.add(index, width);
    width *= memory.dimensions[static_cast<std::size_t>(d)].extent;
  }
  return address;
}

/// The accesses of an iteration lie side by side, and the next iteration goes on where this one ends.
bool BlockBuilder::is_burst(int array, bool writes, const std::vector<RunningLoop>& loops) const {
  std::vector<std::int64_t> places;
  std::optional<Linear> first;
  for (const GraphAccess& access : graph_.accesses) {
    if (access.array != array || access.node < 0) continue;
    const GraphNode& node = graph_.nodes[static_cast<std::size_t>(access.node)];
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

void BlockBuilder::find_bursts(const std::vector<RunningLoop>& loops, std::vector<Burst>& bursts) {
  for (std::size_t n = 0; n < view_.memories.size(); ++n) {
    if (view_.memories[n].kind != MemoryView::Kind::bus) continue;
    for (const bool writes : {false, true}) {
      const int array = static_cast<int>(n);
      // Writes into a bundle of several arrays go one by one (2022.2: IL 8 for a store of zeros).
      if (writes && view_.memories[n].shared_channel) continue;
      const bool burst = is_burst(array, writes, loops);
      // Two arrays of a bundle that one loop reads take turns: their requests stay inside.
      const bool alone = std::none_of(graph_.accesses.begin(), graph_.accesses.end(), [&](const GraphAccess& access) {
        return access.array != array && access.node >= 0 &&
               graph_.nodes[static_cast<std::size_t>(access.node)].role == Role::load &&
               view_.memories[static_cast<std::size_t>(access.array)].channel == view_.memories[n].channel;
      });
      const bool outside = burst && (writes || alone);
      if (outside) bursts.push_back({array, writes});
      int in_word = 0;
      for (const GraphAccess& access : graph_.accesses) {
        if (access.array != array || access.writes != writes || access.node < 0) continue;
        GraphNode& node = graph_.nodes[static_cast<std::size_t>(access.node)];
        if (node.role != Role::load && node.role != Role::store) continue;
        if (outside) node.latency = 1;
        // Neighbours in a wide word come with the first of them.
        if (burst && in_word++ % access.wide != 0) node.access = -1;
      }
    }
  }
}

}  // namespace pom::dse
