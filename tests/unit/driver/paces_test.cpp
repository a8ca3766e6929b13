#include "driver/explore/paces.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "../../../dsl-examples/dataflow/ming.hpp"
#include "driver/explore/cheapest_choices.hpp"
#include "driver/explore/hand_over.hpp"
#include "driver/explore/rate_matcher.hpp"
#include "fixture.hpp"

using namespace pom;

namespace paces_tests {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Network {
  std::vector<std::vector<double>> costs;
  std::vector<driver::PairConstraint> constraints;
};

/// Of four to six variables; each pair has a constraint with some chance.
Network random_network(std::mt19937& random) {
  const auto from = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  Network network;
  const int variables = from(4, 6);
  for (int v = 0; v < variables; ++v) {
    network.costs.emplace_back();
    for (int n = from(1, 4); n > 0; --n) network.costs.back().push_back(from(0, 9) == 0 ? infinite : from(1, 20));
  }
  for (int a = 0; a < variables; ++a) {
    for (int b = a + 1; b < variables; ++b) {
      if (from(0, 2) > 0) continue;
      std::vector<std::vector<bool>> allowed(network.costs[a].size());
      for (auto& row : allowed) {
        for (std::size_t n = 0; n < network.costs[b].size(); ++n) row.push_back(from(0, 2) > 0);
      }
      if (from(0, 1) == 0) {
        network.constraints.push_back({a, b, [allowed](std::size_t m, std::size_t n) { return allowed[m][n]; }});
      } else {
        network.constraints.push_back({b, a, [allowed](std::size_t m, std::size_t n) { return allowed[n][m]; }});
      }
    }
  }
  return network;
}

double cost_of(const Network& network, const std::vector<std::size_t>& chosen) {
  double cost = 0;
  for (std::size_t v = 0; v < chosen.size(); ++v) cost += network.costs[v][chosen[v]];
  for (const driver::PairConstraint& one : network.constraints) {
    if (!one.allows(chosen[one.first], chosen[one.second])) return infinite;
  }
  return cost;
}

double least_cost(const Network& network, std::vector<std::size_t>& chosen) {
  if (chosen.size() == network.costs.size()) return cost_of(network, chosen);
  double least = infinite;
  const std::size_t values = network.costs[chosen.size()].size();
  for (std::size_t n = 0; n < values; ++n) {
    chosen.push_back(n);
    least = std::min(least, least_cost(network, chosen));
    chosen.pop_back();
  }
  return least;
}

/// Rows of so many pixels with channels, and a 3 x 3 window over them.
poly::Scop convolution(const poly::IslContext& isl, int columns) {
  function program("f");
  program.scope([&] {
    const int rows = 10, channels = 4;
    var i("i", 0, rows), j("j", 0, columns), k("k", 0, channels), y("y", 0, rows - 2), x("x", 0, columns - 2),
        f("f", 0, 8), r("r", 0, 3), q("q", 0, 3), c("c", 0, channels);
    placeholder in("in", {rows, columns, channels}, p_int8), a("a", {rows, columns, channels}, p_int8),
        w("w", {8, 3, 3, channels}, p_int8), out("out", {rows - 2, columns - 2, 8}, p_int32);
    a.local();
    compute read("read", {i, j, k}, in(i, j, k), a(i, j, k));
    compute add("add", {y, x, f, r, q, c}, out(y, x, f) + a(y + r, x + q, c) * w(f, r, q, c), out(y, x, f));
  });
  return poly::extract_scop(program.record(), isl);
}

std::size_t choice_of(const driver::Choices& all, const std::string& loop, std::int64_t at_once) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const driver::RateChoice& choice) {
    return choice.loop == loop && choice.at_once == at_once;
  });
  REQUIRE(found != all.end());
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace

TEST_CASE("cheapest choices: equal to trying all, in random networks") {
  const unsigned seed = 20261126;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  int possible = 0;
  for (int n = 0; n < 2000; ++n) {
    const Network network = random_network(random);
    std::vector<std::size_t> none;
    const double least = least_cost(network, none);
    const auto chosen = driver::cheapest_choices(network.costs, network.constraints);
    REQUIRE(chosen.has_value() == (least < infinite));
    if (!chosen) continue;
    ++possible;
    CHECK(cost_of(network, *chosen) == least);
  }
  CHECK(possible > 200);
}

