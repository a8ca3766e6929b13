#include "dse/estimate/area/memories.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "dse/kernel/rewrite/touched.hpp"

namespace pom::dse::estimate {

namespace {

/// Resources of an m_axi adapter of 32 bits, {DSP, LUT, FF, BRAM, URAM}, and of each bit beyond. In 2022.2 its buffers
/// are LUTs (1380 to 1920 LUT and 920 to 1450 FF with the pointers, in 20 designs with 1 to 64 adapters; 1746 and 1079
/// at 256 bits); later adapters have block memories, 36 bits wide (2023.2: 244 ports of 50 designs, whose FF are within
/// 1 and LUT within 6 % at 32 to 512 bits; 2025.1: 2 blocks for 2 adapters, 770 FF and 839 LUT at 128 bits).
struct Adapter {
  Resources narrow, each_bit;
};
constexpr Adapter adapter_of_luts{{0, 1250, 790, 0, 0}, {0, 2.2, 1.3, 0, 0}};
constexpr Adapter adapter_with_two_blocks{{0, 720, 696, 2, 0}, {0, 4.1, 5.9, 0, 0}};
constexpr Adapter adapter_with_a_block{{0, 690, 655, 1, 0}, {0, 2.1, 1, 0, 0}};
constexpr devices::ToolVersion with_two_blocks_since{2023, 1}, with_a_block_since{2025, 1};
/// Bits of an adapter and of one of its block memories.
constexpr int least_adapter_bits = 32, greatest_adapter_bits = 512, adapter_block_bits = 36;
/// Resources of the address of an array, or of a bank, on a bus: two 64-bit registers, and the logic that sets and adds
/// them.
constexpr Resources bus_pointer{0, 125, 130, 0, 0};
/// Resources of s_axilite with the start and done bits: 36 FF, 40 LUT in 2023.2.
constexpr Resources start_and_done{0, 40, 36, 0, 0};

Resources adapter_of(const devices::ToolVersion& version, int bits) {
  const Adapter& adapter = version >= with_a_block_since      ? adapter_with_a_block
                           : version >= with_two_blocks_since ? adapter_with_two_blocks
                                                              : adapter_of_luts;
  Resources all = adapter.narrow;
  all += (bits - least_adapter_bits) * adapter.each_bit;
  all.bram_18k = adapter.narrow.bram_18k * ((bits + adapter_block_bits - 1) / adapter_block_bits);
  return all;
}

/// The width of the adapter that serves words of the array: a power of two.
int adapter_bits(const Array& array, const devices::Target& target) {
  const int word =
      std::clamp(view_memory(array, target).word_bits / array.port.masters, least_adapter_bits, greatest_adapter_bits);
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(word)));
}

/// Counts the banks of an array, each of which is a port.
double count_banks(const Array& array) {
  double banks = 1;
  for (std::size_t d = 0; d < array.banking.size() && d < array.shape.size(); ++d) {
    const Banking& banking = array.banking[d];
    if (banking.reshape || banking.kind == BankingKind::none) continue;
    const std::int64_t extent = std::max<std::int64_t>(array.shape[d], 1);
    banks *= static_cast<double>(
        banking.kind == BankingKind::complete ? extent : std::clamp<std::int64_t>(banking.factor, 1, extent));
  }
  return banks;
}

/// Resources of a scalar that the bus can set.
Resources of_register(int bits) { return {0, static_cast<double>(bits), static_cast<double>(bits), 0, 0}; }

/// Tells whether processes pass the array to each other: one half is written while the other is read.
bool is_shared_memory(const Array& array) { return array.role == Array::Role::local && !array.is_static; }

/// Counts, by array, the statements of a region, each of them a process, that use it.
void count_processes(const Function& function, const std::vector<Node>& region, std::vector<int>& processes) {
  for (const Node& process : region) {
    std::set<int> used(process.call.arrays.begin(), process.call.arrays.end());
    if (process.kind != Node::Kind::call) {
      Touched touched = find_touched(function, {&process, 1});
      used = std::move(touched.reads);
      used.merge(touched.writes);
    }
    for (const int array : used) {
      if (array >= 0) ++processes[static_cast<std::size_t>(array)];
    }
  }
}

