#pragma once
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Divides a region's body into processes, in program order. An array that several nodes write cannot be a channel, so
/// all nodes from its first writer to its last form one process.
std::vector<std::vector<Node>> find_processes(const Kernel&, const Function& region);

/// How an array connects two processes.
enum class Channel : char {
  memory,  ///< the reader starts when the writer is done
  fifo,    ///< one writer and one reader access each element once, in order: the reader runs along with the writer
  values,  ///< written in order, read as a whole before the readers' loops: registers that fill while it is written
  none,    ///< stored elements are never loaded
};

/// Classifies the arrays of the region; the result is indexed by array.
std::vector<Channel> find_channels(const Kernel&, const Function& region,
                                   const std::vector<std::vector<Node>>& processes);

}  // namespace pom::dse::estimate
