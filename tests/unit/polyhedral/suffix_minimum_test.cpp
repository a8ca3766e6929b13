#include "polyhedral/ir/suffix_minimum.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "polyhedral/ir/isl_context.hpp"

using namespace pom::poly;

namespace {

/// A few keys of up to three dimensions with up to two values each: affine functions on boxes and strided sets.
class RandomValues {
 public:
  explicit RandomValues(unsigned seed) : random_(seed) {}

  std::string text() {
    const int dimensions = number(1, 3), pieces = number(1, 3), values = number(1, 2);
    std::string all;
    for (int piece = 0; piece < pieces; ++piece) {
      std::string keys, guard, to;
      for (int d = 0; d < dimensions; ++d) {
        const std::string key = "k" + std::to_string(d);
        const int first = number(-2, 3);
        keys += (d ? ", " : "") + key;
        guard +=
            (d ? " and " : "") + std::to_string(first) + " <= " + key + " <= " + std::to_string(first + number(0, 4));
        if (number(0, 3) == 0) guard += " and " + key + " mod 2 = 0";
      }
      for (int v = 0; v < values; ++v) {
        const std::string by = "k" + std::to_string(number(0, dimensions - 1));
        const std::string form = number(0, 4) == 0 ? "floor(" + by + "/2)" : std::to_string(number(-2, 2)) + by;
        to += (v ? ", " : "") + form + " + " + std::to_string(number(-3, 3));
      }
      all += (piece ? "; [" : "{ [") + keys + "] -> [" + to + "] : " + guard;
    }
    return all + " }";
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("suffix minimum: the least value at a key or behind it, as found for all keys behind one at once") {
  const unsigned first_seed = 20261127, cases = 500;
  const IslContext isl;
  for (unsigned seed = first_seed; seed < first_seed + cases; ++seed) {
    CAPTURE(seed);
    const std::string text = RandomValues(seed).text();
    CAPTURE(text);
    const isl::map values(isl.get(), text);
    const isl::map behind = lexicographic_before(values.domain()).intersect_domain(values.domain());
    CHECK(suffix_minimum(values).is_equal(values.unite(behind.apply_range(values)).lexmin()));
  }
  MESSAGE("seeds ", first_seed, "…");
}

TEST_CASE("suffix minimum: a window's picture leaves row by row, and has the need of its last row at the end") {
  const IslContext isl;
  const isl::map window(isl.get(), "{ [y, x] -> [max(0, y - 2), max(0, x - 2)] : 0 <= y, x < 8 }");
  const isl::map expected(isl.get(),
                          "{ [y, x] -> [0, 0] : 0 <= y <= 2 and 0 <= x < 8 and (y < 2 or x <= 2);"
                          "  [2, x] -> [0, x - 2] : 2 < x < 8;"
                          "  [y, x] -> [y - 2, max(0, x - 2)] : 3 <= y < 8 and 0 <= x < 8 }");
  CHECK(suffix_minimum(window).is_equal(expected));
}
