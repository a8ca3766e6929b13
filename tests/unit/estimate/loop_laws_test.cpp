#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace loop_laws_tests {

namespace {

constexpr devices::ToolVersion v2023_2{2023, 2}, v2024_2{2024, 2};

/// sum[c][h] += Σ image[c][h + 3][3] · weight[c][3][3], with a loop of `batches` around.
Function depthwise(std::int64_t batches) {
  Builder b;
  const int image = b.array("image", {64, 114, 3}), weight = b.array("weight", {64, 3, 3});
  const int sum = b.array("sum", {64, 112});
  Index row = at(1);
  row.terms.push_back({3, 1});
  const int product = b.op(OpKind::mul, b.load(image, {at(2), row, at(4)}), b.load(weight, {at(2), at(3), at(4)}));
  const std::vector<Index> element = {at(2), at(1)};
  Node window = b.loop(3, 3, {b.loop(4, 3, {b.set(sum, element, b.op(OpKind::add, b.load(sum, element), product))})});
  Node rows = b.loop(1, 112, {b.loop(2, 64, {window})});
  b.function.body = {batches > 0 ? b.loop(0, batches, {rows}) : rows};
  return b.function;
}

}  // namespace

TEST_CASE("loops: a window of 3 x 3 is unrolled into the loop whose element it adds up; that loop runs alone") {
  const Qor qor = estimate_function(depthwise(0), "xcu280", 5, v2023_2);
  REQUIRE(qor.loops.size() == 2);
  CHECK(qor.loops[0].trip == 112);
  CHECK_FALSE(qor.loops[0].pipelined);
  CHECK(qor.loops[1].trip == 64);
  CHECK(qor.loops[1].interval == 5);  // 9 elements of each through two ports
}

TEST_CASE("loops: a value that a store may have changed is loaded again") {
  // x[j] += from[k] for all j in one iteration: of x itself, each copy may have written what the next one reads.
  const auto interval = [](bool from_itself) {
    Builder b;
    const int x = b.array("x", {4}, Array::Role::local), y = b.array("y", {4});
    const int sum = b.op(OpKind::add, b.load(x, {at(1)}), b.load(from_itself ? x : y, {at(0)}));
    Node copies = b.loop(1, 4, {b.set(x, {at(1)}, sum)});
    copies.loop.unroll = 0;
    Node steps = b.loop(0, 4, {copies});
    steps.loop.pipeline = 1;
    b.function.body = {steps};
    return estimate_function(b.function, "xc7z020", 10, v2023_2).loops.front().interval;
  };
  CHECK(interval(true) >= 4 * 2);
  CHECK(interval(false) <= 4);
}

TEST_CASE("loops: loops that run once are not there") {
  CHECK(estimate_function(depthwise(1), "xcu280", 5, v2023_2).latency_max ==
        estimate_function(depthwise(0), "xcu280", 5, v2023_2).latency_max);
}

TEST_CASE(
    "loops: a variable is stored before the clock edge: a product and a sum of 8 bits take two states to circle") {
  Builder b;
  const int table = b.array("table", {16}, Array::Role::constant);
  const int x = b.array("x", {}, Array::Role::local), out = b.array("out", {1});
  Node step =
      b.loop(0, 16, {b.set(x, {}, b.op(OpKind::sub, b.load(x), b.op(OpKind::mul, b.load(x), b.load(table, {at(0)}))))});
  b.function.body = {b.set(x, {}, b.number(1)), step, b.set(out, {Index{}}, b.load(x))};
  NumberType narrow{NumberType::Kind::fixed, 8, true, 3};
  for (Array& array : b.function.arrays) array.element = narrow;
  for (Expression& e : b.function.expressions) e.type = narrow;
  const Qor fast = estimate_function(b.function, "xczu9eg", 10, v2024_2);
  const Qor slow = estimate_function(b.function, "xc7z020", 10, v2024_2);
  REQUIRE(fast.loops.size() == 1);
  CHECK(fast.loops[0].interval == 1);
  CHECK(slow.loops[0].interval == 2);
}

TEST_CASE("loops: a module starts with the arrival of what it needs, and what it leaves unused takes no state") {
  // Load in two states, the second starts the module; the sum is stored behind it: 4 states around it.
  Builder b;
  const int a = b.array("a", {64, 256}), sum = b.array("sum", {64});
  Node inner =
      b.loop(1, 256, {b.set(sum, {at(0)}, b.op(OpKind::add, b.load(sum, {at(0)}), b.load(a, {at(0), at(1)})))});
  inner.loop.pipeline = 1;
  b.function.body = {b.loop(0, 64, {inner})};
  const Qor qor = estimate_function(b.function, "xcu280", 5, v2022_2);
  REQUIRE(qor.loops.size() == 2);
  CHECK(qor.loops[0].iteration_latency == qor.loops[1].latency_max + 2 + 4);
}

