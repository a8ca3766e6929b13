#include "dse/explore/knapsack.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "combinations.hpp"

using namespace pom;

namespace {

using Groups = std::vector<std::vector<dse::Option>>;

struct Sum {
  double value = 0, weight = 0;
};

Sum sum_of(const Groups& groups, const std::vector<std::size_t>& chosen) {
  Sum sum;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    sum.value += groups[g][chosen[g]].value;
    sum.weight += groups[g][chosen[g]].weight;
  }
  return sum;
}

/// All combinations, one by one.
double try_all(const Groups& groups, double limit) {
  std::vector<std::size_t> at(groups.size());
  double least = INFINITY;
  do {
    const Sum sum = sum_of(groups, at);
    if (sum.weight <= limit) least = std::min(least, sum.value);
  } while (test::next_combination(at, groups));
  return least;
}

Groups random_groups(std::mt19937& random, int weights_of) {
  const auto number = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  Groups groups(static_cast<std::size_t>(number(1, 5)));
  for (auto& group : groups) {
    group.resize(number(1, 5));
    for (dse::Option& option : group) option = {1.0 * number(-50, 50), 1.0 * weights_of * number(-15, 15)};
  }
  return groups;
}

}  // namespace

TEST_CASE("knapsack: in whole grains the choice is the best of all combinations that hold the limit") {
  const unsigned seed = 1124;
  CAPTURE(seed);
  std::mt19937 random(seed);
  int nothing_fits = 0;
  for (int n = 0; n < 2000; ++n) {
    CAPTURE(n);
    const Groups groups = random_groups(random, 3);
    const double limit = 3.0 * std::uniform_int_distribution<int>(-40, 40)(random);
    const double least = try_all(groups, limit);
    const std::vector<std::size_t> chosen = dse::choose_options(groups, limit, 3);
    nothing_fits += std::isinf(least);
    REQUIRE(chosen.empty() == std::isinf(least));
    if (chosen.empty()) continue;
    REQUIRE(sum_of(groups, chosen).value == least);
    REQUIRE(sum_of(groups, chosen).weight <= limit);
  }
  CHECK(nothing_fits > 100);
  CHECK(nothing_fits < 1000);
}

TEST_CASE("knapsack: a coarse grain never passes the limit") {
  const unsigned seed = 1125;
  CAPTURE(seed);
  std::mt19937 random(seed);
  int chosen_at_all = 0;
  for (int n = 0; n < 500; ++n) {
    CAPTURE(n);
    const Groups groups = random_groups(random, 1);
    const std::vector<std::size_t> chosen = dse::choose_options(groups, 7, 4);
    if (chosen.empty()) continue;
    ++chosen_at_all;
    REQUIRE(sum_of(groups, chosen).weight <= 7);
  }
  CHECK(chosen_at_all > 300);
}
