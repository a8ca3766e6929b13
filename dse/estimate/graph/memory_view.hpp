#pragma once
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/linear.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// How one array of a function is implemented, and what its accesses cost.
struct MemoryView {
  enum class Kind {
    variable,   ///< a scalar: wires and registers
    registers,  ///< completely partitioned: every element is a register
    memory,
    stream,
    bus,   ///< m_axi: an external memory behind a bus
    wire,  ///< a scalar argument that is only read
  };
  struct Dimension {
    std::int64_t extent = 0;
    BankingKind kind = BankingKind::none;
    std::int64_t banks = 1, bank_extent = 0;  ///< bank_extent: elements of a bank along this dimension
    std::int64_t reshaped = 1;                ///< elements in one word
    bool reshape_block = false;
  };
  Kind kind = Kind::memory;
  std::vector<Dimension> dimensions;
  std::int64_t banks = 1, bank_words = 0;
  int word_bits = 0;
  int ports = 2;         ///< accesses per bank and cycle; of `read_copies`: writes
  int load_latency = 1;  ///< states from the address to the element
  int masters = 1;       ///< bus: Port::masters
  int bus_latency = 0;   ///< bus: Port::latency, which is a part of load_latency
  float load_ns = 0, store_ns = 0;
  float select_ns = 0;  ///< of registers: delay of a choice between two, in ns
  devices::MemoryCost bank_cost;
  bool read_copies = false;  ///< each read of a cycle has a memory of its own, and all are written at once (RAM_1WNR)
  bool replicable = false;   ///< the tool may copy it for parallel reads: no directive fixes its storage
  int channel = -1;          ///< bus: index of the first array of the same bundle
  bool shared_channel = false;  ///< bus: the bundle has several arrays
  /// Bus, valid for the channel's first array: number of adapters of the bundle. It has one for each bank of its most
  /// partitioned array ("gmem_0", "gmem_1" …); an adapter serves that bank of all arrays with one read and one write a
  /// cycle.
  std::int64_t adapters = 1;
  bool outside = false;  ///< the array of a port; this design contains no memory for it
  bool floats = false;   ///< the elements are floats
  /// The design's own port delivers floats as bits: each is a value of its own, which shares no register.
  bool raw = false;
};

/// Port::mode of a parameter that stands for a local array of the caller, so that the tool knows the memory behind it.
inline constexpr const char* memory_of_caller = "memory of the caller";

/// Tells whether a directive builds one memory for each read of a cycle (RAM_1WNR; AMD UG1399, bind_storage).
bool has_read_copies(const Array&);

/// Returns the delay, in ns, of a choice among so many registers. Law: 0.35 of the choice between two for each time
/// that their number doubles (operator_delays.csv, sparsemux, UltraScale+: 0.42 ns for few inputs, 1.5 ns for the most;
/// provisional, as it does not tell how many inputs each has).
float choice_ns(const MemoryView&, int registers);

/// Builds the views of all arrays of a function.
std::vector<MemoryView> view_memories(const Function&, const devices::Target&);
MemoryView view_memory(const Array&, const devices::Target&);

/// Describes one bank of the array as a memory with a single reader or writer.
devices::MemoryKey bank_key(const Array&, const MemoryView&);

/// Appends the banks that an access may use to `banks`; returns their number.
int append_banks(const MemoryView&, const Linear* indices, const Unrolling&, std::vector<int>& banks);

/// Decides which accesses of a block can conflict in a bank (GraphAccess::port_bank). Where all indices along a
/// dimension have equal terms (i + 1, i + 2), the difference of their constants decides, even if the bank changes from
/// iteration to iteration. `late_copies`: the tool unrolls loops of the block by itself, after it cut the arrays; an
/// access whose bank changes may then be to any of them, where their number is no power of two.
void settle_banks(Graph&, const std::vector<MemoryView>&, const Unrolling&, bool late_copies = false);

/// Decides which accesses of a block, all loads or all stores, are to one word of a reshaped array, and so take one
/// port (GraphAccess::in_word).
void settle_words(Graph&, const std::vector<MemoryView>&);

}  // namespace pom::dse::estimate
