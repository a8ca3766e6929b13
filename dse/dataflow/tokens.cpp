#include <algorithm>

#include "dse/dataflow/ends.hpp"

namespace pom::dse::dataflow {

Ends find_ends(const Network& network) {
  Ends ends{std::vector<End>(network.channels.size()), std::vector<End>(network.channels.size())};
  for (std::size_t p = 0; p < network.processes.size(); ++p) {
    const std::vector<Port>& ports = network.processes[p].ports;
    for (std::size_t n = 0; n < ports.size(); ++n) {
      (ports[n].writes ? ends.writer : ends.reader)[ports[n].channel] = {static_cast<int>(p), static_cast<int>(n)};
    }
  }
  return ends;
}

namespace {

/// The next number of a sequence.
struct Cursor {
  std::size_t run = 0;
  std::int64_t n = 0;

  bool ended(const Sequence& sequence) const { return run == sequence.runs().size(); }
  std::int64_t get(const Sequence& sequence) const { return sequence.runs()[run].at(n); }
  void advance(const Sequence& sequence) {
    if (++n < sequence.runs()[run].count) return;
    n = 0;
    ++run;
  }
};

/// How far a process has come.
struct Progress {
  std::vector<Cursor> cursors;       ///< by port
  std::int64_t cycle = 0, time = 0;  ///< the last own cycle that took place, and when
  bool started = false, done = false;
};

class TokenSimulation {
 public:
  TokenSimulation(const Network& network, const Depths& depths)
      : network_(network),
        depths_(depths),
        ends_(find_ends(network)),
        written_(network.channels.size()),
        read_(network.channels.size()),
        progress_(network.processes.size()) {
    for (std::size_t p = 0; p < progress_.size(); ++p) progress_[p].cursors.resize(network.processes[p].ports.size());
    timing_.done.assign(progress_.size(), 0);
    timing_.stalls.assign(progress_.size(), 0);
  }

  Timing run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t p = 0; p < progress_.size(); ++p) moved = advance(p) || moved;
    }
    for (std::size_t p = 0; p < progress_.size(); ++p) {
      if (!progress_[p].done) {
        timing_.deadlock = follow_waits(static_cast<int>(p));
        return timing_;
      }
      timing_.latency = std::max(timing_.latency, timing_.done[p]);
    }
    const auto compress = [](const std::vector<std::int64_t>& times) {
      Sequence sequence;
      for (const std::int64_t time : times) sequence.append({time, 1, 1});
      return sequence;
    };
    for (std::size_t c = 0; c < written_.size(); ++c) {
      timing_.written.push_back(compress(written_[c]));
      timing_.read.push_back(compress(read_[c]));
    }
    return timing_;
  }

 private:
  /// As far as what is known of the others allows. Tells whether it has come further.
  bool advance(std::size_t p) {
    Progress& progress = progress_[p];
    if (progress.done || !start(p)) return false;
    bool moved = false;
    while (step(p)) moved = true;
    return moved || progress.done;
  }

  bool start(std::size_t p) {
    Progress& progress = progress_[p];
    if (progress.started) return true;
    std::int64_t begin = 0;
    for (const int before : network_.processes[p].after) {
      if (!progress_[before].done) return false;
      begin = std::max(begin, timing_.done[before]);
    }
    progress.started = true;
    progress.time = begin;
    timing_.stalls[p] = -begin;
    return true;
  }

  /// Takes the next own cycle with accesses, or ends the process.
  bool step(std::size_t p) {
    const Process& process = network_.processes[p];
    Progress& progress = progress_[p];
    if (progress.done) return false;
    std::int64_t next = process.length;
    for (std::size_t n = 0; n < process.ports.size(); ++n) {
      const Sequence& cycles = process.ports[n].cycles;
      if (!progress.cursors[n].ended(cycles)) next = std::min(next, progress.cursors[n].get(cycles));
    }
    std::int64_t time = progress.time + next - progress.cycle;
    for (std::size_t n = 0; n < process.ports.size(); ++n) {
      if (!accesses(process, n, next)) continue;
      const std::int64_t earliest = earliest_time(process.ports[n]);
      if (earliest == unbounded) return false;
      time = std::max(time, earliest);
    }
    progress.cycle = next;
    progress.time = time;
    bool any = false;
    for (std::size_t n = 0; n < process.ports.size(); ++n) {
      if (!accesses(process, n, next)) continue;
      const Port& port = process.ports[n];
      (port.writes ? written_ : read_)[port.channel].push_back(time);
      progress.cursors[n].advance(port.cycles);
      any = true;
    }
    if (any) return true;
    progress.done = true;
    timing_.done[p] = time;
    timing_.stalls[p] += time - process.length;
    return false;
  }

  bool accesses(const Process& process, std::size_t port, std::int64_t cycle) const {
    const Cursor& cursor = progress_[&process - network_.processes.data()].cursors[port];
    const Sequence& cycles = process.ports[port].cycles;
    return !cursor.ended(cycles) && cursor.get(cycles) == cycle;
  }

  /// When the next access of a port may take place; `unbounded`: not known yet.
  std::int64_t earliest_time(const Port& port) const {
    const auto &written = written_[port.channel], &read = read_[port.channel];
    if (!port.writes) return read.size() < written.size() ? written[read.size()] + 1 : unbounded;
    const auto freed = static_cast<std::int64_t>(written.size()) - depths_[port.channel];
    if (freed < 0) return 0;
    return freed < static_cast<std::int64_t>(read.size()) ? read[static_cast<std::size_t>(freed)] + 1 : unbounded;
  }

  /// What a process that cannot go on waits for first; a process that has not begun waits for no channel.
  Wait find_wait(int p) const {
    const Process& process = network_.processes[p];
    std::int64_t next = unbounded;
    Wait wait{p, -1, false};
    for (std::size_t n = 0; n < process.ports.size(); ++n) {
      const Cursor& cursor = progress_[p].cursors[n];
      const Port& port = process.ports[n];
      if (cursor.ended(port.cycles)) continue;
      const std::int64_t cycle = cursor.get(port.cycles);
      if (cycle > next || (cycle == next && wait.channel >= 0)) continue;
      next = cycle;
      wait.channel = earliest_time(port) == unbounded ? port.channel : -1;
      wait.full = port.writes;
    }
    return wait;
  }

  std::vector<Wait> follow_waits(int p) const {
    std::vector<Wait> waits;
    std::vector<bool> seen(progress_.size());
    while (p >= 0 && !progress_[p].done && !seen[p]) {
      seen[p] = true;
      int next = -1;
      if (progress_[p].started) {
        waits.push_back(find_wait(p));
        next = (waits.back().full ? ends_.reader : ends_.writer)[waits.back().channel].process;
      } else {
        for (const int before : network_.processes[p].after) {
          if (!progress_[before].done) next = before;
        }
      }
      p = next;
    }
    // Those that only wait for the others of the circle are left out.
    const auto circle = std::find_if(waits.begin(), waits.end(), [&](const Wait& wait) { return wait.process == p; });
    return circle == waits.end() ? waits : std::vector<Wait>(circle, waits.end());
  }

  const Network& network_;
  const Depths& depths_;
  const Ends ends_;
  std::vector<std::vector<std::int64_t>> written_, read_;  ///< by channel: the times of its tokens
  std::vector<Progress> progress_;                         ///< by process
  Timing timing_;
};

}  // namespace

Timing simulate_tokens(const Network& network, const Depths& depths) { return TokenSimulation(network, depths).run(); }

}  // namespace pom::dse::dataflow
