#pragma once
#include <compare>
#include <cstdint>

namespace pom::dse::dataflow {

/// What FIFOs are built of. Block RAMs are scarcest, then LUTs; bits break ties.
struct FifoMemory {
  std::int64_t bram_18k = 0, lut = 0, bits = 0;

  auto operator<=>(const FifoMemory&) const = default;
  FifoMemory operator*(std::int64_t copies) const { return {bram_18k * copies, lut * copies, bits * copies}; }
  FifoMemory operator+(const FifoMemory& other) const {
    return {bram_18k + other.bram_18k, lut + other.lut, bits + other.bits};
  }
};

/// One FIFO as the hardware is: up to two words are registers; up to 4096 bits are LUTs (shift registers, or RAM with
/// one port for writing and one for reading); what is larger is block RAM, in the best of its shapes.
FifoMemory memory_of_fifo(int bits, std::int64_t depth);

}  // namespace pom::dse::dataflow
