#pragma once
#include <vector>

#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/qor/qor.hpp"

namespace pom::dse::estimate {

/// How a function uses an array.
struct MemoryUse {
  std::int64_t copies = 1;
  bool dual = false;   ///< both ports of a bank are read, or written, in the same state
  bool loaded = true;  ///< some block reads the memory; otherwise the stored values are used directly
};

/// Costs the memories, tables and FIFOs that a function declares. Arrays of ports cost nothing here.
Resources measure_memories(const Function&, const std::vector<MemoryView>&, const std::vector<MemoryUse>&,
                           const devices::Target&);

/// Costs the adapters of the top function's ports: m_axi and s_axilite.
Resources measure_interfaces(const Function&, const devices::Target&);

}  // namespace pom::dse::estimate