TEST_CASE("hand-overs: an iteration waits while lanes that do not divide its width bring what it takes") {
  const poly::IslContext isl;
  const poly::Scop scop = convolution(isl, 32);
  const auto rates = driver::list_rates(scop);
  const std::vector<driver::HandOver> overs = driver::list_hand_overs(scop, rates);
  REQUIRE(overs.size() == 1);
  const auto intervals = [&](const char* producers, int pushed, const char* consumers, int made) {
    return overs[0].intervals(choice_of(rates[0], producers, pushed), choice_of(rates[1], consumers, made));
  };
  CHECK(intervals("j", 1, "x", 1) == std::pair(1.0, 1.0));
  CHECK(intervals("j", 2, "x", 2) == std::pair(1.0, 1.0));
  CHECK(intervals("j", 4, "x", 2) == std::pair(2.0, 1.0));
  CHECK(intervals("j", 1, "x", 2) == std::pair(1.0, 2.0));
  CHECK(intervals("j", 4, "x", 3) == std::pair(4.0, 3.0));
  // A pixel's channels one by one, for filters that all begin with the whole pixel.
  CHECK(intervals("k", 1, "f", 2) == std::pair(1.0, 4.0));
  CHECK(intervals("j", 1, "f", 2) == std::pair(1.0, 1.0));
}

TEST_CASE("hand-overs: what a statement without loops takes is no window, whatever loops its process has") {
  const poly::IslContext isl;
  function program("f");
  program.scope([] {
    var i("i", 0, 16), n("n", 1, 16);
    placeholder A("A", {16}), X("X", {16}), T("T", {16}), O("O", {16});
    X.local();
    T.local();
    compute make("make", {i}, X(i) = A(i) + 1);
    compute first("first", {}, T(0) = X(0));
    compute rest("rest", {n}, T(n) = T(n - 1) * 2);
    compute copy("copy", {i}, O(i) = T(i));
  });
  program.dataflow(Channels::automatic);
  const auto compilation = driver::analyze_program(program.record(), Brake::unlimited);
  const poly::Scop scop = driver::with_processes(*compilation);
  const auto rates = driver::list_rates(scop);
  const std::vector<driver::HandOver> overs = driver::list_hand_overs(scop, rates);
  REQUIRE(overs.size() == 2);
  CHECK(overs[0].standing_still == std::vector<double>(rates[1].size(), 1));
}

TEST_CASE("rates: of ways that are as quick and as much work, the one with the shortest interval stays") {
  // A pixel is a word of the bus: so many of them in as many cycles are one in each.
  function program("cascade");
  program.scope([] { ming::cascade(224, {1, 2}, {1, 2}, ming::Schedules::none); });
  for (const char* port : {"in", "out"}) program.record()->schedule.push_back({Interface{port, "m_axi", port}, {}});
  program.dataflow(Channels::automatic);
  const auto compilation = driver::analyze_program(program.record(), Brake::unlimited);
  const poly::Scop scop = driver::with_processes(*compilation);
  const auto rates = driver::list_rates(scop, driver::one_cycle, {true, true, dse::explore::PortWidths{128}});
  REQUIRE(rates.size() == 3);
  for (const auto& ways : rates) {
    for (const driver::RateChoice& way : ways) {
      CAPTURE(way.loop);
      CAPTURE(way.at_once);
      CHECK(std::gcd(way.at_once, way.interval) == 1);
    }
  }
}

TEST_CASE("paces: quicker ones have more work, and their processes hand over in widths that fit") {
  const poly::IslContext isl;
  const poly::Scop scop = convolution(isl, 34);
  const auto rates = driver::list_rates(scop);
  const std::vector<driver::HandOver> overs = driver::list_hand_overs(scop, rates);
  const std::vector<driver::Pace> paces = driver::list_paces(scop);
  REQUIRE(paces.size() > 3);
  for (std::size_t n = 0; n < paces.size(); ++n) {
    if (n > 0) {
      CHECK(paces[n].time < paces[n - 1].time);
      CHECK(paces[n].work > paces[n - 1].work);
    }
    const driver::RateChoice &read = paces[n].choices[0], &add = paces[n].choices[1];
    const auto [pushing, taking] =
        overs[0].intervals(choice_of(rates[0], read.loop, read.at_once), choice_of(rates[1], add.loop, add.at_once));
    CHECK(read.cycles_with(read.nest, pushing) <= paces[n].time);
    CHECK(add.cycles_with(add.nest, taking) <= paces[n].time);
  }
}

