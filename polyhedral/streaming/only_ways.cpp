#include "polyhedral/streaming/only_ways.hpp"

#include "polyhedral/dataflow/joined.hpp"

namespace pom::poly {

namespace {

/// Whether the channels but one lead from its producer to its consumer, in any direction.
bool is_joined_without(const std::vector<StreamedChannel>& channels, const StreamedChannel& left_out) {
  std::vector<std::pair<std::string, std::string>> others;
  for (const StreamedChannel& channel : channels) {
    if (&channel != &left_out) others.emplace_back(channel.producer, channel.consumer);
  }
  return are_joined(others, left_out.producer, left_out.consumer);
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

void keep_small(const std::set<std::string>& only_ways, std::map<std::string, std::int64_t>& depths) {
  for (const std::string& fifo : only_ways) depths.try_emplace(fifo, least_fifo_depth);
}

}  // namespace pom::poly
