#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "polyhedral/streaming/stream_channels.hpp"

namespace pom::poly {

/// Names of the FIFOs beside which no other channel, by whatever way, joins the two processes. Such a FIFO of any depth
/// blocks for a while and not for ever: who waits at one end does not wait for what the other end does.
std::set<std::string> list_only_ways(const std::vector<StreamedChannel>&);

/// The least places that a FIFO is given: they are registers, and cost no more than a single one.
constexpr int least_fifo_depth = 2;

/// Gives the least depth to those of which `depths` says nothing.
void keep_small(const std::set<std::string>& only_ways, std::map<std::string, std::int64_t>& depths);

}  // namespace pom::poly
