#include <doctest/doctest.h>

#include <random>
#include <string>

#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"

using namespace pom::poly;

namespace {

using Points = std::vector<std::vector<std::int64_t>>;

}  // namespace

TEST_CASE("points: the least and the greatest value of a union are those of parts that have points") {
  const IslContext isl;
  const isl::set all(isl.get(), "{ [i, j] : i = 1 and 2 <= j <= 4; [1, 1] }");
  const isl::set cut = bound_above(bound_below(all, 1, 1), 1, 1);  // isl keeps the first part, without points
  CHECK(minimum(cut, 1) == 1);
  CHECK(maximum(cut, 1) == 1);
  CHECK(first_point(cut) == std::vector<std::int64_t>{1, 1});
  const isl::set below = bound_above(isl::set(isl.get(), "{ [i] : -9 <= i <= -5; [7] }"), 0, -6);
  CHECK(minimum(below, 0) == -9);
  CHECK(maximum(below, 0) == -6);
}

TEST_CASE("points: coordinates and distances have 64 bits, the lowest number of 32 among them") {
  const IslContext isl;
  const std::int64_t lowest = -2147483648LL, large = 4294967296LL;
  const isl::set diagonal(isl.get(), "{ [i, j] : -2147483648 <= i < 5000000000 and j = i }");
  CHECK(first_point(diagonal) == std::vector<std::int64_t>{lowest, lowest});
  CHECK(minimum(bound_below(diagonal, 0, large), 1) == large);
  CHECK(maximum(bound_above(diagonal, 0, lowest), 1) == lowest);
  CHECK(first_point(point_set(diagonal, {large, large}).intersect(diagonal)) ==
        std::vector<std::int64_t>{large, large});
  CHECK(keep_near(isl::map(isl.get(), "{ [i] -> [i + 4294967296] }"), 0, 1).is_empty());
  CHECK_FALSE(keep_near(isl::map(isl.get(), "{ [i] -> [i + 4294967296] }"), 0, large).is_empty());
}

TEST_CASE("points: nothing is least in an empty set or one without end") {
  const IslContext isl;
  CHECK(minimum(isl::set(isl.get(), "{ [i] : i > 3 and i < 3 }"), 0) == std::nullopt);
  CHECK(minimum(isl::set(isl.get(), "{ [i] : i < 3; [5] }"), 0) == std::nullopt);
  CHECK(maximum(isl::set(isl.get(), "{ [i] : i < 3; [5] }"), 0) == 5);
}

TEST_CASE("points: all points of a set with divisions, in lexicographic order, up to a number") {
  const IslContext isl;
  const isl::set set(isl.get(), "{ [i, j] : 0 <= i < 6 and 0 <= j < 6 and (i + 2j) mod 5 = 3 and (i * 3) mod 4 < 2 }");
  const std::optional<Points> points = all_points(set, 64);
  REQUIRE(points);
  Points expected;
  for (std::int64_t i = 0; i < 6; ++i) {
    for (std::int64_t j = 0; j < 6; ++j) {
      if ((i + 2 * j) % 5 == 3 && i * 3 % 4 < 2) expected.push_back({i, j});
    }
  }
  CHECK(*points == expected);
  CHECK(all_points(set, expected.size()) == expected);
  CHECK(all_points(set, expected.size() - 1) == std::nullopt);
  CHECK(all_points(isl::set(isl.get(), "{ [i] : i < 3 }"), 64) == std::nullopt);
  CHECK(all_points(isl::set(isl.get(), "{ [i] : i > 3 }"), 64) == std::nullopt);
  CHECK(all_points(isl::set(isl.get(), "{ [i] : i > 3 and i < 3 }"), 64) == Points{});
}

TEST_CASE("points: counted are as many as there are, in unions of boxes, triangles and strides") {
  const IslContext isl;
  const unsigned seed = 20261127;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) {
    return std::to_string(std::uniform_int_distribution<int>(low, high)(random));
  };
  for (int n = 0; n < 60; ++n) {
    std::string text = "{ ";
    for (int part = 0; part < 3; ++part) {
      const std::string slope = draw(-1, 1), step = draw(1, 3);
      text += std::string(part ? "; " : "") + "[i, j, k] : " + draw(0, 2) + " <= i <= " + draw(3, 9) + " and " + slope +
              "i <= j <= " + draw(4, 9) + " and " + draw(0, 1) + " <= k <= " + draw(1, 3) + " and (j + k) mod " + step +
              " = 0";
    }
    CAPTURE(text);
    const isl::set set(isl.get(), text + " }");
    CHECK(count_points(set) == static_cast<std::int64_t>(all_points(set, 100'000)->size()));
  }
}

TEST_CASE("points: a picture less its corners is counted by its kinds of rows") {
  const IslContext isl;
  CHECK(count_points(isl::set(
            isl.get(), "{ [i, j] : 1 <= i < 4095 and 0 <= j < 4096; [i, j] : 0 <= i < 4096 and 1 <= j < 4095 }")) ==
        4096LL * 4096 - 4);
}

TEST_CASE("points: those of triangles and tetrahedra of thousands a side are counted by their bounds") {
  const IslContext isl;
  const std::int64_t n = 2000;
  const auto count = [&](const std::string& text) { return count_points(isl::set(isl.get(), text)); };
  CHECK(count("{ [i, j, k] : 0 <= i < 2000 and 0 <= j < i and 0 <= k < j }") == n * (n - 1) * (n - 2) / 6);
  CHECK(count("{ [i, j, k] : 0 <= i < 2000 and 0 <= j <= i and j <= k <= i }") == n * (n + 1) * (n + 2) / 6);
  CHECK(count("{ [t, i, j] : 0 <= t < 9 and 0 <= i < 2000 and 0 <= j < 2000 and j < i + t }") ==
        9 * n * (n - 1) / 2 + 36 * n - 84);
  // The lower half of a square, each row from its end on, and a part of it once more.
  CHECK(count("{ [i, j] : 0 <= i < 2000 and 2000 - i <= j < 2000; [i, j] : 1000 <= i < 2000 and 1500 <= j < 2000 }") ==
        n * (n - 1) / 2);
}

TEST_CASE("points: as many as there are, in overlapping parts with bounds of any slope") {
  const IslContext isl;
  const unsigned seed = 20261128;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) {
    return std::to_string(std::uniform_int_distribution<int>(low, high)(random));
  };
  for (int n = 0; n < 40; ++n) {
    std::string text = "{ ";
    for (int part = 0; part < 2; ++part)
      text += std::string(part ? "; " : "") + "[i, j, k] : 0 <= i <= " + draw(3, 12) + " and " + draw(-2, 2) +
              "i <= " + draw(1, 2) + "j <= " + draw(-2, 2) + "i + " + draw(4, 14) + " and " + draw(-1, 1) + "j + " +
              draw(-1, 1) + "i <= k <= " + draw(-2, 1) + "j + " + draw(2, 9) + " and " + draw(1, 2) + "k <= i + " +
              draw(0, 9);
    CAPTURE(text);
    const isl::set set(isl.get(), text + " }");
    CHECK(count_points(set) == static_cast<std::int64_t>(all_points(set, 100'000)->size()));
  }
}
