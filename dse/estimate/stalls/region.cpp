#include "dse/estimate/stalls/region.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "dse/estimate/compose/channels.hpp"
#include "dse/estimate/stalls/iterations.hpp"
#include "dse/estimate/stalls/process_blocks.hpp"

namespace pom::dse::estimate {

namespace {

/// Tokens of all streams together; a network of more would take a gigabyte.
constexpr std::int64_t most_tokens = 8'000'000;

/// In which states of an iteration the tool puts reads and writes of streams: what agrees with the RTL of most designs.
struct Stages {
  bool reads_streams = false, writes_streams = false;
  bool loads = false;    ///< of memories
  bool sums_up = false;  ///< loads of memories of its own

  std::int64_t of(const Access& access, std::int64_t last) const {
    const std::int64_t second = std::min<std::int64_t>(1, last), last_but_one = std::max<std::int64_t>(0, last - 1);
    if (access.writes) return sums_up && !reads_streams ? last_but_one : last;
    return writes_streams || loads ? second : last;
  }
};

/// One FIFO: a stream, and of an array of streams one lane.
using Lane = std::pair<int, std::int64_t>;

/// When one process reads, or writes, one FIFO.
struct Moments {
  std::vector<std::int64_t> cycles;
  std::vector<std::int64_t> places;  ///< in the program's order
};
using MomentsByLane = std::map<Lane, Moments>;

struct ProcessFacts {
  dataflow::Process process;
  std::int64_t places = 0;  ///< of all accesses, in the program's order
  MomentsByLane reads, writes;
  std::set<int> read_memories, written_memories;
};

/// What lanes have in common that are one channel: writer, reader, stream, and the cycles of both.
using Tokens = std::tuple<std::size_t, std::size_t, int, std::vector<std::int64_t>, std::vector<std::int64_t>>;

class RegionBuilder {
 public:
  RegionBuilder(const Kernel& kernel, const FindSchedule& find)
      : kernel_(kernel), find_(find), region_(kernel.top_function()) {}

  RegionNetwork build() {
    const std::vector<std::vector<Node>> processes = find_processes(kernel_, region_);
    const std::vector<Channel> kinds = find_channels(kernel_, region_, processes);
    for (const std::vector<Node>& process : processes) {
      const bool only_wires = std::all_of(process.begin(), process.end(),
                                          [](const Node& node) { return node.kind == Node::Kind::assignment; });
      if (!only_wires) add_process(process, kinds);
    }
    for (std::size_t p = 0; p < facts_.size(); ++p) add_memories(p);
    RegionNetwork result;
    for (ProcessFacts& facts : facts_) {
      result.in_order.processes.push_back({facts.process.name, facts.places, {}, facts.process.after});
      result.network.processes.push_back(std::move(facts.process));
    }
    for (std::size_t w = 0; w < facts_.size(); ++w) {
      for (const auto& [lane, written] : facts_[w].writes) connect(result, w, lane, written);
    }
    return result;
  }

 private:
  std::string name_of(const std::vector<Node>& process) const {
    const Node& first = process.front();
    if (first.kind == Node::Kind::call) return kernel_.functions[first.call.function].name;
    return first.kind == Node::Kind::loop ? first.loop.label : "process " + std::to_string(facts_.size());
  }

  void add_process(const std::vector<Node>& nodes, const std::vector<Channel>& kinds) {
    ProcessFacts facts;
    facts.process.name = name_of(nodes);
    const std::vector<Access> accesses = list_accesses(kernel_, region_, nodes);
    std::optional<ProcessBlocks> blocks;
    if (find_) {
      blocks.emplace(kernel_, region_, nodes, find_);
      if (!blocks->has_loops()) throw Unknown{"a process without loops"};
      facts.process.length = blocks->length();
    }
    const Stages stages = find_stages(accesses);
    for (const Access& access : accesses) {
      if (access.array < 0) continue;
      const Channel kind = kinds[access.array];
      if (is_stream(access) || kind == Channel::fifo) {
        if (region_.arrays[access.array].role != Array::Role::local) continue;  // a port never waits
        add_moments(access, blocks, stages, access.writes ? facts.writes : facts.reads);
      } else if (kind == Channel::memory || kind == Channel::values) {
        (access.writes ? facts.written_memories : facts.read_memories).insert(access.array);
      }
    }
    for (const MomentsByLane* lanes : {&facts.reads, &facts.writes}) {
      for (const auto& [lane, moments] : *lanes)
        facts.places = std::max(facts.places, *std::max_element(moments.places.begin(), moments.places.end()) + 1);
    }
    if (!find_) facts.process.length = facts.places;
    facts_.push_back(std::move(facts));
  }

  bool is_stream(const Access& access) const { return access.array >= 0 && region_.arrays[access.array].stream; }

  Stages find_stages(const std::vector<Access>& accesses) const {
    Stages stages;
    for (const Access& access : accesses) {
      if (is_stream(access)) {
        (access.writes ? stages.writes_streams : stages.reads_streams) = true;
      } else if (!access.writes) {
        stages.loads = true;
        stages.sums_up = stages.sums_up || access.array < 0;
      }
    }
    return stages;
  }

  /// Beside loops inside of an iteration, what stands behind the last one is in the iteration's last state.
  static std::int64_t stage_of(const Access& access, const ProcessBlocks& blocks, const Block& block,
                               const Stages& stages) {
    const std::int64_t last = block.schedule.iteration_latency - 1;
    if (block.inside.empty()) return stages.of(access, last);
    const bool behind_all = access.loops_before >= static_cast<int>(block.inside.size());
    const std::int64_t state = blocks.state_behind(block, access.loops_before);
    return behind_all && !block.loops.empty() ? std::max(state, last) : state;
  }