/// Marks the arrays that processes pass to each other: in the function, or in loops whose bodies are regions.
void mark_passed(const Function& function, const std::vector<Node>& body, bool region, std::vector<char>& passed) {
  if (region) {
    std::vector<int> processes(passed.size());
    count_processes(function, body, processes);
    for (std::size_t n = 0; n < passed.size(); ++n) passed[n] = passed[n] != 0 || processes[n] > 1;
    return;
  }
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) mark_passed(function, node.loop.body, node.loop.dataflow, passed);
    mark_passed(function, node.branch.then, false, passed);
    mark_passed(function, node.branch.otherwise, false, passed);
  }
}

/// First release in which a memory that is read at both ports takes more blocks (2023.2: 32 x 32 takes two; 2022.2: 900
/// x 64 takes as many as otherwise).
constexpr devices::ToolVersion wide_ports_split_since{2023, 1};

/// Costs one bank as it is used. Two reads (or two writes) in one state need a true dual-port memory, whose words are
/// at most 18 bits a block, if the tool chooses the memory.
devices::MemoryCost cost_as_used(const Array& array, const MemoryView& memory, bool ping_pong, bool dual,
                                 const devices::Target& target) {
  if (!ping_pong && (!dual || memory.bank_cost.kind != devices::MemoryCost::Kind::bram)) return memory.bank_cost;
  devices::MemoryKey key = bank_key(array, memory);
  key.ping_pong = ping_pong;
  key.true_dual =
      !ping_pong && target.version >= wide_ports_split_since && array.storage.empty() && array.storage_type.empty();
  return devices::find_memory(target, key);
}

Resources of_memory(const devices::MemoryCost& cost) {
  return {0, static_cast<double>(cost.lut), static_cast<double>(cost.ff), static_cast<double>(cost.bram_18k),
          static_cast<double>(cost.uram)};
}

Resources of_array(const Array& array, const MemoryView& memory, const MemoryUse& use, bool passed,
                   const devices::Target& target) {
  const bool ping_pong = is_shared_memory(array) && passed;
  const devices::MemoryCost cost = cost_as_used(array, memory, ping_pong, use.dual && use.copies == 1, target);
  return static_cast<double>(memory.banks) * static_cast<double>(use.copies) * of_memory(cost);
}

Resources of_streams(const Array& array, const MemoryView& memory, const devices::Target& target) {
  return static_cast<double>(memory.banks) *
         of_memory(devices::find_fifo(target, array.depth, array.element.bits, array.storage));
}

}  // namespace

Resources measure_memories(const Function& function, const std::vector<MemoryView>& memories,
                           const std::vector<MemoryUse>& uses, const devices::Target& target) {
  std::vector<char> passed(function.arrays.size());
  mark_passed(function, function.body, function.dataflow, passed);
  Resources sum;
  for (std::size_t n = 0; n < memories.size(); ++n) {
    if (memories[n].outside) continue;
    if (memories[n].kind == MemoryView::Kind::stream) sum += of_streams(function.arrays[n], memories[n], target);
    if (memories[n].kind == MemoryView::Kind::memory && uses[n].loaded)
      sum += of_array(function.arrays[n], memories[n], uses[n], passed[n] != 0, target);
    // Registers are not listed among the memories of a report: their elements count where they are used.
    if (memories[n].kind == MemoryView::Kind::registers && uses[n].loaded &&
        function.arrays[n].role != Array::Role::constant)
      sum.ff += static_cast<double>(memories[n].banks) * memories[n].word_bits;
  }
  return sum;
}

Resources measure_interfaces(const Function& function, const devices::Target& target) {
  Resources sum;
  struct Bundle {
    double adapters = 0;  ///< one for each bank of its most partitioned array, and master
    int bits = 0;         ///< of the widest word
  };
  std::map<std::string, Bundle> bundles;
  bool registers = false;
  for (const int parameter : function.parameters) {
    const Array& array = function.arrays[parameter];
    registers = registers || array.port.mode == "s_axilite";
    if (array.port.mode == "s_axilite" && array.shape.empty()) sum += of_register(array.element.bits);
    if (!array.port.is_bus()) continue;
    const double banks = count_banks(array) * array.port.masters;
    Bundle& bundle = bundles[array.port.bundle];
    bundle.adapters = std::max(bundle.adapters, banks);
    bundle.bits = std::max(bundle.bits, adapter_bits(array, target));
    sum += banks * bus_pointer;
  }
  for (const auto& [name, bundle] : bundles) sum += bundle.adapters * adapter_of(target.version, bundle.bits);
  if (registers) sum += start_and_done;
  return sum;
}

}  // namespace pom::dse::estimate
