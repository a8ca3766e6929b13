#include "dse/explore/solve/team_offers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "combinations.hpp"

using namespace pom;

namespace team_offers_tests {

namespace {

using Teams = std::vector<std::vector<dse::explore::Offer>>;

/// The least cycles of all combinations: operators serve all teams, everything else adds up.
double try_all(const Teams& teams, double lut) {
  std::vector<std::size_t> at(teams.size());
  double least = INFINITY;
  do {
    double operators = 0, beside = 0, cycles = 0;
    for (std::size_t t = 0; t < teams.size(); ++t) {
      const dse::explore::Offer& offer = teams[t][at[t]];
      operators = std::max(operators, offer.operator_lut);
      beside += offer.lut;
      cycles += offer.cycles;
    }
    if (operators + beside <= lut) least = std::min(least, cycles);
  } while (test::next_combination(at, teams));
  return least;
}

Teams random_teams(std::mt19937& random) {
  const auto number = [&](int most) { return 1.0 * std::uniform_int_distribution<int>(1, most)(random); };
  Teams teams(static_cast<std::size_t>(number(4)));
  for (auto& offers : teams) {
    offers.resize(static_cast<std::size_t>(number(8)));
    for (dse::explore::Offer& offer : offers) offer = {number(60), number(1500), number(3000), 0, {}};
  }
  return teams;
}

}  // namespace

TEST_CASE("least cycles of teams: never more than those of any combination, and mostly the same") {
  const unsigned seed = 2024;
  CAPTURE(seed);
  std::mt19937 random(seed);
  int fitting = 0, exact = 0;
  for (int n = 0; n < 1000; ++n) {
    CAPTURE(n);
    const Teams teams = random_teams(random);
    const double lut = std::uniform_int_distribution<int>(500, 7000)(random), least = try_all(teams, lut);
    const dse::explore::LeastTeams found = dse::explore::find_least_cycles(teams, lut);
    REQUIRE(found.cycles <= least);
    if (std::isinf(least)) continue;
    ++fitting;
    exact += found.cycles == least;
    double cycles = 0;
    for (std::size_t t = 0; t < teams.size(); ++t) cycles += teams[t][found.at.at(t)].cycles;
    REQUIRE(cycles == found.cycles);
  }
  CHECK(fitting > 500);
  CHECK(exact > fitting * 9 / 10);
}

}  // namespace team_offers_tests
