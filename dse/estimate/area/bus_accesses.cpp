#include "dse/estimate/area/bus_accesses.hpp"

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/graph/hash.hpp"

namespace pom::dse::estimate {

namespace {

constexpr int bus_address_bits = 64;
/// Flags of an access: requested, granted, delivered, and which word.
constexpr double flag_ff = 8;
/// Latency in states of an access within a burst.
constexpr int burst_latency = 1;

double address_lut(const devices::Target& target) {
  return devices::find_operator(target, devices::integer_key(OpKind::add, bus_address_bits)).reported_lut;
}

/// One direction of one adapter: array of the channel, bank, and whether it writes.
using Channel = std::tuple<int, int, bool>;

/// Elements of one bank whose addresses differ by constants.
struct Row {
  int array, bank;
  Linear offset;
  std::set<std::int64_t> constants;

  bool holds(int other_array, int other_bank, const Linear& other) const {
    return array == other_array && bank == other_bank && !offset.opaque && !other.opaque && offset.same_terms(other);
  }
  int elements() const { return static_cast<int>(constants.size()); }
  /// Returns the number of runs of consecutive elements.
  int runs() const {
    int runs = 0;
    for (const std::int64_t constant : constants) runs += constants.contains(constant - 1) ? 0 : 1;
    return runs;
  }
};

class Rows {
 public:
  Row& find(int array, int bank, const Linear& offset) {
    Linear moved = offset;
    moved.constant = bank;
    std::vector<std::size_t>& same = by_hash_[hash_of(array, &moved, 1)];
    for (const std::size_t n : same) {
      if (all_[n].holds(array, bank, offset)) return all_[n];
    }
    same.push_back(all_.size());
    all_.push_back({array, bank, offset, {}});
    return all_.back();
  }
  const std::vector<Row>& all() const { return all_; }

 private:
  std::vector<Row> all_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_hash_;
};

}  // namespace

void add_bus_accesses(Usage& usage, const Graph& graph, const std::vector<MemoryView>& memories,
                      const devices::Target& target, int interval) {
  std::map<Channel, int> requests;
  std::map<int, std::set<int>> readers;  // by bundle: the arrays that are read through it
  std::map<int, int> masters;            // by bundle: each is asked for its part of a word
  Rows rows;
  for (const GraphAccess& access : graph.accesses) {
    const MemoryView& memory = memories[access.array];
    if (access.node < 0 || memory.kind != MemoryView::Kind::bus) continue;
    const GraphNode& node = graph.nodes[access.node];
    masters[memory.channel] = memory.masters;
    if (node.role == Role::load) usage.register_ff += node.bits;
    if (node.role == Role::load) readers[memory.channel].insert(access.array);
    if (node.access < 0 || access.in_word || node.latency <= burst_latency) continue;
    const Linear offset = offset_in_bank(access, graph, memory);
    // An element whose bank changes with the iteration is requested at each bank's adapter.
    if (node.role == Role::load) usage.multiplexer_lut += devices::multiplexer_lut(target, access.banks, node.bits);
    for (int n = access.first_bank; n < access.first_bank + access.banks; ++n) {
      const int bank = graph.banks[n];
      if (access.writes) {
        ++requests[{memory.channel, bank, true}];
        continue;
      }
      rows.find(access.array, bank, offset).constants.insert(offset.constant);
    }
  }
  for (const Row& row : rows.all()) {
    const int channel = memories[row.array].channel;
    const bool alone = interval == 0 || readers[channel].size() == 1;
    requests[{channel, row.bank, false}] += alone ? row.runs() : row.elements();
  }
  for (const auto& [channel, count] : requests) {
    const int asked = masters[std::get<0>(channel)];
    usage.expression_lut += asked * count * address_lut(target);
    usage.register_ff += asked * count * (bus_address_bits + flag_ff);
    // Multiplexers of the valid flag, and for each request of an address and of a word in the other direction.
    usage.multiplexer_lut += asked * (devices::multiplexer_lut(target, 2, 1) +
                                      2 * devices::multiplexer_lut(target, count + 1, bus_address_bits));
  }
}

}  // namespace pom::dse::estimate
