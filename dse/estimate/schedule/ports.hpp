#pragma once
#include <cstdint>
#include <vector>

#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"

namespace pom::dse {

/// Loads and stores of memories take a port; registers and streams do not.
bool needs_port(const GraphNode&);

/// Which ports are taken in which state.
class Ports {
 public:
  /// `interval`: states after which the next iteration takes the same ports; 0: never.
  Ports(const Graph& graph, const std::vector<MemoryView>& views, int interval);

  /// The first state from `state` on in which the access finds its ports free; takes them.
  int take(const GraphAccess& access, int state);

 private:
  /// The uses of each bank, or adapter, in a state.
  std::uint16_t* row(const MemoryView& view, int array, int state);

  const Graph& graph_;
  const std::vector<MemoryView>& views_;
  int interval_;
  std::vector<std::vector<std::uint16_t>> taken_;
};

}  // namespace pom::dse
