#pragma once
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// A region's body as processes: nodes that belong together, in program order. An array that several nodes write is no
/// channel: all from its first writer to its last are one process.
std::vector<std::vector<Node>> find_processes(const Kernel&, const Function& region);

/// How an array leads from process to process.
enum class Channel : char {
  memory,  ///< it changes hands when the writer is done
  fifo,    ///< one process writes it and one reads it, both each element once and in order: the reader runs along
  values,  ///< written in order, and read whole before the loops of others: registers that fill while it is written
  none,    ///< what is stored is never loaded
};

/// By array of the region.
std::vector<Channel> find_channels(const Kernel&, const Function& region,
                                   const std::vector<std::vector<Node>>& processes);

}  // namespace pom::dse
