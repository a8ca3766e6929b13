#include "dse/explore/least_sum.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "combinations.hpp"

using namespace pom;

namespace {

using Parts = std::vector<std::vector<dse::Ask>>;

/// All combinations, one by one.
double try_all(const Parts& parts, double lut) {
  std::vector<std::size_t> at(parts.size());
  double least = INFINITY;
  do {
    double built = 0, cost = 0, latency = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const dse::Ask& ask = parts[p][at[p]];
      built = std::max(built, ask.built);
      cost += ask.cost;
      latency += ask.latency;
    }
    if (built + cost <= lut) least = std::min(least, latency);
  } while (test::next_combination(at, parts));
  return least;
}

/// Whole numbers: sums are exact in any order.
Parts random_parts(std::mt19937& random) {
  const auto number = [&](int most) { return std::uniform_int_distribution<int>(1, most)(random); };
  Parts parts(static_cast<std::size_t>(number(static_cast<int>(dse::most_exact_parts))));
  for (auto& asks : parts) {
    asks.resize(number(12));
    for (dse::Ask& ask : asks) ask = {1.0 * number(60), 1.0 * number(30), 1.0 * number(15)};
  }
  return parts;
}

}  // namespace

TEST_CASE("least sum: the exact one is what all combinations tell, and no bound passes it") {
  const unsigned seed = 2024;
  CAPTURE(seed);
  std::mt19937 random(seed);
  int nothing_fits = 0, tight = 0;
  for (int n = 0; n < 2000; ++n) {
    const Parts parts = random_parts(random);
    const double lut = std::uniform_int_distribution<int>(5, 70)(random);
    CAPTURE(n);
    const double least = try_all(parts, lut);
    const dse::LeastSum exact = dse::find_least_sum(parts, lut), bound = dse::bound_sum(parts, lut);
    REQUIRE(exact.cycles == least);
    REQUIRE(bound.cycles <= least * (1 + 1e-12));
    nothing_fits += std::isinf(least);
    tight += bound.cycles == least;
    if (std::isinf(least)) continue;
    double latency = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) latency += parts[p][exact.at.at(p)].latency;
    REQUIRE(latency == least);
  }
  CHECK(nothing_fits > 50);
  CHECK(tight > 50);
}
