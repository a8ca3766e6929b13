#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "../../slowness.hpp"
#include "dse/dataflow/depths.hpp"
#include "networks.hpp"
#include "random_network.hpp"

using namespace pom::dse::dataflow;

/// The machine may be busy.
constexpr double most_seconds = 5 * pom::test::slowness;

namespace {

FifoMemory memory_of_all(const Network& network, const Depths& depths) {
  FifoMemory sum;
  for (std::size_t c = 0; c < depths.size(); ++c) sum = sum + memory_of_fifo(network.channels[c].bits, depths[c]);
  return sum;
}

/// Tries all depths up to what any channel can hold.
class Exhaustive {
 public:
  Exhaustive(const Network& network, Keep keep) : network_(network), depths_(network.channels.size(), unbounded) {
    latency_ = keep == Keep::latency ? simulate_tokens(network, depths_).latency : unbounded;
    try_from(0);
  }

  std::optional<FifoMemory> best;

 private:
  void try_from(std::size_t channel) {
    if (channel < depths_.size()) {
      const std::int64_t tokens = tokens_of(static_cast<int>(channel));
      for (depths_[channel] = 1; depths_[channel] <= tokens; ++depths_[channel]) try_from(channel + 1);
      return;
    }
    const FifoMemory memory = memory_of_all(network_, depths_);
    if (best && memory >= *best) return;
    const Timing timing = simulate_tokens(network_, depths_);
    if (timing.deadlock.empty() && timing.latency <= latency_) best = memory;
  }

  std::int64_t tokens_of(int channel) const {
    for (const Process& process : network_.processes) {
      for (const Port& port : process.ports) {
        if (port.channel == channel) return port.cycles.count();
      }
    }
    return 0;
  }

  const Network& network_;
  Depths depths_;
  std::int64_t latency_ = 0;
};

/// `stages` diamonds one behind the other: 3 processes and 4 channels each.
Network chain_of_diamonds(int stages, std::int64_t tokens) {
  Network network;
  network.processes.push_back({"p0", tokens + 1, {}, {}});
  const auto connect = [&](int from, int to, std::int64_t written, std::int64_t read) {
    const int channel = static_cast<int>(network.channels.size());
    network.channels.push_back({"c" + std::to_string(channel), 16});
    network.processes[from].ports.push_back({channel, true, {{written, 1, tokens}}});
    network.processes[to].ports.push_back({channel, false, {{read, 1, tokens}}});
  };
  for (int s = 0; s < stages; ++s) {
    const int split = static_cast<int>(network.processes.size()) - 1, delay = 5 + 7 * (s % 5);
    network.processes.push_back({"slow" + std::to_string(s), tokens + delay + 1, {}, {}});
    network.processes.push_back({"join" + std::to_string(s), tokens + 3, {}, {}});
    connect(split, split + 1, s == 0 ? 1 : 2, 1);
    connect(split, split + 2, s == 0 ? 1 : 2, 1);
    connect(split + 1, split + 2, 1 + delay, 1);
  }
  return network;
}

/// Processes one behind the other that read and write rows, with gaps of their own between them: what one of them has
/// to wait for, several FIFOs could hold.
Network chain_of_rows(int processes) {
  pom::test::RandomNetwork random(0, 1);
  const auto rows = [&](int tokens) {
    Sequence cycles;
    std::int64_t at = random.pick(0, 12);
    const int row = random.pick(4, 24), step = random.pick(1, 3), gap = random.pick(1, 30);
    for (; tokens > 0; tokens -= row) {
      const std::int64_t count = std::min(row, tokens);
      cycles.append({at, step, count});
      at += step * (count - 1) + gap;
    }
    return cycles;
  };
  Network network;
  network.processes.push_back({"p0", 0, {}, {}});
  for (int p = 1; p < processes; ++p) {
    network.processes.push_back({"p" + std::to_string(p), 0, {}, {}});
    network.channels.push_back({"c" + std::to_string(p), 8});
    const int tokens = random.pick(100, 300);
    network.processes[p - 1].ports.push_back({p - 1, true, rows(tokens)});
    network.processes[p].ports.push_back({p - 1, false, rows(tokens)});
  }
  for (Process& process : network.processes) {
    for (const Port& port : process.ports)
      process.length = std::max(process.length, port.cycles.runs().back().last() + 2);
  }
  return network;
}

}  // namespace

TEST_CASE("FIFO memory: registers, LUTs, then the block RAM shape that needs fewest blocks") {
  CHECK(memory_of_fifo(32, 2) == FifoMemory{0, 0, 64});
  CHECK(memory_of_fifo(32, 32).lut == 32);
  CHECK(memory_of_fifo(32, 128).lut == 128);
  CHECK(memory_of_fifo(32, 129).bram_18k == 1);
  CHECK(memory_of_fifo(32, 1024).bram_18k == 2);
  CHECK(memory_of_fifo(8, 2048).bram_18k == 1);
  CHECK(memory_of_fifo(1, 16384).bram_18k == 1);
  CHECK(memory_of_fifo(64, 512).bram_18k == 2);
}

