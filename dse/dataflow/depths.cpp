#include "dse/dataflow/depths.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>

#include "dse/dataflow/cheapest.hpp"
#include "dse/dataflow/event_graph.hpp"

namespace pom::dse::dataflow {

namespace {

/// The search for the cheapest depths settles for good ones after so many steps: about half a second. A number and no
/// time, so that the depths are the same on every machine. A step is a look at a part of a cut,
constexpr std::int64_t most_steps = 250'000'000;
/// an event of a run costs more of them,
constexpr std::int64_t steps_per_event = 10;
/// and a run of cycles, where phases are simulated, as much as so many events.
constexpr std::int64_t events_per_run = 20;

std::int64_t runs_of_cycles(const Network& network) {
  std::int64_t runs = 0;
  for (const Process& process : network.processes) {
    for (const Port& port : process.ports) runs += static_cast<std::int64_t>(port.cycles.runs().size());
  }
  return runs;
}

class FifoSizing {
 public:
  FifoSizing(const Network& network, Keep keep, const Depths& at_least)
      : network_(network),
        keep_(keep),
        graph_(network),
        phases_are_faster_(graph_.events() > events_per_run * runs_of_cycles(network)),
        free_(network.channels.size(), unbounded),
        least_(at_least) {
    least_.resize(network.channels.size(), 1);
  }

  Sizing run() {
    const EventGraph::Times earliest = simulate(free_);
    Sizing sizing;
    sizing.latency = graph_.latency(earliest);
    if (sizing.latency == unbounded) {
      sizing.deadlock = simulate_tokens(network_, free_).deadlock;
      return sizing;
    }
    latency_ = keep_ == Keep::latency ? sizing.latency : unbounded - 1;
    set_limits(earliest);
    sizing.depths = search(sizing);
    sizing.memory = memory_of(network_, sizing.depths);
    sizing.optimal = sizing.memory == sizing.bound;
    sizing.latency = graph_.latency(graph_.run(sizing.depths));
    sizing.simulations = simulations_;
    return sizing;
  }

 private:
  EventGraph::Times simulate(const Depths& depths) {
    ++simulations_;
    return graph_.run(depths);
  }

  bool does(const EventGraph::Times& times) const { return graph_.latency(times) <= latency_; }

  /// As above, where only the answer counts.
  bool suffice(const Depths& depths) {
    ++simulations_;
    if (phases_are_faster_) {
      const std::optional<Timing> timing = simulate_phases(network_, depths);
      if (timing) return timing->latency <= latency_;
    }
    return keep_ == Keep::latency ? graph_.keeps(latest_, depths) : does(graph_.run(depths));
  }

  void set_limits(const EventGraph::Times& earliest) {
    const bool timed = keep_ == Keep::latency;
    if (timed) latest_ = graph_.latest(earliest, latency_);
    for (int c = 0; c < static_cast<int>(network_.channels.size()); ++c) {
      if (timed) least_[c] = std::max(least_[c], graph_.least_depth(c, earliest, latest_));
      enough_.push_back(std::max(least_[c], graph_.most_held(c, earliest)));
    }
  }

  Depths search(Sizing& sizing) {
    Depths best = enough_;
    FifoMemory best_memory = memory_of(network_, best);
    std::int64_t looked_at = 0;  // parts of cuts
    while (true) {
      const Cheapest cheapest = cheapest_depths(network_, least_, cuts_);
      looked_at += cheapest.steps;
      sizing.bound = std::min(cheapest.bound, best_memory);
      if (cheapest.memory >= best_memory) return best;
      if (simulations_ * graph_.events() * steps_per_event + looked_at > most_steps)
        return cheaper(shrink(best), shrink(grow(cheapest.depths)));
      EventGraph::Times times = simulate(cheapest.depths);
      if (does(times)) {
        best = cheapest.depths;
        best_memory = cheapest.memory;
        if (cheapest.bound == cheapest.memory) return best;
        continue;
      }
      add_cuts(cheapest.depths, std::move(times));
    }
  }

  Depths cheaper(Depths a, Depths b) const { return memory_of(network_, b) < memory_of(network_, a) ? b : a; }

  /// Deeper, until they do: of each cut that they do not satisfy, the channel that then takes least more.
  Depths grow(Depths depths) {
    for (EventGraph::Times times = simulate(depths); !does(times); times = simulate(depths)) {
      const Cut cut = strengthen(graph_.critical_channels(times, depths), depths);
      std::optional<std::pair<FifoMemory, std::size_t>> least;
      for (std::size_t n = 0; n < cut.size(); ++n) {
        Depths deeper = depths;
        deeper[cut[n].first] = cut[n].second;
        const FifoMemory memory = memory_of(network_, deeper);
        if (!least || memory < least->first) least = {memory, n};
      }
      depths[cut[least->second].first] = cut[least->second].second;
    }
    return depths;
  }

