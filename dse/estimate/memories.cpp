#include "dse/estimate/memories.hpp"

#include <algorithm>
#include <set>

namespace pom::dse {

namespace {

/// `control_s_axi` of a bundle with the usual start and done bits; each argument of 32 bits adds to it.
Resources of_memory(const MemoryView& memory) {
  const auto banks = static_cast<double>(memory.banks);
  const MemoryCost& cost = memory.bank_cost;
  return {0, banks * static_cast<double>(cost.lut), banks * static_cast<double>(cost.ff),
          banks * static_cast<double>(cost.bram_18k), banks * static_cast<double>(cost.uram)};
}

Resources of_streams(const Array& array, const Target& target) {
  double count = 1;
  for (const std::int64_t extent : array.shape) count *= static_cast<double>(std::max<std::int64_t>(extent, 1));
  const MemoryCost cost = find_fifo(target, array.depth, array.element.bits, array.storage);
  return {0, count * static_cast<double>(cost.lut), count * static_cast<double>(cost.ff),
          count * static_cast<double>(cost.bram_18k), count * static_cast<double>(cost.uram)};
}

}  // namespace

Resources measure_memories(const Function& function, const std::vector<MemoryView>& memories, const Target& target) {
  Resources sum;
  for (std::size_t n = 0; n < memories.size(); ++n) {
    if (memories[n].outside) continue;
    if (memories[n].kind == MemoryView::Kind::stream) sum += of_streams(function.arrays[n], target);
    if (memories[n].kind == MemoryView::Kind::memory) sum += of_memory(memories[n]);
    // Elements that are registers belong to the memories of no report: they count where they are used.
    if (memories[n].kind == MemoryView::Kind::registers && function.arrays[n].role != Array::Role::constant)
      sum.ff += static_cast<double>(memories[n].banks) * memories[n].word_bits;
  }
  return sum;
}

Resources measure_interfaces(const Function&, const Target&) { return {}; }

}  // namespace pom::dse
