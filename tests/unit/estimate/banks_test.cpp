#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::test;

namespace {

constexpr ToolVersion v2022_2{2022, 2};

/// to[i] = Σ from[i + shift], `shifts` elements of it, in a pipelined loop of 90 iterations; `from` has 96 elements.
Qor windowed(std::int64_t banks, std::initializer_list<std::int64_t> shifts, std::int64_t step = 1) {
  Builder b;
  const int from = b.array("from", {96 * step}), to = b.array("to", {90});
  b.function.arrays[static_cast<std::size_t>(from)].banking = {{BankingKind::cyclic, banks, false}};
  int sum = -1;
  for (const std::int64_t shift : shifts) {
    const int element = b.load(from, {at(0, step, shift)});
    sum = sum < 0 ? element : b.op(OpKind::add, sum, element);
  }
  Node loop = b.loop(0, 90, {b.set(to, {at(0)}, sum)});
  loop.loop.pipeline = 1;
  b.function.body = {loop};
  return estimate_function(b.function, "xcu55c", 5, v2022_2);
}

std::int64_t iteration_latency(const Qor& qor) {
  REQUIRE(qor.loops.size() == 1);
  return qor.loops.front().iteration_latency;
}

}  // namespace

TEST_CASE("banks: a bank that moves among three is found by a remainder of the bits of the index and three stages") {
  // 96 elements: 7 bits, urem_7ns_3ns_2_11 (2022.2).
  CHECK(iteration_latency(windowed(3, {0})) == iteration_latency(windowed(4, {0})) + 10);
}

TEST_CASE("banks: a bank that stays, or a power of two of them, takes no remainder") {
  CHECK(iteration_latency(windowed(3, {0}, 3)) == iteration_latency(windowed(1, {0}, 3)));
  CHECK(iteration_latency(windowed(4, {0})) == iteration_latency(windowed(2, {0})));
}

TEST_CASE("banks: elements side by side share the remainder, each adds a product") {
  const auto divided = [](std::initializer_list<std::int64_t> shifts) {
    return windowed(3, shifts).resources.lut - windowed(4, shifts).resources.lut;
  };
  CHECK(iteration_latency(windowed(3, {0, 1})) == iteration_latency(windowed(4, {0, 1})) + 10);
  CHECK(divided({0}) > 0);
  CHECK(divided({0, 1}) < 2 * divided({0}));
}
