#pragma once
#include <vector>

#include "dse/estimate/memory_view.hpp"
#include "dse/estimate/qor.hpp"

namespace pom::dse {

/// The memories, tables and FIFOs that a function declares, each array in so many copies. Arrays of ports cost nothing
/// here.
Resources measure_memories(const Function&, const std::vector<MemoryView>&, const std::vector<std::int64_t>& copies,
                           const Target&);

/// Adapters of the top function's ports: m_axi, s_axilite. `written` says for each parameter whether the design writes it.
Resources measure_interfaces(const Function&, const std::vector<bool>& written);

}  // namespace pom::dse
