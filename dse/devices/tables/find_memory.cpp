#include <algorithm>
#include <bit>
#include <cmath>

#include "dse/devices/tables/operators.hpp"
#include "dse/devices/tables/tables.hpp"

namespace pom::dse::devices {

namespace {

/// Upper limit on words that keeps all products below far from overflow; no device has as many.
constexpr std::int64_t most_words = std::int64_t{1} << 40;
constexpr int most_bits = 1 << 16;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The number of address bits; 0 for a single word.
int address_bits(std::int64_t words) {
  return std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(words, 1) - 1));
}

/// Counts the fewest 18 Kib blocks over all block widths up to `widest`. The depth is rounded up to a power of two:
/// 3136 x 32 takes as many blocks as 4096 x 32.
std::int64_t blocks_by_mode(const MemoryTable& table, std::int64_t words, int bits, int widest) {
  const std::int64_t depth = std::int64_t{1} << address_bits(words);
  std::int64_t best = 0;
  for (const BlockMode& mode : table.modes) {
    if (mode.bits > widest) continue;
    const std::int64_t count = ceil_div(depth, mode.words) * ceil_div(bits, mode.bits);
    if (best == 0 || count < best) best = count;
  }
  return std::max<std::int64_t>(best, 1);
}

/// Counts the 18 Kib blocks of a deep memory. It is cut into columns of 18 bits, 1024 words a block; a remainder of at
/// most 8 bits is cut into columns of one bit, 16384 words a block (16384 x 24: 16 + 6). Fractions of blocks add up,
/// and half a block is rounded up (100352 x 7: 42.9).
std::int64_t sliced_blocks(std::int64_t words, int bits) {
  const int rest = bits % 18;
  const double columns = bits / 18 + (rest > 9 ? 1 : rest == 9 ? 0.5 : rest / 16.0);
  return std::max<std::int64_t>(1, std::llround(static_cast<double>(words) / 1024 * columns));
}

std::int64_t bram_count(const MemoryTable& table, const MemoryKey& key, std::int64_t words, int bits) {
  if (words > table.sliced_words) return sliced_blocks(words, bits);
  return blocks_by_mode(table, words, bits, key.true_dual ? table.true_dual_bits : table.modes.front().bits);
}

MemoryCost lutram(const MemoryTable& table, const MemoryKey& key, std::int64_t words, int bits) {
  MemoryCost cost{.kind = MemoryCost::Kind::lutram};
  const std::int64_t copies = key.ping_pong ? 2 : 1;
  cost.lut = copies * (table.lutram_by_depth ? bits * ceil_div(words, 64) + 1 : ceil_div(words * bits, 64));
  cost.ff = bits * std::max<std::int64_t>(copies, std::clamp(key.ports, 1, 2));
  return cost;
}

MemoryCost registers(std::int64_t words, int bits) {
  return {.kind = MemoryCost::Kind::registers, .ff = words * bits, .read_latency = 0};
}

bool asks_for(const MemoryKey& key, const char* what) {
  return key.storage == what || key.type.find(what) != std::string::npos;
}

MemoryCost::Kind kind_of(const MemoryTable& table, const Target& target, const MemoryKey& key, std::int64_t words,
                         int bits) {
  using Kind = MemoryCost::Kind;
  if (asks_for(key, "uram")) return Kind::uram;
  if (asks_for(key, "bram")) return Kind::bram;
  if (asks_for(key, "lutram") || asks_for(key, "distributed")) return Kind::lutram;
  if (words <= 1 || key.storage == "registers") return Kind::registers;
  // A LUTRAM has only one port that can write.
  const bool fits_lutram = words * bits < table.lutram_bits.at(target.version);
  if (fits_lutram && !key.true_dual) return Kind::lutram;
  const std::int64_t from = table.automatic_uram_bits.at(target.version);
  const bool has_uram = !target.device || target.device->uram > 0;
  // The tool chooses URAM only for a memory that fits into one block and does not lie between processes (2023.2: 8192 x
  // 32 and two halves of 4096 x 32 take BRAM).
  const bool fits = words <= table.uram_words && bits <= table.uram_bits && !key.ping_pong;
  if (has_uram && key.writable && from > 0 && fits && words * bits >= from) return Kind::uram;
  return Kind::bram;
}

