#include <algorithm>

#include "dse/dataflow/ends.hpp"
#include "dse/dataflow/process_phases.hpp"

namespace pom::dse::dataflow {

namespace {

/// Full FIFOs are taken in step by step, from a run without them: times only grow, and the first ones that fit together
/// are the solution. A FIFO that slows its producer to the consumer's pace is there after two rounds. Where processes
/// hold each other up in turn, every round adds one lap, and single tokens are faster.
constexpr int most_rounds = 24;

Sequence shifted(const Sequence& sequence, std::int64_t by) {
  Sequence result;
  for (const Run& run : sequence.runs()) result.append({run.first + by, run.step, run.count});
  return result;
}

class PhaseSimulation {
 public:
  PhaseSimulation(const Network& network, const Depths& depths)
      : network_(network),
        depths_(depths),
        ends_(find_ends(network)),
        processes_(network.processes.size()),
        stale_(network.processes.size(), true),
        neighbours_(network.processes.size()) {}

  /// Nothing where single tokens must be followed.
  std::optional<Timing> run() {
    if (!every_token_is_written() || !sort_processes()) return std::nullopt;
    for (int round = 0; round < most_rounds; ++round) {
      bool changed = false;
      for (const int p : order_) {
        if (!stale_[p]) continue;
        stale_[p] = false;
        if (!time(p)) continue;
        changed = true;
        for (const int neighbour : neighbours_[p]) stale_[neighbour] = true;
      }
      if (!changed) return collect();
    }
    return std::nullopt;
  }

 private:
  bool every_token_is_written() const {
    for (std::size_t c = 0; c < network_.channels.size(); ++c) {
      if (port_of(ends_.writer[c]).cycles.count() < port_of(ends_.reader[c]).cycles.count()) return false;
      // What is left in the FIFO must find room.
      const std::int64_t left = port_of(ends_.writer[c]).cycles.count() - port_of(ends_.reader[c]).cycles.count();
      if (left > depths_[c]) return false;
    }
    return true;
  }

  const Port& port_of(const End& end) const { return network_.processes[end.process].ports[end.port]; }

  /// Producers before consumers; false: they form a circle.
  bool sort_processes() {
    std::vector<int> missing(network_.processes.size(), 0);
    std::vector<std::vector<int>> followers(network_.processes.size());
    const auto add = [&](int from, int to) {
      ++missing[to];
      followers[from].push_back(to);
      neighbours_[from].push_back(to);
    };
    for (std::size_t c = 0; c < network_.channels.size(); ++c) {
      const int writer = ends_.writer[c].process, reader = ends_.reader[c].process;
      add(writer, reader);
      neighbours_[reader].push_back(writer);
    }
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      for (const int before : network_.processes[p].after) add(before, static_cast<int>(p));
    }
    for (std::size_t p = 0; p < missing.size(); ++p) {
      if (missing[p] == 0) order_.push_back(static_cast<int>(p));
    }
    for (std::size_t n = 0; n < order_.size(); ++n) {
      for (const int follower : followers[order_[n]]) {
        if (--missing[follower] == 0) order_.push_back(follower);
      }
    }
    return order_.size() == network_.processes.size();
  }

  /// Tells whether anything has changed since the last time.
  bool time(int p) {
    const Process& process = network_.processes[p];
    std::int64_t start = 0;
    for (const int before : process.after) start = std::max(start, processes_[before].done);
    std::vector<Earliest> earliest;
    for (const Port& port : process.ports) earliest.push_back(earliest_of(port));
    ProcessTiming timed = time_process(process, start, earliest);
    const bool changed = processes_[p].times != timed.times || processes_[p].done != timed.done;
    processes_[p] = std::move(timed);
    return changed;
  }

  Earliest earliest_of(const Port& port) const {
    if (!port.writes) return {0, shifted(times_of(ends_.writer[port.channel]), 1)};
    if (depths_[port.channel] >= port.cycles.count()) return {};
    return {depths_[port.channel], shifted(times_of(ends_.reader[port.channel]), 1)};
  }

  /// Empty in the first round, if the process has not had its turn.
  Sequence times_of(const End& end) const {
    const std::vector<Sequence>& times = processes_[end.process].times;
    return times.empty() ? Sequence{} : times[end.port];
  }

  Timing collect() const {
    Timing timing;
    for (std::size_t p = 0; p < processes_.size(); ++p) {
      std::int64_t start = 0;
      for (const int before : network_.processes[p].after) start = std::max(start, processes_[before].done);
      timing.done.push_back(processes_[p].done);
      timing.stalls.push_back(processes_[p].done - start - network_.processes[p].length);
      timing.latency = std::max(timing.latency, processes_[p].done);
    }
    for (std::size_t c = 0; c < network_.channels.size(); ++c) {
      timing.written.push_back(times_of(ends_.writer[c]));
      timing.read.push_back(times_of(ends_.reader[c]));
    }
    return timing;
  }

  const Network& network_;
  const Depths& depths_;
  const Ends ends_;
  std::vector<int> order_;
  std::vector<ProcessTiming> processes_;
  std::vector<bool> stale_;                   ///< by process: something that it waits for has changed
  std::vector<std::vector<int>> neighbours_;  ///< by process: those that wait for it
};

}  // namespace

std::optional<Timing> simulate_phases(const Network& network, const Depths& depths) {
  return PhaseSimulation(network, depths).run();
}

Timing simulate(const Network& network, const Depths& depths) {
  if (auto timing = simulate_phases(network, depths)) return *timing;
  return simulate_tokens(network, depths);
}

}  // namespace pom::dse::dataflow
