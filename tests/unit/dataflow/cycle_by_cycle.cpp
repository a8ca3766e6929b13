#include "cycle_by_cycle.hpp"

#include <algorithm>
#include <set>

namespace pom::test {

namespace {

using namespace dse::dataflow;

class Machine {
 public:
  Machine(const Network& network, const Depths& depths)
      : network_(network), depths_(depths), own_(network.processes.size(), 0), fill_(network.channels.size(), 0) {
    run_.done.assign(network.processes.size(), -1);
    for (const Process& process : network.processes) {
      accesses_.emplace_back();
      for (const Port& port : process.ports) {
        const auto cycles = port.cycles.numbers();
        accesses_.back().emplace_back(cycles.begin(), cycles.end());
      }
    }
  }

  CycleRun run() {
    std::size_t finished = 0;
    for (std::int64_t time = 0; finished < own_.size(); ++time) {
      const std::vector<std::int64_t> before = fill_;
      const std::vector<std::int64_t> done = run_.done;
      bool moved = false;
      for (std::size_t p = 0; p < own_.size(); ++p) {
        if (run_.done[p] >= 0 || !may_start(p, time, done)) continue;
        if (!may_step(p, before)) continue;
        moved = true;
        step(p);
        if (own_[p]++ < network_.processes[p].length) continue;
        run_.done[p] = time;
        run_.latency = std::max(run_.latency, time);
        ++finished;
      }
      run_.deadlock = !moved;
      if (run_.deadlock) return run_;
    }
    return run_;
  }

 private:
  bool may_start(std::size_t p, std::int64_t time, const std::vector<std::int64_t>&) const {
    return std::all_of(network_.processes[p].after.begin(), network_.processes[p].after.end(),
                       [&](int other) { return run_.done[other] >= 0 && run_.done[other] <= time; });
  }

  bool may_step(std::size_t p, const std::vector<std::int64_t>& fill) const {
    const Process& process = network_.processes[p];
    for (std::size_t n = 0; n < process.ports.size(); ++n) {
      if (!accesses_[p][n].contains(own_[p])) continue;
      const int channel = process.ports[n].channel;
      if (process.ports[n].writes ? fill[channel] >= depths_[channel] : fill[channel] == 0) return false;
    }
    return true;
  }

  void step(std::size_t p) {
    const Process& process = network_.processes[p];
    for (std::size_t n = 0; n < process.ports.size(); ++n) {
      if (accesses_[p][n].contains(own_[p])) fill_[process.ports[n].channel] += process.ports[n].writes ? 1 : -1;
    }
  }

  const Network& network_;
  const Depths& depths_;
  std::vector<std::int64_t> own_;   ///< by process: its next own cycle
  std::vector<std::int64_t> fill_;  ///< by channel: tokens in it
  std::vector<std::vector<std::set<std::int64_t>>> accesses_;
  CycleRun run_;
};

}  // namespace

CycleRun run_cycle_by_cycle(const Network& network, const Depths& depths) { return Machine(network, depths).run(); }

}  // namespace pom::test