MemoryCost count_blocks(const Target& target, const MemoryKey& key) {
  const MemoryTable& table = tables_of(target).memories;
  const std::int64_t words = std::clamp<std::int64_t>(key.words, 0, most_words);
  const int bits = std::clamp(key.bits, 0, most_bits);
  if (words == 0 || bits == 0) return registers(0, 0);
  const std::int64_t deep = key.ping_pong ? 2 * words : words;
  switch (kind_of(table, target, key, words, bits)) {
    case MemoryCost::Kind::registers:
      return registers(deep, bits);
    case MemoryCost::Kind::lutram:
      return lutram(table, key, words, bits);
    case MemoryCost::Kind::uram:
      return {.kind = MemoryCost::Kind::uram,
              .uram = ceil_div(deep, table.uram_words) * ceil_div(bits, table.uram_bits)};
    case MemoryCost::Kind::bram:
      break;
  }
  return {.kind = MemoryCost::Kind::bram, .bram_18k = bram_count(table, key, deep, bits)};
}

/// `words`: along a memory's depth, more than one block's URAMs stand in a cascade.
double delay_of(const MemoryTable& table, ToolVersion version, MemoryCost::Kind kind, std::int64_t words) {
  switch (kind) {
    case MemoryCost::Kind::registers:
      return 0;
    case MemoryCost::Kind::lutram:
      return table.lutram_ns.at(version);
    case MemoryCost::Kind::bram:
      return table.bram_ns.at(version);
    case MemoryCost::Kind::uram:
      break;
  }
  return words > table.uram_words ? table.uram_cascade_ns.at(version) : table.uram_ns.at(version);
}

}  // namespace

MemoryCost find_memory(const Target& target, const MemoryKey& key) {
  MemoryCost cost = count_blocks(target, key);
  cost.load_ns = cost.store_ns = delay_of(tables_of(target).memories, target.version, cost.kind, key.words);
  return cost;
}

int FifoTable::Cost::at(int bits, int address) const {
  return static_cast<int>(std::lround(per_bit * bits + fixed + per_address_bit * std::min(address, most_address_bits)));
}

MemoryCost find_fifo(const Target& target, std::int64_t depth, int bits, const std::string& storage) {
  const FifoTable& table = tables_of(target).memories.fifo;
  const std::int64_t words = std::clamp<std::int64_t>(depth, 1, most_words);
  const int wide = std::clamp(bits, 1, most_bits), address = address_bits(words);
  const std::int64_t capacity = words * wide;
  const bool bram = storage == "bram" || storage == "memory" || (storage.empty() && capacity > table.lutram_bits);
  if (storage == "uram") {
    return {.kind = MemoryCost::Kind::uram,
            .uram = 1,
            .lut = table.bram_lut.at(wide, address),
            .ff = table.bram_ff.at(wide, address)};
  }
  // Reports show at most one block for a FIFO, whatever its depth.
  if (bram) {
    return {.kind = MemoryCost::Kind::bram,
            .bram_18k = 1,
            .lut = table.bram_lut.at(wide, address),
            .ff = table.bram_ff.at(wide, address)};
  }
  const bool srl = storage == "srl" || (storage != "lutram" && capacity <= table.srl_bits);
  const FifoTable::Cost& lut = srl ? table.srl_lut : table.lutram_lut;
  const FifoTable::Cost& ff = srl ? table.srl_ff : table.lutram_ff;
  return {.kind = MemoryCost::Kind::lutram, .lut = lut.at(wide, address), .ff = ff.at(wide, address)};
}

}  // namespace pom::dse::devices
