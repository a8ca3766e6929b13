#include "dse/estimate/graph/flat_map.hpp"

#include <doctest/doctest.h>

#include <random>
#include <unordered_map>
#include <vector>

using pom::dse::estimate::FlatMap;
using pom::dse::estimate::FlatSet;

TEST_CASE("flat map: finds what was put in, in the order in which it came, also after it grew and was cleared") {
  constexpr unsigned seed = 1;
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  FlatMap<int> map;
  for (const int keys : {0, 3, 500, 40}) {
    CAPTURE(keys);
    map.clear();
    std::unordered_map<std::uint64_t, int> expected;
    std::vector<std::uint64_t> order;
    for (int n = 0; n < 4 * keys; ++n) {
      // Keys that differ in their high bits only, or in their low ones.
      const std::uint64_t key = (random() % static_cast<std::uint64_t>(keys)) << (n % 2 == 0 ? 0 : 40);
      const auto [value, fresh] = map.try_emplace(key, n);
      const bool expected_fresh = expected.try_emplace(key, n).second;
      CHECK(fresh == expected_fresh);
      CHECK(value == expected.at(key));
      if (fresh) order.push_back(key);
    }
    std::size_t place = 0;
    for (const auto& [key, value] : map) {
      REQUIRE(place < order.size());
      CHECK(key == order[place++]);
      CHECK(value == expected.at(key));
      CHECK(map.find(key) != nullptr);
    }
    CHECK(place == expected.size());
    CHECK(map.find(std::uint64_t{1} << 20) == nullptr);
  }
}

TEST_CASE("flat set: tells what it has met") {
  FlatSet set;
  CHECK(set.insert(7));
  CHECK_FALSE(set.insert(7));
  CHECK(set.insert(std::uint64_t{7} << 32));
}
