#include "dse/estimate/stalls/region.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "dse/estimate/compose/channels.hpp"
#include "dse/estimate/stalls/iterations.hpp"
#include "dse/estimate/stalls/moments.hpp"

namespace pom::dse::estimate {

namespace {

struct ProcessFacts {
  dataflow::Process process;
  std::int64_t places = 0;  ///< of all accesses, in the program's order
  MomentsByLane reads, writes;
  std::set<int> read_memories, written_memories;
};

/// What lanes have in common that may be one channel: writer, reader, stream.
using Ends = std::tuple<std::size_t, std::size_t, int>;

/// A channel, and when the tokens of its first lane come and go.
struct Joined {
  std::size_t channel;
  Moments written, read;
};

bool same_cycles(const Moments& one, const Moments& other) {
  const bool same_passing = one.passing == other.passing && one.later_cycles == other.later_cycles;
  return same_passing || one.cycles() == other.cycles();
}

class RegionBuilder {
 public:
  RegionBuilder(const Kernel& kernel, const FindSchedule& find, const FindLatency& latency)
      : kernel_(kernel), find_(find), latency_(latency), region_(kernel.top_function()) {}

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
      add_work_beside(nodes, accesses, *blocks);
      facts.process.length = blocks->length();
    }
    const Stages stages = find_stages(accesses);
    MomentsList moments(region_, blocks, stages, tokens_);
    PartsByLane reads, writes;
    for (const Access& access : accesses) {
      if (access.array < 0) continue;
      const Channel kind = kinds[access.array];
      if (is_stream(access) || kind == Channel::fifo) {
        if (region_.arrays[access.array].role != Array::Role::local) continue;  // a port never waits
        moments.add(access, access.writes ? writes : reads);
      } else if (kind == Channel::memory || kind == Channel::values) {
        (access.writes ? facts.written_memories : facts.read_memories).insert(access.array);
      }
    }
    facts.reads = joined(reads);
    facts.writes = joined(writes);
    for (const MomentsByLane* lanes : {&facts.reads, &facts.writes}) {
      for (const auto& [lane, passed] : *lanes) {
        facts.places = std::max(facts.places, passed.last_place() + 1);
        facts.process.length = std::max(facts.process.length, passed.last_cycle() + 1);
      }
    }
    if (!find_) facts.process.length = facts.places;
    facts_.push_back(std::move(facts));
  }

  /// What a process does outside of its loops, and what buses want before and behind a burst, takes the cycles by which
  /// the process alone is longer than its loops: before them, behind them, or one half each.
  void add_work_beside(const std::vector<Node>& nodes, const std::vector<Access>& accesses,
                       ProcessBlocks& blocks) const {
    if (!latency_ || nodes.size() != 1 || nodes.front().kind != Node::Kind::call) return;
    const Function& function = kernel_.functions[nodes.front().call.function];
    const auto uses_bus = [&](bool writes) {
      return std::any_of(accesses.begin(), accesses.end(), [&](const Access& access) {
        return access.array >= 0 && access.writes == writes && region_.arrays[access.array].port.is_bus();
      });
    };
    const auto is_work = [](const Node& node) { return node.kind == Node::Kind::assignment; };
    const bool before = uses_bus(false) || is_work(function.body.front());
    const bool behind = uses_bus(true) || is_work(function.body.back());
    const std::optional<std::int64_t> alone = before || behind ? latency_(function) : std::nullopt;
    const std::int64_t beside = alone ? std::max<std::int64_t>(0, *alone - blocks.length()) : 0;
    const std::int64_t first = !behind ? beside : before ? (beside + 1) / 2 : 0;
    blocks.surround(first, beside - first);
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

  static std::int64_t depth_of(const Array& array) {
    std::int64_t elements = 1;
    for (const std::int64_t size : array.shape) elements *= size;
    return array.stream ? array.depth : elements;  // an array that the tool makes a FIFO holds all of it
  }

  void add_memories(std::size_t reader) {
    for (std::size_t writer = 0; writer < reader; ++writer) {
      const bool waits = std::any_of(facts_[reader].read_memories.begin(), facts_[reader].read_memories.end(),
                                     [&](int array) { return facts_[writer].written_memories.contains(array); });
      if (waits) facts_[reader].process.after.push_back(static_cast<int>(writer));
    }
  }

  void connect(RegionNetwork& result, std::size_t writer, const Lane& lane, const Moments& written) {
    for (std::size_t reader = 0; reader < facts_.size(); ++reader) {
      const auto found = facts_[reader].reads.find(lane);
      if (found == facts_[reader].reads.end()) continue;
      const Moments& read = found->second;
      if (read.count() != written.count())
        throw Unknown{region_.arrays[lane.first].name + " is written and read at different counts"};
      result.channel_of.push_back(join_channel(result, {writer, reader, lane.first}, lane, written, read));
      add_ends(result.in_order, {writer, reader, lane.first}, written.places(), read.places());
      result.in_order.channels.push_back({name_of(lane), region_.arrays[lane.first].element.bits});
      return;
    }
    throw Unknown{"nothing reads " + region_.arrays[lane.first].name};
  }

  /// The channel of a lane: that of a lane whose tokens come and go together with its own, or a new one.
  std::size_t join_channel(RegionNetwork& result, const Ends& ends, const Lane& lane, const Moments& written,
                           const Moments& read) {
    std::vector<Joined>& alike = joined_[ends];
    const auto known = std::find_if(alike.begin(), alike.end(), [&](const Joined& other) {
      return same_cycles(other.written, written) && same_cycles(other.read, read);
    });
    if (known != alike.end()) {
      ++result.network.channels[known->channel].copies;
      return known->channel;
    }
    alike.push_back({result.network.channels.size(), written, read});
    const Array& array = region_.arrays[lane.first];
    add_ends(result.network, ends, written.cycles(), read.cycles());
    result.network.channels.push_back({name_of(lane), array.element.bits});
    result.depths.push_back(depth_of(array));
    result.arrays.push_back(array.name);
    return alike.back().channel;
  }

  /// The ports of the channel that comes next.
  static void add_ends(dataflow::Network& network, const Ends& ends, dataflow::Sequence written,
                       dataflow::Sequence read) {
    const int channel = static_cast<int>(network.channels.size());
    network.processes[std::get<0>(ends)].ports.push_back({channel, true, std::move(written)});
    network.processes[std::get<1>(ends)].ports.push_back({channel, false, std::move(read)});
  }

  std::string name_of(const Lane& lane) const {
    const Array& array = region_.arrays[lane.first];
    return array.name + (count_lane_ranks(array) > 0 ? " " + std::to_string(lane.second) : "");
  }

  const Kernel& kernel_;
  const FindSchedule& find_;
  const FindLatency& latency_;
  const Function& region_;
  std::vector<ProcessFacts> facts_;
  std::map<Ends, std::vector<Joined>> joined_;
  std::int64_t tokens_ = 0;
};

}  // namespace

std::variant<RegionNetwork, std::string> build_region(const Kernel& kernel, const FindSchedule& find,
                                                      const FindLatency& latency) {
  if (!kernel.top_function().dataflow) return "no dataflow region";
  try {
    return RegionBuilder(kernel, find, latency).build();
  } catch (const Unknown& unknown) {
    return unknown.reason;
  }
}

}  // namespace pom::dse::estimate
