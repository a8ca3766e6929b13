#include "dse/dataflow/fifo_memory.hpp"

#include <algorithm>

namespace pom::dse::dataflow {

namespace {

/// Words that the tool keeps in registers (a FIFO of the default depth).
constexpr std::int64_t register_words = 2;

/// Bits above which the tool takes block RAM (reports of 2020.2 and later, UltraScale+ and 7-series).
constexpr std::int64_t most_lut_bits = 4096;

/// Words of one bit in a LUT: a shift register of 32 places, and two LUTs for 64 words with a port each way.
constexpr std::int64_t words_per_lut = 32;

/// A block of 18 Kib: words and their bits.
struct Shape {
  std::int64_t words, bits;
};
constexpr Shape block_shapes[] = {{512, 36}, {1024, 18}, {2048, 9}, {4096, 4}, {8192, 2}, {16384, 1}};

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

FifoMemory memory_of_fifo(int bits, std::int64_t depth) {
  FifoMemory memory{0, 0, bits * depth};
  if (depth <= register_words) return memory;
  if (memory.bits <= most_lut_bits) {
    memory.lut = bits * divide_up(depth, words_per_lut);
    return memory;
  }
  for (const Shape& shape : block_shapes) {
    const std::int64_t blocks = divide_up(bits, shape.bits) * divide_up(depth, shape.words);
    memory.bram_18k = memory.bram_18k == 0 ? blocks : std::min(memory.bram_18k, blocks);
  }
  return memory;
}

}  // namespace pom::dse::dataflow
