#pragma once
#include <vector>

#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/qor/qor.hpp"

namespace pom::dse {

/// How the loops of a function use an array.
struct MemoryUse {
  std::int64_t copies = 1;
  bool dual = false;   ///< both ports read, or write, at once
  bool loaded = true;  ///< some block reads it from where it is kept
};

/// The memories, tables and FIFOs that a function declares. Arrays of ports cost nothing here.
Resources measure_memories(const Function&, const std::vector<MemoryView>&, const std::vector<MemoryUse>&,
                           const Target&);

/// Adapters of the top function's ports: m_axi, s_axilite.
Resources measure_interfaces(const Function&, const Target&);

}  // namespace pom::dse
