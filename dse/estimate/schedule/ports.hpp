#pragma once
#include <cstdint>
#include <vector>

#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"

namespace pom::dse::estimate {

/// Tells whether a node takes a memory port: loads and stores of memories do, the first ones of each word; registers
/// and streams do not.
bool needs_port(const Graph&, const GraphNode&);

/// Reservation table of memory ports over states (modulo the interval in a pipeline).
class Ports {
 public:
  /// `interval`: initiation interval in states; 0: the block is not pipelined.
  Ports(const Graph& graph, const std::vector<MemoryView>& views, int interval);

  /// Reserves the ports of an access in the first state from `state` on in which they are free; returns that state.
  int take(const GraphAccess& access, int state);

 private:
  /// The ports that are taken of one memory, or of one bus, in one state.
  struct Uses {
    int of_all = 0;                      ///< by accesses that take one of each bank
    int most = 0;                        ///< of the others, in any one bank
    std::vector<std::uint16_t> of_bank;  ///< by the others; of a bus, by adapter
    /// By bank, and last for all of them: so many states from this one on are known to have no port. Empty: 1.
    std::vector<int> full;
  };

  Uses& uses_in(const MemoryView& view, int array, int state);
  /// How many states from `first` on have no port in a bank; a number beyond the banks stands for all of them.
  int full_states(const MemoryView& view, int array, int first, int place, int ports);

  const Graph& graph_;
  const std::vector<MemoryView>& views_;
  int interval_;
  std::vector<std::vector<Uses>> taken_;  ///< a pipeline has a row for each state of its interval
};

}  // namespace pom::dse::estimate
