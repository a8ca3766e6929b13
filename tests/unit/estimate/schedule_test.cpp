#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace schedule_tests {

namespace {

constexpr devices::ToolVersion v2022_2{2022, 2};

/// sum[rows·r + i] += a[rows·r + i][j], all i and j in one iteration: chains of sums, row by row.
Function chains(std::int64_t rows, std::int64_t columns, int ports) {
  Builder b;
  const int a = b.array("a", {4 * rows, columns}), sum = b.array("sum", {4 * rows}, Array::Role::local);
  const int out = b.array("out", {4 * rows});
  b.function.arrays[a].port = {"ap_memory", "", ports};
  Index row = at(0, rows);
  row.terms.push_back({1, 1});
  const Node add = b.set(sum, {row}, b.op(OpKind::add, b.load(sum, {row}), b.load(a, {row, at(2)})));
  Node outer = b.loop(0, 4, {b.loop(1, rows, {b.set(sum, {row}, b.number(0)), b.loop(2, columns, {add})})});
  outer.loop.pipeline = 1;
  b.function.body = {outer, b.loop(3, 4 * rows, {b.set(out, {at(3)}, b.load(sum, {at(3)}))})};
  return b.function;
}

}  // namespace

TEST_CASE("schedule: one port serves chains of sums side by side, not one after the other") {
  const Qor qor = estimate_function(chains(8, 32, 1), "xcu55c", 5, v2022_2);
  CHECK(qor.loops.front().interval == 256);
  // The last element of every chain is loaded in the last eight states: one sum follows.
  CHECK(qor.loops.front().iteration_latency < 256 + 12);
}

TEST_CASE("schedule: sums wait for one of the fewest units where iterations overlap") {
  // 256 sums at an interval of 128: two adders, always busy. Eight chains of 32 alone would be done after 170 states.
  const Qor qor = estimate_function(chains(8, 32, 2), "xcu55c", 5, v2022_2);
  CHECK(qor.loops.front().interval == 128);
  CHECK(qor.loops.front().iteration_latency > 200);
  CHECK(qor.resources.dsp == 2 * 2);
}

TEST_CASE("schedule: behind as many steps as a search allows a nest is not modelled") {
  Kernel kernel;
  kernel.functions.push_back(chains(8, 32, 1));
  const std::optional<devices::Device> device = devices::find_device("xcu55c");
  REQUIRE(device);
  const devices::Target target{&*device, 5, {}, v2022_2};
  EstimateOptions options;
  CHECK(std::holds_alternative<Qor>(estimate::estimate(kernel, target, options)));
  options.most_steps = 1000;  // fewer than its loads, and the states that they wait
  CHECK(std::holds_alternative<std::string>(estimate::estimate(kernel, target, options)));
}

TEST_CASE("schedule: a module starts when its elements are there, and does not take the ports of their memory") {
  Builder b;
  const int a = b.array("a", {64, 256}), sum = b.array("sum", {64});
  const Node add = b.set(sum, {at(0)}, b.op(OpKind::add, b.load(sum, {at(0)}), b.load(a, {at(0), at(1)})));
  Node inner = b.loop(1, 256, {add});
  inner.loop.pipeline = 1;
  b.function.body.push_back(b.loop(0, 64, {inner}));
  const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 2);
  // Load, start, wait (with the two states of every module), store.
  CHECK(qor.loops[0].iteration_latency == qor.loops[1].latency_max + 2 + 4);
}

TEST_CASE("schedule: stores to a bus are a burst, unless the bank changes or the loop reads the array") {
  for (const std::int64_t banks : {1, 8}) {
    Builder b;
    const int to = b.array("to", {64}), other = b.array("other", {64});
    for (const int array : {to, other}) b.function.arrays[array].port = {"m_axi", "gmem", 0};
    if (banks > 1) b.function.arrays[0].banking = {{BankingKind::cyclic, banks, false}};
    b.function.body.push_back(b.loop(0, 64, {b.set(to, {at(0)}, b.number(0))}));
    const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
    CHECK(qor.loops.front().iteration_latency == (banks > 1 ? 8 : 2));
  }
  Builder b;
  const int both = b.array("both", {64});
  b.function.arrays[both].port = {"m_axi", "gmem", 0};
  Node loop = b.loop(0, 64, {b.set(both, {at(0)}, b.op(OpKind::add, b.load(both, {at(0)}), b.number(1)))});
  loop.loop.pipeline = 1;
  b.function.body.push_back(loop);
  // More than a load, a sum and the store of a burst.
  CHECK(estimate_function(b.function, "xcu55c", 5, v2022_2).loops.front().iteration_latency > 8 + 5 + 1);
}

TEST_CASE("schedule: integer sums are trees, float sums chains") {
  for (const bool floats : {false, true}) {
    Builder b;
    const int a = b.array("a", {16, 64}, Array::Role::local), out = b.array("out", {64});
    b.function.arrays[a].banking = {{BankingKind::complete, 16, false}, {}};
    int sum = b.load(a, {Index{}, at(0)});
    for (std::int64_t n = 1; n < 16; ++n) {
      Index row;
      row.constant = n;
      sum = b.op(OpKind::add, sum, b.load(a, {row, at(0)}));
    }
    Node loop = b.loop(0, 64, {b.set(out, {at(0)}, sum)});
    loop.loop.pipeline = 1;
    b.function.body.push_back(loop);
    if (!floats) {
      for (Array& array : b.function.arrays) array.element = integer_type(32);
      for (Expression& expression : b.function.expressions) expression.type = integer_type(32);
    }
    const auto depth = estimate_function(b.function, "xcu55c", 5, v2022_2).loops.front().iteration_latency;
    // Four levels of less than a nanosecond, or fifteen sums of five states.
    CHECK(floats == (depth > 15 * 4));
    CHECK((floats || depth <= 4));
  }
}

TEST_CASE("schedule: an element read and written back over a bus is waited for by the next one") {
  Builder b;
  const int sums = b.array("sums", {128}), total = b.array("total", {128});
  for (const int array : {sums, total}) b.function.arrays[array].port = {"m_axi", "gmem", 0};
  Node inner = b.loop(1, 128, {b.set(sums, {at(1)}, b.op(OpKind::add, b.load(sums, {at(1)}), b.number(1)))});
  b.function.body.push_back(inner);
  const auto alone = estimate_function(b.function, "xcu55c", 5, v2022_2).loops.front().interval;
  CHECK(alone >= 8 + 5 + 5);
  // What stays in a register meanwhile does not add to it, though it may be the same memory.
  Node sum = b.set(total, {at(0)}, b.op(OpKind::add, b.load(total, {at(0)}), b.number(2)));
  b.function.body.front().loop.body.push_back(sum);
  b.function.body = {b.loop(0, 64, {b.function.body.front()})};
  CHECK(estimate_function(b.function, "xcu55c", 5, v2022_2).loops.back().interval == alone);
}

}  // namespace schedule_tests
