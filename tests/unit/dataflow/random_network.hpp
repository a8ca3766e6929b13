#pragma once
#include <algorithm>
#include <random>
#include <string>

#include "dse/dataflow/network.hpp"

namespace pom::test {

/// Small random networks: chains, forks, joins and diamonds of processes that read and write in rows, with gaps between
/// them, at rates of their own.
class RandomNetwork {
 public:
  RandomNetwork(unsigned seed, int most_tokens) : random_(seed), most_tokens_(most_tokens) {}

  dse::dataflow::Network make() {
    dse::dataflow::Network network;
    const int processes = pick(2, 5);
    for (int p = 0; p < processes; ++p) network.processes.push_back({"p" + std::to_string(p), 0, {}, {}});
    for (int p = 1; p < processes; ++p) {
      connect(network, pick(0, p - 1), p);
      if (pick(0, 2) == 0) connect(network, pick(0, p - 1), p);
      if (pick(0, 9) == 0) network.processes[p].after.push_back(pick(0, p - 1));
    }
    for (dse::dataflow::Process& process : network.processes) {
      std::int64_t last = 0;
      for (const dse::dataflow::Port& port : process.ports) last = std::max(last, port.cycles.runs().back().last());
      process.length = last + pick(1, 5);
    }
    return network;
  }

  dse::dataflow::Depths depths(const dse::dataflow::Network& network, int most) {
    dse::dataflow::Depths all;
    for (std::size_t c = 0; c < network.channels.size(); ++c)
      all.push_back(pick(0, 5) == 0 ? dse::dataflow::unbounded : pick(1, most));
    return all;
  }

  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

 private:
  void connect(dse::dataflow::Network& network, int from, int to) {
    const int channel = static_cast<int>(network.channels.size()), tokens = pick(1, most_tokens_);
    network.channels.push_back({"c" + std::to_string(channel), 8 * pick(1, 8)});
    network.processes[from].ports.push_back({channel, true, rows(tokens)});
    network.processes[to].ports.push_back({channel, false, rows(tokens)});
  }

  /// So many cycles in rows of equal length.
  dse::dataflow::Sequence rows(int tokens) {
    dse::dataflow::Sequence cycles;
    std::int64_t at = pick(0, 12);
    const int row = pick(0, 2) == 0 ? tokens : pick(1, tokens), step = pick(0, 1) ? 1 : pick(1, 6), gap = pick(1, 9);
    while (tokens > 0) {
      const std::int64_t count = std::min(row, tokens);
      cycles.append({at, step, count});
      at += step * (count - 1) + gap;
      tokens -= static_cast<int>(count);
    }
    return cycles;
  }

  std::mt19937 random_;
  int most_tokens_;  ///< of a channel
};

}  // namespace pom::test
