#pragma once
#include "polyhedral/dataflow/channels.hpp"
#include "polyhedral/dataflow/storage.hpp"

namespace pom::poly {

/// One line of the table of channels: what a channel needs so that its two processes can run at once.
struct ChannelSummary {
  std::string array, producer, consumer;  ///< names of the program; a process has the name of its first compute
  std::string unknown = {};               ///< as in Channel
  int bits = 0;                           ///< of a token
  int depth = 0;                          ///< of the FIFO that the array is; 0: it is a memory
  std::int64_t elements = 0;              ///< of the array
  Lanes lanes;
  std::optional<Storage> in_producer, in_consumer;  ///< nothing: its size is not known

  bool is_fifo() const {
    return unknown.empty() && in_producer && in_consumer && in_producer->size == 0 && in_consumer->size == 0;
  }
};

/// The channels of a dataflow function; none of another one. Of a function with automatic channels, those that
/// directives made FIFOs of: what became of the others, streaming tells.
std::vector<ChannelSummary> summarize_channels(const Scop& scheduled, const Dependences& dependences);

/// What the array is now, and what it could be: "two memories of 80 elements; a FIFO would do where \"use\" kept 22
/// elements, the least".
std::string to_string(const ChannelSummary&);

}  // namespace pom::poly
