#pragma once
#include <set>
#include <string>
#include <vector>

#include "polyhedral/streaming/stream_channels.hpp"

namespace pom::poly {

/// Names of the FIFOs beside which no other channel, by whatever way, joins the two processes. Such a FIFO of any depth
/// blocks for a while and not for ever: who waits at one end does not wait for what the other end does.
std::set<std::string> list_only_ways(const std::vector<StreamedChannel>&);

}  // namespace pom::poly
