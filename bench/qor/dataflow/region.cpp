#include "bench/qor/dataflow/region.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "bench/qor/dataflow/iterations.hpp"
#include "dse/estimate/compose/channels.hpp"

namespace pom::dse {

namespace {

/// A loop nest whose loops down to the pipelined one run as one loop.
struct Nest {
  std::vector<const Loop*> loops;  ///< down to the pipelined one
  std::int64_t begin = 0;          ///< the cycle before the first iteration issues
  std::int64_t trips = 1, interval = 1, iteration_latency = 1;

  std::int64_t end() const { return begin + 1 + (trips - 1) * interval + std::max(iteration_latency - 1, interval); }

  std::int64_t issue(const LoopRanges& at) const {
    std::int64_t iteration = 0;
    for (const Loop* loop : loops) iteration = iteration * loop->trip.max + at.at(loop->id).low - first_value(*loop);
    return begin + 1 + iteration * interval;
  }

  static std::int64_t first_value(const Loop& loop) { return loop.lower.front().constant; }
};

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

std::vector<const Loop*> loops_to_pipeline(const Access& access) {
  std::vector<const Loop*> loops;
  for (const Loop* loop : access.loops) {
    loops.push_back(loop);
    if (loop->pipeline) return loops;
  }
  throw Unknown{"a stream outside of pipelined loops"};
}

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
  explicit RegionBuilder(const Point& point) : point_(point), region_(point.kernel.functions[point.kernel.top]) {}

  RegionNetwork build() {
    const std::vector<std::vector<Node>> processes = find_processes(point_.kernel, region_);
    const std::vector<Channel> kinds = find_channels(point_.kernel, region_, processes);
    for (std::size_t p = 0; p < processes.size(); ++p) add_process(p, processes[p], kinds);
    for (std::size_t p = 0; p < facts_.size(); ++p) add_memories(p);
    RegionNetwork result;
    for (ProcessFacts& facts : facts_) result.network.processes.push_back(std::move(facts.process));
    for (std::size_t w = 0; w < facts_.size(); ++w) {
      for (const auto& [lane, written] : facts_[w].writes) connect(result, w, lane, written);
    }
    return result;
  }

 private:
  void add_process(std::size_t p, const std::vector<Node>& nodes, const std::vector<Channel>& kinds) {
    ProcessFacts facts;
    facts.process.name = "process " + std::to_string(p);
    std::vector<Access> accesses;
    for (const Node& node : nodes) {
      std::vector<Access> more = list_accesses(point_.kernel, region_, node);
      std::move(more.begin(), more.end(), std::back_inserter(accesses));
    }
    const std::vector<Nest> nests = place_nests(nodes, facts);
    const Stages stages = find_stages(accesses);
    for (const Access& access : accesses) {
      if (access.array < 0) continue;
      if (is_stream(access)) {
        const auto nest = std::find_if(nests.begin(), nests.end(),
                                       [&](const Nest& one) { return one.loops == loops_to_pipeline(access); });
        const std::int64_t stage = stages.of(access, nest->iteration_latency - 1);
        add_cycles(access, *nest, stage, access.writes ? facts.writes : facts.reads);
      } else if (kinds[access.array] == Channel::memory) {
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

  /// The nests of a process one after the other.
  std::vector<Nest> place_nests(const std::vector<Node>& nodes, ProcessFacts& facts) const {
    std::vector<Nest> nests;
    std::vector<const Loop*> outer;
    for (const Node& node : nodes) collect_nests(node, outer, nests);
    if (nests.empty()) throw Unknown{"a process without loops"};
    std::int64_t at =
        nests.size() > 1 ? 1 : 0;  // a nest that is not alone is a module of its own, entered in one state
    for (Nest& nest : nests) {
      read_schedule(nest);
      nest.begin = at;
      at = nest.end() + 2;
    }
    facts.process.length = nests.back().end() + 1;
    return nests;
  }

  void collect_nests(const Node& node, std::vector<const Loop*>& outer, std::vector<Nest>& nests) const {
    if (node.kind == Node::Kind::call) {
      for (const Node& inner : point_.kernel.functions[node.call.function].body) collect_nests(inner, outer, nests);
    }
    if (node.kind != Node::Kind::loop) return;
    outer.push_back(&node.loop);
    if (node.loop.pipeline) {
      nests.push_back({outer});
    } else {
      for (const Node& inner : node.loop.body) collect_nests(inner, outer, nests);
    }
    outer.pop_back();
  }

  void read_schedule(Nest& nest) const {
    std::string all, repeated;  // the tool leaves loops of one trip out of the name, or not
    for (const Loop* loop : nest.loops) {
      if (loop->trip.min != loop->trip.max) throw Unknown{"loop " + loop->label + " has no fixed trip count"};
      nest.trips *= loop->trip.max;
      all += (all.empty() ? "" : "_") + loop->label;
      if (loop->trip.max > 1) repeated += (repeated.empty() ? "" : "_") + loop->label;
    }
    const auto found = std::find_if(point_.truth.loops.begin(), point_.truth.loops.end(),
                                    [&](const TruthLoop& loop) { return loop.name == all || loop.name == repeated; });
    if (found == point_.truth.loops.end() || !found->interval || !found->iteration_latency)
      throw Unknown{"no interval or iteration latency of " + all + " in the report"};
    nest.interval = *found->interval;
    nest.iteration_latency = *found->iteration_latency;
  }

  void add_cycles(const Access& access, const Nest& nest, std::int64_t stage, CyclesByLane& lanes) const {
    const std::vector<std::int64_t>& shape = region_.arrays[access.array].shape;
    for_each_iteration(access, [&](const LoopRanges& at) {
      std::int64_t lane = 0;
      for (std::size_t d = 0; d < access.indices.size(); ++d) {
        const std::optional<Range> index = range_of(access.indices[d], at);
        if (!index || !index->is_single()) throw Unknown{"which stream is meant depends on data"};
        lane = lane * shape[d] + index->low;
      }
      lanes[{access.array, lane}].push_back(nest.issue(at) + stage);
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
      const auto [known, is_new] =
          channels_.emplace(Tokens{writer, r, lane.first, written, read->second}, result.network.channels.size());
      if (!is_new) {
        ++result.network.channels[known->second].copies;
        return;
      }
      const Array& array = region_.arrays[lane.first];
      const int channel = static_cast<int>(result.network.channels.size());
      result.network.channels.push_back({array.name + " " + std::to_string(lane.second), array.element.bits});
      result.depths.push_back(array.depth);
      result.network.processes[writer].ports.push_back({channel, true, sequence(written)});
      result.network.processes[r].ports.push_back({channel, false, sequence(read->second)});
      return;
    }
    throw Unknown{"nothing reads " + region_.arrays[lane.first].name};
  }

  const Point& point_;
  const Function& region_;
  std::vector<ProcessFacts> facts_;
  std::map<Tokens, std::size_t> channels_;
};

}  // namespace

std::variant<RegionNetwork, std::string> build_region(const Point& point) {
  if (!point.kernel.functions[point.kernel.top].dataflow) return "no dataflow region";
  try {
    return RegionBuilder(point).build();
  } catch (const Unknown& unknown) {
    return unknown.reason;
  }
}

}  // namespace pom::dse
