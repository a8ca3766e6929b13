#pragma once
#include "dse/dataflow/fifo_memory.hpp"
#include "dse/dataflow/network.hpp"

namespace pom::dse::dataflow {

/// What the depths must not spoil.
enum class Keep {
  progress,  ///< the network comes to its end
  latency,   ///< in as few cycles as with FIFOs without limit
};

struct Sizing {
  Depths depths;
  FifoMemory memory;  ///< of all FIFOs
  FifoMemory bound;   ///< no depths that keep what they must take less
  std::int64_t latency = 0;
  bool optimal = false;          ///< the two memories are the same
  std::vector<Wait> deadlock{};  ///< of FIFOs without limit: then no depths help, and nothing else holds
  int simulations = 0;
};

/// Of all FIFOs of the network.
FifoMemory memory_of(const Network&, const Depths&);

/// The depths that take least memory.
///
/// A run that is too slow, or dead, names FIFOs of which one must be deeper: a cut. The cheapest depths that satisfy
/// all cuts so far are a lower bound, and once they keep what they must, they are optimal. Cuts begin with the depth
/// that each FIFO needs by itself, from the earliest and latest times of its tokens. After a number of simulations the
/// search ends with good depths: grown cut by cut from the cheapest ones that satisfy the cuts known, and then shrunk
/// one by one. By channel, no depth is less than `at_least`.
Sizing size_fifos(const Network&, Keep, const Depths& at_least = {});

/// The network for so many runs back to back: each process begins anew when it is done. Of networks without memories
/// between processes.
Network repeat(const Network&, int runs);

}  // namespace pom::dse::dataflow