TEST_CASE("rates: an iteration that starts every few cycles has so many cycles for what its FIFOs bring") {
  driver::RateChoice choice;
  choice.cycles = 300;
  choice.interval = 3;
  CHECK(choice.cycles_with(0, 1) == 300);
  CHECK(choice.cycles_with(0, 3) == 300);
  CHECK(choice.cycles_with(0, 6) == 600);
  CHECK(choice.cycles_with(1, 6) == 300);
}

TEST_CASE("rates: a process of several nests takes the sum of their times, and each nest has its own way") {
  const poly::IslContext isl;
  function program("f");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 8), k("k", 0, 4);
    placeholder A("A", {16, 4}), B("B", {4, 8}), T("T", {16, 8}), O("O", {16, 8});
    T.local();
    compute clear("clear", {i, j}, T(i, j) = 0);
    compute add("add", {i, j, k}, T(i, j) += A(i, k) * B(k, j));
    compute copy("copy", {i, j}, O(i, j) = T(i, j));
  });
  program.dataflow(Channels::automatic);
  const auto compilation = driver::analyze_program(program.record(), Brake::unlimited);
  const poly::Scop scop = driver::with_processes(*compilation);
  const auto rates = driver::list_rates(scop);
  REQUIRE(rates.size() == 2);
  for (const driver::RateChoice& way : rates[0]) {
    REQUIRE(way.others.size() == 1);
    CHECK(way.all_cycles() == way.cycles + way.others.front().cycles);
    CHECK(way.all_work() == way.work + way.others.front().work);
    CHECK(way.part_of(1).compute == "add");
    CHECK(way.part_of(0).compute == "clear");
  }
  for (std::size_t n = 1; n < rates[0].size(); ++n) {
    CHECK(rates[0][n].all_cycles() < rates[0][n - 1].all_cycles());
    CHECK(rates[0][n].all_work() > rates[0][n - 1].all_work());
  }
}

TEST_CASE("rates: a loop that adds to one float waits for the sum, and one over others does not") {
  const poly::IslContext isl;
  for (const bool free_order : {false, true}) {
    function program("f");
    program.scope([] {
      var i("i", 0, 16), k("k", 0, 64);
      placeholder A("A", {16, 64}), S("S", {16});
      compute clear("clear", {i}, S(i) = 0), add("add", {i, k}, S(i) += A(i, k));
      add.after(clear, i);
    });
    if (free_order) program.allow_reassociation();
    const auto rates = driver::list_rates(poly::extract_scop(program.record(), isl), [](const Type&) { return 4; });
    REQUIRE(rates.size() == 1);
    CHECK(rates[0][choice_of(rates[0], "k", 1)].cycles == 16 * 64 * 4);
    CHECK(rates[0].back().loop == "i");
    CHECK(rates[0].back().interval == 1);
    for (const driver::RateChoice& way : rates[0]) {
      if (way.loop == "k" && way.at_once == 8) CHECK(way.interval == (free_order ? 4 : 32));
    }
  }
}

TEST_CASE("rates: a loop of any length has a few hundred ways to run, its divisors among them") {
  const poly::IslContext isl;
  function program("f");
  const int size = 1 << 30;
  program.scope([&] {
    var i("i", 0, size), j("j", 0, size);
    placeholder in("in", {size}, p_float32), a("a", {size}, p_float32), out("out", {size}, p_float32);
    a.local();
    compute read("read", {i}, in(i), a(i));
    compute add("add", {j}, a(j) + 1.0F, out(j));
  });
  const poly::Scop scop = poly::extract_scop(program.record(), isl);
  const auto rates = driver::list_rates(scop);
  REQUIRE(rates.size() == 2);
  CHECK(rates[1].size() < 1500);
  for (const int at_once : {1, 2, 64, 4096}) choice_of(rates[1], "j", at_once);
  const std::vector<driver::Pace> paces = driver::list_paces(scop);
  CHECK(paces.size() > 100);
  CHECK(paces.size() < 1500);
  for (std::size_t n = 1; n < paces.size(); ++n) CHECK(paces[n].time < paces[n - 1].time);
}

}  // namespace paces_tests
