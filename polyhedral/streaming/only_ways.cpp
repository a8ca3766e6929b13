#include "polyhedral/streaming/only_ways.hpp"

namespace pom::poly {

namespace {

/// Whether the channels but one lead from its producer to its consumer, in any direction.
bool is_joined_without(const std::vector<StreamedChannel>& channels, const StreamedChannel& left_out) {
  std::set<std::string> reached = {left_out.producer};
  for (bool grew = true; grew;) {
    grew = false;
    for (const StreamedChannel& channel : channels) {
      if (&channel == &left_out || reached.contains(channel.producer) == reached.contains(channel.consumer)) continue;
      reached.insert({channel.producer, channel.consumer});
      grew = true;
    }
  }
  return reached.contains(left_out.consumer);
}

}  // namespace

std::set<std::string> list_only_ways(const std::vector<StreamedChannel>& channels) {
  std::set<std::string> names;
  for (const StreamedChannel& channel : channels) {
    // FIFOs side by side are several ways.
    if (channel.memory.empty() && channel.lanes == 1 && !is_joined_without(channels, channel))
      names.insert(channel.fifo);
  }
  return names;
}

}  // namespace pom::poly