  /// All channels apart that are too shallow: those of one path get any depth, and the rest is run again.
  void add_cuts(Depths depths, EventGraph::Times times) {
    while (!does(times)) {
      const std::vector<int> full = graph_.critical_channels(times, depths);
      const Cut cut = strengthen(full, depths);
      cuts_.push_back(cut);
      for (const int channel : full) depths[channel] = unbounded;
      times = simulate(depths);
    }
  }

  /// As deep as the channels may all become together without being enough, the others being without limit.
  Cut strengthen(const std::vector<int>& full, const Depths& depths) {
    std::int64_t most = 0;  // so much deeper is enough
    for (const int channel : full) most = std::max(most, graph_.tokens(channel) - depths[channel]);
    std::int64_t too_few = 0;
    for (std::int64_t step = 1; most - too_few > 1;) {
      const std::int64_t tried = std::min(too_few + step, (too_few + most) / 2);
      Depths deeper = free_;
      for (const int channel : full) deeper[channel] = depths[channel] + tried;
      if (suffice(deeper)) {
        most = tried;
        step = 1;
      } else {
        too_few = tried;
        step *= 2;
      }
    }
    Cut cut;
    for (const int channel : full) {
      const std::int64_t depth = depths[channel] + too_few + 1;
      if (depth <= graph_.tokens(channel)) cut.emplace_back(channel, depth);  // more would not be less of a limit
    }
    return cut;
  }

  /// Makes one FIFO after the other as small as it may be beside the others, those first that take most.
  Depths shrink(Depths depths) {
    std::vector<int> order(depths.size());
    std::iota(order.begin(), order.end(), 0);
    const auto taken = [&](int c) {
      return memory_of_fifo(network_.channels[c].bits, depths[c]) * network_.channels[c].copies;
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return taken(a) > taken(b); });
    for (const int channel : order) {
      const std::int64_t known = depths[channel];
      std::int64_t too_few = least_[channel] - 1, enough = known;
      while (enough - too_few > 1) {
        const std::int64_t tried = too_few + (enough - too_few) / 2;
        depths[channel] = tried;
        (suffice(depths) ? enough : too_few) = tried;
      }
      depths[channel] = enough;
    }
    return depths;
  }

  const Network& network_;
  const Keep keep_;
  const EventGraph graph_;
  const bool phases_are_faster_;
  const Depths free_;
  std::int64_t latency_ = 0;  ///< not to be exceeded
  EventGraph::Times latest_;  ///< with which the latency is kept
  Depths least_;              ///< by channel: what it needs by itself
  Depths enough_;             ///< by channel: with these, nothing ever waits for space
  std::vector<Cut> cuts_;
  int simulations_ = 0;
};

/// Where nothing has to be deeper than asked for, there is nothing to search.
std::optional<Sizing> sized_as_asked(const Network& network, Keep keep, const Depths& at_least) {
  if (keep != Keep::progress || at_least.size() != network.channels.size()) return std::nullopt;
  const std::optional<Timing> timing = simulate_phases(network, at_least);
  if (!timing || !timing->deadlock.empty()) return std::nullopt;
  Sizing sizing;
  sizing.depths = at_least;
  sizing.memory = sizing.bound = memory_of(network, at_least);
  sizing.latency = timing->latency;
  sizing.optimal = true;
  sizing.simulations = 1;
  return sizing;
}

/// A design is sized when it is chosen, when its FIFOs get their depths, and when the report says what they keep: the
/// networks sized last are remembered, by the thread that sized them.
class LastSizings {
 public:
  const Sizing& of(const Network& network, Keep keep, const Depths& at_least) {
    constexpr std::size_t most_known = 4;
    const auto known = std::find_if(all_.begin(), all_.end(), [&](const Known& one) {
      return one.keep == keep && one.at_least == at_least && one.network == network;
    });
    if (known != all_.end()) return known->sizing;
    if (all_.size() == most_known) all_.pop_front();
    return all_.emplace_back(Known{network, keep, at_least, FifoSizing(network, keep, at_least).run()}).sizing;
  }

 private:
  struct Known {
    Network network;
    Keep keep = Keep::progress;
    Depths at_least;
    Sizing sizing;
  };
  std::deque<Known> all_;  ///< the oldest first
};

}  // namespace

Sizing size_fifos(const Network& network, Keep keep, const Depths& at_least) {
  if (std::optional<Sizing> asked = sized_as_asked(network, keep, at_least)) return *std::move(asked);
  thread_local LastSizings last;
  return last.of(network, keep, at_least);
}

Network repeat(const Network& network, int runs) {
  Network repeated = network;
  for (Process& process : repeated.processes) {
    for (Port& port : process.ports) {
      const std::vector<Run> once = port.cycles.runs();
      for (int n = 1; n < runs; ++n) {
        for (const Run& run : once) port.cycles.append({run.first + n * process.length, run.step, run.count});
      }
    }
    process.length *= runs;
  }
  return repeated;
}

}  // namespace pom::dse::dataflow
