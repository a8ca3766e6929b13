#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "dse/estimate/blocks/element_table.hpp"
#include "dse/estimate/blocks/pipelined_loops.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"

namespace pom::dse::estimate {

/// The operations of a block that compute addresses and banks: accesses wait for them, and equal ones are one node.
class AddressLogic {
 public:
  /// `loops`: those whose iterations overlap; they outlive this.
  AddressLogic(const devices::Target& target, const std::vector<RunningLoop>& loops) : target_(target), loops_(loops) {}

  void clear();
  /// Adds the edges of an access to what computes its address and its bank in every iteration.
  void wait_for_address(Graph&, const Unrolling&, const MemoryView&, const ArrayElement&,
                        std::vector<GraphEdge>& waits);

 private:
  void wait_for_bank(Graph&, const Unrolling&, const MemoryView&, const ArrayElement&, std::vector<GraphEdge>& waits);
  int adder_node(Graph&, int levels, const MemoryView&);
  int multiplier_node(Graph&);
  int remainder_node(Graph&, int index, std::int64_t banks, int bits);

  /// A division that finds the bank of an access, see BankDivision.
  struct Remainder {
    int index = -1;  ///< in Graph::indices; indices that differ by a constant share the remainder
    std::int64_t banks = 1;
    int bits = 0, node = -1;
  };

  const devices::Target& target_;
  const std::vector<RunningLoop>& loops_;
  std::map<std::pair<int, int>, int> adders_;  ///< nodes, by the adders in a row and their width in bits
  int multiplier_ = -1;                        ///< node; -1: none yet
  std::vector<Remainder> remainders_;
};

}  // namespace pom::dse::estimate