TEST_CASE("loops: sums of integers add what the iteration before left last; those of floats keep their order") {
  for (const bool integers : {true, false}) {
    Builder b;
    const int a = b.array("a", {256, 9}), sum = b.array("sum", {}, Array::Role::local), out = b.array("out", {1});
    b.function.arrays[0].banking = {{}, {BankingKind::complete, 9}};
    Node lanes = b.loop(1, 9, {b.set(sum, {}, b.op(OpKind::add, b.load(sum), b.load(a, {at(0), at(1)})))});
    lanes.loop.unroll = 0;
    Node loop = b.loop(0, 256, {lanes});
    loop.loop.pipeline = 1;
    b.function.body = {b.set(sum, {}, b.number(0)), loop, b.set(out, {Index{}}, b.load(sum))};
    if (integers) {
      for (Array& array : b.function.arrays) array.element = integer_type(32);
      for (Expression& e : b.function.expressions) e.type = integer_type(32);
    }
    const Qor qor = estimate_function(b.function, "xcu280", 5, v2023_2);
    REQUIRE(qor.loops.size() == 1);
    if (integers) {
      CHECK(qor.loops[0].interval == 1);
    } else {
      CHECK(qor.loops[0].interval > 20);
    }
  }
}

TEST_CASE("loops: from 2022.2 a row's sum is stored in the last iteration of its loop, unless it goes to a register") {
  constexpr devices::ToolVersion v2022_1{2022, 1}, v2022_2{2022, 2};
  for (const bool registers : {false, true}) {
    Builder b;
    const int a = b.array("a", {256, 64}), total = b.array("total", {256}, Array::Role::local);
    if (registers) b.function.arrays.back().banking = {{BankingKind::complete, 256}};
    const int sum = b.array("sum", {}, Array::Role::local), out = b.array("out", {256});
    Node row = b.loop(1, 64, {b.set(sum, {}, b.op(OpKind::add, b.load(sum), b.load(a, {at(0), at(1)})))});
    row.loop.pipeline = 1;
    const Node store = b.set(total, {at(0)}, b.op(OpKind::add, b.load(sum), b.number(1)));
    b.function.body = {b.loop(0, 256, {b.set(sum, {}, b.number(0)), row, store}),
                       b.loop(2, 256, {b.set(out, {at(2)}, b.load(total, {at(2)}))})};
    for (Array& array : b.function.arrays) array.element = integer_type(24);
    for (Expression& e : b.function.expressions) e.type = integer_type(24);
    CHECK(estimate_function(b.function, "xczu3eg", 10, v2022_2).loops.front().trip == (registers ? 256 : 256 * 64));
    CHECK(estimate_function(b.function, "xczu3eg", 10, v2022_1).loops.front().trip == 256);
  }
}

TEST_CASE("loops: a scalar that is set before the loop is set in its first iteration, and carried in the others") {
  Builder b;
  const int a = b.array("a", {64, 64}), out = b.array("out", {64, 64});
  const int before = b.array("before", {}, Array::Role::local), now = b.array("now", {}, Array::Role::local);
  Node row = b.loop(
      1, 64,
      {b.set(now, {}, b.load(a, {at(0), at(1)})),
       b.set(out, {at(0), at(1)}, b.op(OpKind::mul, b.load(before), b.load(before))), b.set(before, {}, b.load(now))});
  row.loop.pipeline = 1;
  b.function.body = {b.loop(0, 64, {b.set(before, {}, b.number(0)), row})};
  const Qor qor = estimate_function(b.function, "xcu280", 5, v2023_2);
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops[0].trip == 4096);
  CHECK(qor.loops[0].iteration_latency >= 5);  // the product of what the iteration before left
}

TEST_CASE("loops: sums in a hurry that circle alone take adders without DSP blocks") {
  Builder b;
  const int a = b.array("a", {256, 9}), x = b.array("x", {256}), out = b.array("out", {9});
  b.function.arrays[0].banking = {{}, {BankingKind::complete, 9}};
  const int sums = b.array("sums", {9}, Array::Role::local);
  b.function.arrays.back().banking = {{BankingKind::complete, 9}};
  const int product = b.op(OpKind::mul, b.load(a, {at(0), at(1)}), b.load(x, {at(0)}));
  Node lanes = b.loop(1, 9, {b.set(sums, {at(1)}, b.op(OpKind::add, b.load(sums, {at(1)}), product))});
  Node loop = b.loop(0, 256, {lanes});
  loop.loop.pipeline = 1;
  b.function.body = {loop, b.loop(2, 9, {b.set(out, {at(2)}, b.load(sums, {at(2)}))})};
  const Qor qor = estimate_function(b.function, "xcu280", 5, v2022_2);
  REQUIRE(qor.loops.size() == 2);
  CHECK(qor.loops[0].interval == 3);
  CHECK(qor.resources.dsp == 9);  // three multipliers, each for three products
}

namespace {

/// to[i] = a · b · from[i]: the first product does not change.
Function scaled(bool early_product) {
  Builder b;
  const int from = b.array("from", {256}), to = b.array("to", {256});
  const int left = b.array("left", {256}), right = b.array("right", {256});
  Index third;
  third.constant = 3;
  int factor = b.load(left, {third});
  if (early_product) factor = b.op(OpKind::mul, factor, b.load(right, {third}));
  b.function.body = {b.loop(0, 256, {b.set(to, {at(0)}, b.op(OpKind::mul, factor, b.load(from, {at(0)})))})};
  return b.function;
}

}  // namespace

TEST_CASE("loops: what no iteration changes is computed once, before the loop, by the same operators") {
  const Qor with = estimate_function(scaled(true), "xc7z020", 10, v2023_2);
  const Qor without = estimate_function(scaled(false), "xc7z020", 10, v2023_2);
  CHECK(with.latency_max == without.latency_max + 4);  // states of a product
  CHECK(with.loops.front().iteration_latency == without.loops.front().iteration_latency);
  CHECK(with.resources.dsp == without.resources.dsp);
}

}  // namespace loop_laws_tests
