#include <doctest/doctest.h>

#include "cycle_by_cycle.hpp"
#include "networks.hpp"
#include "random_network.hpp"

using namespace pom::dse::dataflow;

using pom::test::make_diamond;
using pom::test::make_pair_of;

TEST_CASE("sequences: the same numbers give the same runs, however they come") {
  const Sequence at_once = {{0, 2, 4}, {8, 2, 3}, {13, 1, 2}, {20, 5, 1}};
  Sequence one_by_one;
  for (const std::int64_t number : at_once.numbers()) one_by_one.append({number, 1, 1});
  CHECK(at_once == one_by_one);
  CHECK(at_once.runs().front() == Run{0, 2, 7});
  CHECK(at_once.count() == 10);
}

TEST_CASE("simulation: a consumer reads each token in the cycle behind its writing") {
  const Timing timing = simulate(make_pair_of(100, 1, 1), {unbounded});
  CHECK(timing.written[0].numbers().front() == 1);
  CHECK(timing.read[0].numbers().front() == 2);
  CHECK(timing.latency == 102);
  CHECK(timing.stalls[1] == 1);
}

TEST_CASE("simulation: the slower process decides, and a full FIFO slows its producer to the consumer's pace") {
  CHECK(simulate(make_pair_of(100, 3, 1), {unbounded}).latency ==
        simulate(make_pair_of(100, 3, 3), {unbounded}).latency);
  const Timing timing = simulate(make_pair_of(100, 1, 4), {2});
  CHECK(timing.done[0] > 380);
  CHECK(peak_occupancy(timing.written[0], timing.read[0]) == 2);
  CHECK(timing.latency == simulate(make_pair_of(100, 1, 4), {unbounded}).latency);
}

TEST_CASE("simulation: a FIFO of one place passes a token every other cycle") {
  CHECK(simulate(make_pair_of(50, 1, 1), {1}).latency == 101);
  CHECK(simulate(make_pair_of(50, 1, 1), {2}).latency == simulate(make_pair_of(50, 1, 1), {unbounded}).latency);
}

TEST_CASE("simulation: a short path beside a long one deadlocks where its FIFO is too small, and the circle is named") {
  const Network network = make_diamond(40, 10);
  CHECK(simulate(network, {12, 2, 2}).deadlock.empty());
  const Timing dead = simulate(network, {6, 2, 2});
  CHECK(describe(network, dead.deadlock) ==
        "\"split\" waits for space in \"short\", \"join\" waits for a token of \"out\", \"slow\" waits for a token of "
        "\"in\"");
}

TEST_CASE("simulation: a reader of a memory waits for the end of its writer") {
  Network network = make_pair_of(10, 1, 1);
  network.processes.push_back({"last", 7, {}, {1}});
  const Timing timing = simulate(network, {unbounded});
  CHECK(timing.done[2] == timing.done[1] + 7);
}

TEST_CASE("simulation: a consumer that wants more tokens than are sent waits for ever") {
  Network network = make_pair_of(10, 1, 1);
  network.processes[1].ports[0].cycles.append({50, 1, 1});
  network.processes[1].length = 60;
  CHECK(describe(network, simulate(network, {unbounded}).deadlock) == "\"to\" waits for a token of \"x\"");
}

TEST_CASE("simulation: tokens and single cycles agree on random networks") {
  int dead = 0, bounded = 0;
  for (unsigned seed = 0; seed < 2'500; ++seed) {
    CAPTURE(seed);
    pom::test::RandomNetwork random(seed, 24);
    const Network network = random.make();
    const Depths depths = random.depths(network, seed % 2 ? 4 : 20);
    const pom::test::CycleRun run = pom::test::run_cycle_by_cycle(network, depths);
    const Timing tokens = simulate_tokens(network, depths);
    REQUIRE(tokens.deadlock.empty() == !run.deadlock);
    dead += run.deadlock;
    if (run.deadlock) continue;
    bounded += tokens.latency > simulate_tokens(network, Depths(depths.size(), unbounded)).latency;
    REQUIRE(tokens.done == run.done);
    REQUIRE(tokens.latency == run.latency);
  }
  MESSAGE(dead, " deadlocks, ", bounded, " slowed by full FIFOs");
  CHECK(dead > 100);
  CHECK(bounded > 100);
}

TEST_CASE("simulation: phases and tokens agree on random networks") {
  int by_phases = 0, alive = 0;
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    CAPTURE(seed);
    pom::test::RandomNetwork random(seed, seed % 2 ? 24 : 200);
    const Network network = random.make();
    const Depths depths = random.depths(network, seed % 4 < 2 ? 4 : 100);
    const Timing tokens = simulate_tokens(network, depths);
    const std::optional<Timing> phases = simulate_phases(network, depths);
    alive += tokens.deadlock.empty();
    by_phases += phases.has_value();
    if (!phases) continue;
    REQUIRE(tokens.deadlock.empty());
    REQUIRE(phases->latency == tokens.latency);
    REQUIRE(phases->done == tokens.done);
    REQUIRE(phases->stalls == tokens.stalls);
    REQUIRE(phases->written == tokens.written);
    REQUIRE(phases->read == tokens.read);
  }
  MESSAGE(by_phases, " of ", alive, " without a deadlock by phases");
  CHECK(by_phases > 2'000);
}

TEST_CASE("simulation: the work grows with the rows, not with their tokens") {
  const std::int64_t row = 1'000'000;
  Network network = make_diamond(row, 100);
  const std::optional<Timing> timing = simulate_phases(network, Depths(3, 200));
  REQUIRE(timing);
  CHECK(timing->latency > row);
  for (const Sequence& written : timing->written) CHECK(written.runs().size() < 10);
}
