#include "dse/estimate/area/multiplexers.hpp"

#include <algorithm>

#include "dse/estimate/area/addresses.hpp"

namespace pom::dse::estimate {

namespace {

struct BankUse {
  int reads = 0, writes = 0;
};

int bank_address_bits(const MemoryView& memory) { return bits_for(memory.bank_words); }

}  // namespace

void add_port_multiplexers(Usage& usage, const Graph& graph, const std::vector<MemoryView>& memories,
                           const devices::Target& target, int interval) {
  if (interval == 1) return;
  std::vector<std::vector<BankUse>> uses(memories.size());
  for (const GraphAccess& access : graph.accesses) {
    const auto array = static_cast<std::size_t>(access.array);
    if (!graph.is_live(access) || memories[array].kind != MemoryView::Kind::memory) continue;
    uses[array].resize(memories[array].banks);
    for (int n = 0; n < access.banks; ++n) {
      BankUse& use = uses[array][static_cast<std::size_t>(graph.banks[access.first_bank + n])];
      ++(access.writes ? use.writes : use.reads);
    }
  }
  for (std::size_t array = 0; array < uses.size(); ++array) {
    const MemoryView& memory = memories[array];
    for (const BankUse& use : uses[array]) {
      const int all = use.reads + use.writes;
      const int ports = memory.read_copies ? 2 : std::clamp(memory.ports, 1, 2);
      if (all <= ports) continue;
      // Each port selects an address, with one input for each access and one for the other states, and the data to
      // store.
      const int inputs = (all + ports - 1) / ports + 1;
      usage.multiplexer_lut += ports * devices::multiplexer_lut(target, inputs, bank_address_bits(memory));
      if (use.writes > ports)
        usage.multiplexer_lut +=
            ports * devices::multiplexer_lut(target, (use.writes + ports - 1) / ports + 1, memory.word_bits);
    }
  }
}

namespace {

/// Multiplexers that hold a register's value: one at the register, and one on the way back.
constexpr int kept_multiplexers = 2;
/// LUTs of one condition.
constexpr double condition_lut = 2;

bool is_selected(const GraphAccess& access, const Graph& graph, const std::vector<MemoryView>& memories) {
  if (!graph.is_live(access) || access.banks < 2) return false;
  const MemoryView::Kind kind = memories[access.array].kind;
  return kind == MemoryView::Kind::memory || kind == MemoryView::Kind::registers;
}

}  // namespace

void add_bank_multiplexers(Usage& usage, const Graph& graph, const std::vector<MemoryView>& memories,
                           const devices::Target& target) {
  std::vector<char> read(memories.size());
  for (const GraphAccess& access : graph.accesses) {
    if (access.writes || !is_selected(access, graph, memories)) continue;
    read[access.array] = 1;
    usage.multiplexer_lut += devices::multiplexer_lut(target, access.banks, 32);
  }
  for (const GraphAccess& access : graph.accesses) {
    if (!access.writes || !is_selected(access, graph, memories)) continue;
    const auto array = static_cast<std::size_t>(access.array);
    const bool kept = memories[array].kind == MemoryView::Kind::registers && read[array];
    usage.multiplexer_lut +=
        access.banks * (condition_lut + (kept ? kept_multiplexers * devices::multiplexer_lut(target, 2, 1) : 0));
  }
}

double shared_port_lut(const MemoryView& memory, const PortUsers& users, const devices::Target& target) {
  const int all = users.readers + users.writers + users.own;
  if (all == 0 || memory.kind != MemoryView::Kind::memory) return 0;
  // The address and chip enable of every user, and the write enable of the writers, with one more input for an idle
  // port.
  double lut = 0;
  if (all > 1) lut += devices::multiplexer_lut(target, all + 1, bank_address_bits(memory));
  lut += devices::multiplexer_lut(target, all + 1, 1);
  if (users.writers > 0) lut += devices::multiplexer_lut(target, users.writers + 1, 1);
  if (users.writers > 1) lut += devices::multiplexer_lut(target, users.writers + 1, memory.word_bits);
  if (users.wide > 0) {
    double each = devices::multiplexer_lut(target, users.wide + 1, 1);
    if (users.wide > 1) each += devices::multiplexer_lut(target, users.wide + 1, bank_address_bits(memory));
    lut += each * static_cast<double>(users.more_ports);
  }
  return lut * static_cast<double>(memory.banks);
}

double least_access_lut(int readers, const devices::Target& target) {
  MemoryView memory;
  memory.kind = MemoryView::Kind::memory;
  memory.banks = 1;
  double least = 0;
  for (int wide = 0; wide <= readers; ++wide) {  // number of readers that use both ports in the same state
    PortUsers users;
    users.readers = readers;
    users.wide = wide;
    users.more_ports = wide;
    const double each = shared_port_lut(memory, users, target) / (readers + wide);
    least = wide == 0 ? each : std::min(least, each);
  }
  return least;
}

}  // namespace pom::dse::estimate
