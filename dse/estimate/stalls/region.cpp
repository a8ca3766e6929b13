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

/// The cycles in which one process reads, or writes, one FIFO.
using CyclesByLane = std::map<Lane, std::vector<std::int64_t>>;

struct ProcessFacts {
  dataflow::Process process;
  CyclesByLane reads, writes;
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
    for (ProcessFacts& facts : facts_) result.network.processes.push_back(std::move(facts.process));
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
    std::vector<Access> accesses;
    for (const Node& node : nodes) {
      std::vector<Access> more = list_accesses(kernel_, region_, node);
      std::move(more.begin(), more.end(), std::back_inserter(accesses));
    }
    const ProcessBlocks blocks(kernel_, region_, nodes, find_);
    if (!blocks.has_loops()) throw Unknown{"a process without loops"};
    facts.process.length = blocks.length();
    const Stages stages = find_stages(accesses);
    for (const Access& access : accesses) {
      if (access.array < 0) continue;
      const Channel kind = kinds[access.array];
      if (is_stream(access) || kind == Channel::fifo) {
        if (region_.arrays[access.array].role != Array::Role::local) continue;  // a port never waits
        add_cycles(access, blocks, stages, access.writes ? facts.writes : facts.reads);
      } else if (kind == Channel::memory || kind == Channel::values) {
        (access.writes ? facts.written_memories : facts.read_memories).insert(access.array);
      }
    }
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

  void add_cycles(const Access& access, const ProcessBlocks& blocks, const Stages& stages, CyclesByLane& lanes) {
    const std::size_t ranks = count_lane_ranks(region_.arrays[access.array]);
    const Block& block = blocks.of(access);
    const std::int64_t stage = stage_of(access, blocks, block, stages);
    for_each_iteration(access, [&](const LoopRanges& at) {
      if (++tokens_ > most_tokens) throw Unknown{"more than " + std::to_string(most_tokens) + " tokens"};
      std::int64_t lane = 0;
      for (std::size_t d = 0; d < ranks; ++d) {
        const std::optional<Range> index = range_of(access.indices[d], at);
        if (!index || !index->is_single()) throw Unknown{"which stream is meant depends on data"};
        lane = lane * region_.arrays[access.array].shape[d] + index->low;
      }
      lanes[{access.array, lane}].push_back(blocks.issue(block, at) + stage);
    });
  }

  void add_memories(std::size_t reader) {
    for (std::size_t writer = 0; writer < reader; ++writer) {
      const bool waits = std::any_of(facts_[reader].read_memories.begin(), facts_[reader].read_memories.end(),
                                     [&](int array) { return facts_[writer].written_memories.contains(array); });
      if (waits) facts_[reader].process.after.push_back(static_cast<int>(writer));
    }
  }

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

  /// Lanes whose tokens come and go together are one channel.
  void connect(RegionNetwork& result, std::size_t writer, const Lane& lane, const std::vector<std::int64_t>& written) {
    for (std::size_t r = 0; r < facts_.size(); ++r) {
      const auto read = facts_[r].reads.find(lane);
      if (read == facts_[r].reads.end()) continue;
      if (read->second.size() != written.size())
        throw Unknown{region_.arrays[lane.first].name + " is written and read at different counts"};
      const auto [known, is_new] =
          channels_.emplace(Tokens{writer, r, lane.first, written, read->second}, result.network.channels.size());
      if (!is_new) {
        ++result.network.channels[known->second].copies;
        return;
      }
      const Array& array = region_.arrays[lane.first];
      const int channel = static_cast<int>(result.network.channels.size());
      const std::string name = array.name + (count_lane_ranks(array) > 0 ? " " + std::to_string(lane.second) : "");
      result.network.channels.push_back({name, array.element.bits});
      result.depths.push_back(depth_of(array));
      result.arrays.push_back(array.name);
      result.network.processes[writer].ports.push_back({channel, true, sequence(written)});
      result.network.processes[r].ports.push_back({channel, false, sequence(read->second)});
      return;
    }
    throw Unknown{"nothing reads " + region_.arrays[lane.first].name};
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