TEST_CASE("depths: a chain of equal paces needs two places, or one to come to an end at all") {
  const Network network = pom::test::make_pair_of(100, 1, 1);
  CHECK(size_fifos(network, Keep::latency).depths == Depths{2});
  CHECK(size_fifos(network, Keep::progress).depths == Depths{1});
}

TEST_CASE("depths: the short side of a diamond holds what the long side delays") {
  const Network network = pom::test::make_diamond(200, 30);
  const Sizing kept = size_fifos(network, Keep::latency), alive = size_fifos(network, Keep::progress);
  CHECK(kept.optimal);
  CHECK(kept.latency == simulate(network, {unbounded, unbounded, unbounded}).latency);
  CHECK(kept.depths[0] == 33);
  CHECK(alive.depths[0] < kept.depths[0]);
  CHECK(simulate(network, alive.depths).deadlock.empty());
}

TEST_CASE("depths: none help where a token is never sent") {
  Network network = pom::test::make_pair_of(10, 1, 1);
  network.processes[1].ports[0].cycles.append({50, 1, 1});
  network.processes[1].length = 60;
  CHECK(size_fifos(network, Keep::latency).deadlock.size() == 1);
}

TEST_CASE("depths: those of small random networks are the best of all") {
  int checked = 0;
  for (unsigned seed = 0; checked < 400; ++seed) {
    CAPTURE(seed);
    pom::test::RandomNetwork random(seed, 7);
    const Network network = random.make();
    if (network.channels.size() > 4) continue;
    for (const Keep keep : {Keep::progress, Keep::latency}) {
      const Exhaustive exhaustive(network, keep);
      const Sizing sizing = size_fifos(network, keep);
      REQUIRE(sizing.deadlock.empty());
      REQUIRE(exhaustive.best);
      CHECK(sizing.optimal);
      CHECK(sizing.memory == *exhaustive.best);
      CHECK(sizing.memory == memory_of_all(network, sizing.depths));
    }
    ++checked;
  }
}

TEST_CASE("depths: what is not proved optimal lies above the bound, and keeps the latency") {
  int proved = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    pom::test::RandomNetwork random(seed, 120);
    const Network network = random.make();
    const Sizing sizing = size_fifos(network, Keep::latency);
    REQUIRE(sizing.deadlock.empty());
    proved += sizing.optimal;
    CHECK(sizing.bound <= sizing.memory);
    CHECK(simulate_tokens(network, sizing.depths).latency ==
          simulate_tokens(network, Depths(network.channels.size(), unbounded)).latency);
  }
  MESSAGE(proved, " of 300 proved optimal");
  CHECK(proved > 250);
}

TEST_CASE("depths: those of a network do not depend on what was sized before it") {
  const unsigned first_seed = 20261128;
  MESSAGE("seeds " << first_seed << " …");
  const auto random_network = [](unsigned seed) {
    pom::test::RandomNetwork random(seed, 40);
    return random.make();
  };
  std::vector<Depths> alone;
  for (unsigned seed = first_seed; seed < first_seed + 12; ++seed)
    alone.push_back(size_fifos(random_network(seed), Keep::latency).depths);
  for (unsigned round = 0; round < 36; ++round) {
    const unsigned n = round * 7 % 12;
    const Network network = random_network(first_seed + n);
    const Sizing progress = size_fifos(network, Keep::progress);
    CHECK(size_fifos(network, Keep::latency).depths == alone[n]);
    CHECK(size_fifos(network, Keep::progress).depths == progress.depths);
  }
}

TEST_CASE("depths: runs back to back need what one run needs where nothing piles up") {
  const Network once = pom::test::make_diamond(60, 20), thrice = repeat(once, 3);
  const Sizing sizing = size_fifos(thrice, Keep::latency);
  CHECK(sizing.optimal);
  CHECK(simulate(thrice, sizing.depths).latency == simulate(thrice, Depths(3, unbounded)).latency);
  CHECK(sizing.depths[0] >= size_fifos(once, Keep::latency).depths[0]);
}

TEST_CASE("depths: a hundred processes take less than a second") {
  const Network network = chain_of_diamonds(50, 500);
  const auto begin = std::chrono::steady_clock::now();
  const Sizing sizing = size_fifos(network, Keep::latency);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  MESSAGE(network.processes.size(), " processes, ", network.channels.size(), " channels: ", seconds, " s, ",
          sizing.simulations, " simulations");
  CHECK(sizing.optimal);
  CHECK(seconds < most_seconds);
}

TEST_CASE("depths: FIFOs of which any could hold what a process waits for are sized in a second") {
  const Network network = chain_of_rows(100);
  const auto begin = std::chrono::steady_clock::now();
  const Sizing sizing = size_fifos(network, Keep::latency);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  MESSAGE(network.channels.size(), " channels: ", seconds, " s, ", sizing.simulations, " simulations, ",
          sizing.memory.lut, " LUT of at least ", sizing.bound.lut);
  CHECK(simulate(network, sizing.depths).latency == sizing.latency);
  CHECK(simulate(network, Depths(network.channels.size(), unbounded)).latency == sizing.latency);
  CHECK(seconds < most_seconds);
}
