#include "polyhedral/dataflow/summary.hpp"

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/number_too_large.hpp"

namespace pom::poly {

namespace {

std::string name_of(const Scop& scop, const Process& process) {
  return scop.statements[process.statements.front()].name;
}

/// "\"use\" kept 22 elements, the least"; nothing where it keeps none.
std::string storage_text(const std::string& process, const Storage& storage) {
  if (storage.size == 0) return "";
  const std::string kept =
      "\"" + process + "\" kept " + std::to_string(storage.size) + (storage.size == 1 ? " element" : " elements");
  if (storage.size == storage.bound.count) return kept + ", the least";
  if (storage.bound.exact) return kept + " (" + std::to_string(storage.bound.count) + " are alive at once)";
  // Where counting was given up at once, one is all that is known.
  return storage.bound.count <= 1 ? kept
                                  : kept + " (at least " + std::to_string(storage.bound.count) + " are alive at once)";
}

std::string lanes_text(const Lanes& lanes) {
  if (lanes.pushed <= 1 && lanes.popped <= 1) return "";
  return ", " + std::to_string(lanes.pushed) + " in and " + std::to_string(lanes.popped) + " out at a time";
}

int depth_of(const Scop& scop, int array) {
  for (const StreamMark& mark : scop.hardware.streams) {
    if (mark.array == array) return mark.depth;
  }
  return 0;
}

void measure(const Channel& channel, ChannelSummary& summary) {
  summary.in_producer = storage_of(channel.in_producer);
  summary.in_consumer = storage_of(channel.in_consumer);
  const isl::set pushes = channel.push.range();
  const bool bounded = dimension_count(pushes) == 0 || minimum(pushes, 0);
  if (bounded && first_parameters(channel.push.wrap()).empty()) summary.lanes = count_lanes(channel);
}

}  // namespace

std::vector<ChannelSummary> summarize_channels(const Scop& scheduled, const Dependences& dependences) {
  std::vector<ChannelSummary> table;
  const HardwareMarks& marks = scheduled.hardware;
  if (!marks.dataflow || (marks.automatic_channels && marks.streams.empty())) return table;
  const std::vector<Process> processes = find_processes(scheduled);
  for (const Channel& channel : find_channels(scheduled, dependences, processes)) {
    const dsl::Array& array = *scheduled.program->arrays[channel.array];
    if (marks.automatic_channels && depth_of(scheduled, channel.array) == 0) continue;
    ChannelSummary summary{.array = array.name,
                           .producer = name_of(scheduled, processes[channel.producer]),
                           .consumer = name_of(scheduled, processes[channel.consumer]),
                           .unknown = channel.unknown,
                           .bits = array.type.bits,
                           .depth = depth_of(scheduled, channel.array),
                           .elements = array.elements(),
                           .lanes = {},
                           .in_producer = std::nullopt,
                           .in_consumer = std::nullopt};
    try {
      if (channel.unknown.empty()) measure(channel, summary);
    } catch (const NumberTooLarge&) {  // the table is no reason to refuse the program
      summary.unknown = "its sizes do not fit into 64 bits";
    }
    table.push_back(std::move(summary));
  }
  return table;
}

std::string to_string(const ChannelSummary& channel) {
  const std::string lanes = lanes_text(channel.lanes);
  if (channel.depth > 0)
    return "FIFO of " + std::to_string(channel.depth) + " x " + std::to_string(channel.bits) + " bits" + lanes;
  const std::string memory = "two memories of " + std::to_string(channel.elements) + " elements; ";
  if (!channel.unknown.empty()) return memory + "no FIFO: " + channel.unknown;
  if (channel.is_fifo()) return memory + "the order allows a FIFO" + lanes;
  if (!channel.in_producer || !channel.in_consumer) return memory + "what a FIFO would leave to keep depends on sizes";
  const std::string first = storage_text(channel.producer, *channel.in_producer),
                    second = storage_text(channel.consumer, *channel.in_consumer);
  return memory + "a FIFO would do if " + first + (first.empty() || second.empty() ? "" : " and ") + second + lanes;
}

}  // namespace pom::poly