  /// An array of streams has one for each element; an array whose elements are sent has one for all.
  static std::size_t count_lane_ranks(const Array& array) {
    if (!array.banking.empty() && (array.fifo || !array.stream)) throw Unknown{"a FIFO in banks"};
    return array.stream && !array.fifo ? array.shape.size() : 0;
  }

  static std::int64_t depth_of(const Array& array) {
    std::int64_t elements = 1;
    for (const std::int64_t size : array.shape) elements *= size;
    return array.stream ? array.depth : elements;  // an array that the tool makes a FIFO holds all of it
  }

  void add_moments(const Access& access, const std::optional<ProcessBlocks>& blocks, const Stages& stages,
                   MomentsByLane& lanes) {
    const std::size_t ranks = count_lane_ranks(region_.arrays[access.array]);
    const Block* block = blocks ? &blocks->of(access) : nullptr;
    const std::int64_t stage = block ? stage_of(access, *blocks, *block, stages) : 0;
    for_each_iteration(access, [&](const LoopRanges& at) {
      if (++tokens_ > most_tokens) throw Unknown{"more than " + std::to_string(most_tokens) + " tokens"};
      std::int64_t lane = 0;
      for (std::size_t d = 0; d < ranks; ++d) {
        const std::optional<Range> index = range_of(access.indices[d], at);
        if (!index || !index->is_single()) throw Unknown{"which stream is meant depends on data"};
        lane = lane * region_.arrays[access.array].shape[d] + index->low;
      }
      Moments& moments = lanes[{access.array, lane}];
      moments.places.push_back(place_in_program(access, at));
      moments.cycles.push_back(block ? blocks->issue(*block, at) + stage : moments.places.back());
    });
  }

  void add_memories(std::size_t reader) {
    for (std::size_t writer = 0; writer < reader; ++writer) {
      const bool waits = std::any_of(facts_[reader].read_memories.begin(), facts_[reader].read_memories.end(),
                                     [&](int array) { return facts_[writer].written_memories.contains(array); });
      if (waits) facts_[reader].process.after.push_back(static_cast<int>(writer));
    }
  }

  /// The moments in their order; no two tokens pass one end of a FIFO in one cycle.
  static dataflow::Sequence sequence(std::vector<std::int64_t> cycles) {
    std::sort(cycles.begin(), cycles.end());
    dataflow::Sequence result;
    std::int64_t before = -1;
    for (const std::int64_t cycle : cycles) {
      before = std::max(before + 1, cycle);
      result.append({before, 1, 1});
    }
    return result;
  }

  void connect(RegionNetwork& result, std::size_t writer, const Lane& lane, const Moments& written) {
    for (std::size_t reader = 0; reader < facts_.size(); ++reader) {
      const auto found = facts_[reader].reads.find(lane);
      if (found == facts_[reader].reads.end()) continue;
      const Moments& read = found->second;
      if (read.cycles.size() != written.cycles.size())
        throw Unknown{region_.arrays[lane.first].name + " is written and read at different counts"};
      result.channel_of.push_back(join_channel(result, {writer, reader, lane.first, written.cycles, read.cycles}, lane));
      add_ends(result.in_order, writer, reader, written.places, read.places);
      result.in_order.channels.push_back({name_of(lane), region_.arrays[lane.first].element.bits});
      return;
    }
    throw Unknown{"nothing reads " + region_.arrays[lane.first].name};
  }

  /// The channel of a lane: that of a lane whose tokens come and go together with its own, or a new one.
  std::size_t join_channel(RegionNetwork& result, const Tokens& tokens, const Lane& lane) {
    const auto [known, is_new] = channels_.emplace(tokens, result.network.channels.size());
    if (!is_new) {
      ++result.network.channels[known->second].copies;
      return known->second;
    }
    const auto& [writer, reader, stream, written, read] = tokens;
    const Array& array = region_.arrays[stream];
    add_ends(result.network, writer, reader, written, read);
    result.network.channels.push_back({name_of(lane), array.element.bits});
    result.depths.push_back(depth_of(array));
    result.arrays.push_back(array.name);
    return known->second;
  }

  /// The ports of the channel that comes next.
  static void add_ends(dataflow::Network& network, std::size_t writer, std::size_t reader,
                       const std::vector<std::int64_t>& written, const std::vector<std::int64_t>& read) {
    const int channel = static_cast<int>(network.channels.size());
    network.processes[writer].ports.push_back({channel, true, sequence(written)});
    network.processes[reader].ports.push_back({channel, false, sequence(read)});
  }

  std::string name_of(const Lane& lane) const {
    const Array& array = region_.arrays[lane.first];
    return array.name + (count_lane_ranks(array) > 0 ? " " + std::to_string(lane.second) : "");
  }

  const Kernel& kernel_;
  const FindSchedule& find_;
  const Function& region_;
  std::vector<ProcessFacts> facts_;
  std::map<Tokens, std::size_t> channels_;
  std::int64_t tokens_ = 0;
};

}  // namespace

std::variant<RegionNetwork, std::string> build_region(const Kernel& kernel, const FindSchedule& find) {
  if (!kernel.top_function().dataflow) return "no dataflow region";
  try {
    return RegionBuilder(kernel, find).build();
  } catch (const Unknown& unknown) {
    return unknown.reason;
  }
}

}  // namespace pom::dse::estimate
