#include "dse/explore/solve/least_cycles.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "combinations.hpp"

using namespace pom;

namespace {

using Parts = std::vector<std::vector<dse::explore::Offer>>;

/// The least cycles of all combinations within the LUTs; infinity: none fits.
double try_all(const Parts& parts, double lut) {
  std::vector<std::size_t> at(parts.size());
  double least = INFINITY;
  do {
    double cycles = 0, used = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      cycles += parts[p][at[p]].cycles;
      used += parts[p][at[p]].lut;
    }
    if (used <= lut) least = std::min(least, cycles);
  } while (test::next_combination(at, parts));
  return least;
}

Parts random_parts(std::mt19937& random) {
  const auto number = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  Parts parts(static_cast<std::size_t>(number(1, 5)));
  for (auto& part : parts) {
    part.resize(number(1, 5));
    for (dse::explore::Offer& offer : part) offer = {1.0 * number(1, 1000), 1.0 * number(0, 400), 0, 0, {}};
  }
  return parts;
}

}  // namespace

TEST_CASE("least cycles: in whole steps of LUTs they are the least of all combinations, for every number of LUTs") {
  const unsigned seed = 1124;
  CAPTURE(seed);
  std::mt19937 random(seed);
  int nothing_fits = 0;
  for (int n = 0; n < 1000; ++n) {
    CAPTURE(n);
    const Parts parts = random_parts(random);
    const dse::explore::LeastCycles table(parts, 0, 500);  // a step is one LUT
    for (const double lut : {0.0, 37.0, 150.0, 499.0}) {
      const double least = try_all(parts, lut);
      nothing_fits += std::isinf(least);
      REQUIRE(table.of_rest(0, lut) == least);
    }
  }
  CHECK(nothing_fits > 500);
  CHECK(nothing_fits < 3500);
}

TEST_CASE("least cycles: coarse steps never claim more than the least, and the rest behind the last part is free") {
  const unsigned seed = 1125;
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int n = 0; n < 500; ++n) {
    CAPTURE(n);
    const Parts parts = random_parts(random);
    const dse::explore::LeastCycles table(parts, 0, 7000);  // fourteen LUTs a step
    for (const double lut : {100.0, 700.0, 1500.0}) REQUIRE(table.of_rest(0, lut) <= try_all(parts, lut));
    CHECK(table.of_rest(parts.size(), 0) == 0);
    CHECK(std::isinf(table.of_rest(0, -1)));
  }
}
