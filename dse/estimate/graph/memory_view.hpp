#pragma once
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/linear.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// How one array of a function is built, and what its accesses cost.
struct MemoryView {
  enum class Kind {
    variable,   ///< a scalar: wires and registers
    registers,  ///< completely cut: every element a register
    memory,
    stream,
    bus,   ///< m_axi: an external memory behind a bus
    wire,  ///< a scalar argument that is only read
  };
  struct Dimension {
    std::int64_t extent = 0;
    BankingKind kind = BankingKind::none;
    std::int64_t banks = 1, bank_extent = 0;  ///< block: elements of a bank along this dimension
    std::int64_t reshaped = 1;                ///< elements side by side in a word
    bool reshape_block = false;
  };
  Kind kind = Kind::memory;
  std::vector<Dimension> dimensions;
  std::int64_t banks = 1, bank_words = 0;
  int word_bits = 0;
  int ports = 2;         ///< of each bank, in a cycle
  int load_latency = 1;  ///< states between the address and the element
  float load_ns = 0, store_ns = 0;
  MemoryCost bank_cost;
  bool replicable = false;      ///< the tool may keep copies for reading: no directive says how it is built
  int channel = -1;             ///< bus: the first array of the same bundle
  bool shared_channel = false;  ///< bus: the bundle has several arrays
  /// Bus, of the channel's first array: a bundle has an adapter for each bank of its most cut array ("gmem_0", "gmem_1"
  /// …), which serves that bank of all its arrays: one read and one write a cycle.
  std::int64_t adapters = 1;
  bool outside = false;  ///< the array of a port: no memory of this design
  bool floats = false;   ///< of floats
};

/// Port::mode of a parameter that stands for a local array of the caller: the tool knows the memory behind it.
inline constexpr const char* memory_of_caller = "memory of the caller";

/// Views of all arrays of a function. `banking[n]` replaces Array::banking when it is not empty.
std::vector<MemoryView> view_memories(const Function&, const Target&);
MemoryView view_memory(const Array&, const Target&);

/// Appends the banks that an access may touch to `banks`; returns how many.
int find_banks(const MemoryView&, const Linear* indices, const Unrolling&, std::vector<int>& banks);

/// Which accesses of a block can meet in a bank. Where all indices along a dimension move alike (i + 1, i + 2), their
/// distance decides, also when the bank itself changes from iteration to iteration.
void settle_banks(Graph&, const std::vector<MemoryView>&, const Unrolling&);

}  // namespace pom::dse
