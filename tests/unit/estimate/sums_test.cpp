#include <doctest/doctest.h>

#include <map>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::test;

namespace {

constexpr devices::ToolVersion v2023_2{2023, 2}, v2024_2{2024, 2};

/// sum[j] += a[i][j][0] + … in one iteration: a chain of `terms` sums that comes back after `distance` iterations.
estimate::Qor chain_of_sums(std::int64_t terms, std::int64_t distance) {
  Builder b;
  const int a = b.array("a", {10, distance, terms});
  const int sum = b.array("sum", {distance}, Array::Role::local), out = b.array("out", {distance});
  b.function.arrays[0].banking = {{}, {}, {BankingKind::complete, terms}};
  Node lanes = b.loop(2, terms,
                      {b.set(sum, {at(1)}, b.op(OpKind::add, b.load(sum, {at(1)}), b.load(a, {at(0), at(1), at(2)})))});
  Node inner = b.loop(1, distance, {lanes});
  inner.loop.pipeline = 1;
  b.function.body = {b.loop(0, 10, {inner}), b.loop(3, distance, {b.set(out, {at(3)}, b.load(sum, {at(3)}))})};
  return estimate_function(b.function, "xcu280", 5, v2023_2);
}

void check_sums(const estimate::Qor& qor, std::int64_t interval, double dsp) {
  REQUIRE(!qor.loops.empty());
  CHECK(qor.loops[0].interval == interval);
  CHECK(qor.resources.dsp == dsp);
}

/// sum[i] = Σ x[i][t] · y[i][t] of 8-bit integers.
double dsp_of_products(std::int64_t terms) {
  Builder b;
  const int x = b.array("x", {64, terms}), y = b.array("y", {64, terms}), sum = b.array("sum", {64});
  for (int n = 0; n < 2; ++n) b.function.arrays[n].banking = {{}, {BankingKind::complete, terms}};
  int value = -1;
  for (std::int64_t t = 0; t < terms; ++t) {
    Index tap;
    tap.constant = t;
    const int product = b.op(OpKind::mul, b.load(x, {at(0), tap}), b.load(y, {at(0), tap}));
    value = value < 0 ? product : b.op(OpKind::add, value, product);
  }
  Node loop = b.loop(0, 64, {b.set(sum, {at(0)}, value)});
  loop.loop.pipeline = 1;
  b.function.body = {loop};
  for (Array& array : b.function.arrays) array.element = integer_type(8);
  for (Expression& e : b.function.expressions) e.type = integer_type(8);
  return estimate_function(b.function, "xcu280", 5, v2023_2).resources.dsp;
}

/// c[i] = 0 at k == 0, then c[i] += the sum of `terms` products, at 3.33 ns: the interval of the loop over k.
estimate::Qor chosen_sum(std::int64_t terms, bool chosen, bool unsafe_math) {
  Builder b;
  const int x = b.array("x", {50, terms}), y = b.array("y", {50, terms}), out = b.array("out", {20});
  const int c = b.array("c", {20}, Array::Role::local);
  for (const int cut : {x, y}) b.function.arrays[cut].banking = {{}, {BankingKind::complete, terms}};
  std::vector<Node> body;
  if (chosen) {
    Node branch;
    branch.kind = Node::Kind::branch;
    Expression k;
    k.op = OpKind::iterator;
    k.loop = 1;
    k.type = integer_type(32);
    const int counter = b.add(k), zero = b.number(0);
    b.function.expressions[zero].type = integer_type(32);
    branch.branch.condition = b.op(OpKind::eq, counter, zero);
    b.function.expressions[branch.branch.condition].type = integer_type(32);
    branch.branch.then = {b.set(c, {at(0)}, b.number(0))};
    body.push_back(branch);
  }
  for (std::int64_t t = 0; t < terms; ++t) {
    Index tap;
    tap.constant = t;
    const int product = b.op(OpKind::mul, b.load(x, {at(1), tap}), b.load(y, {at(1), tap}));
    body.push_back(b.set(c, {at(0)}, b.op(OpKind::add, b.load(c, {at(0)}), product)));
  }
  Node inner = b.loop(1, 50, body);
  inner.loop.pipeline = 1;
  inner.loop.flatten = true;
  b.function.body = {b.loop(0, 20, {inner}), b.loop(2, 20, {b.set(out, {at(2)}, b.load(c, {at(2)}))})};
  return estimate_function(b.function, "xcu280", 3.33, v2023_2, {.unsafe_math = unsafe_math});
}

/// out[i] = x[i] * y[i], or the same plus z[i]: factors of 8 bits that C++ converts to 32 before it multiplies.
estimate::Qor converted_product(bool is_added) {
  Builder b;
  const int x = b.array("x", {64}), y = b.array("y", {64}), z = b.array("z", {64}), out = b.array("out", {64});
  for (const int narrow : {x, y}) b.function.arrays[narrow].element = integer_type(8);
  for (const int wide : {z, out}) b.function.arrays[wide].element = integer_type(32);
  const auto load = [&](int array) {
    const int value = b.load(array, {at(0)});
    b.function.expressions[value].type = b.function.arrays[array].element;
    return value;
  };
  const auto in_32_bits = [&](int value) {
    b.function.expressions[value].type = integer_type(32);
    return value;
  };
  const auto factor = [&](int array) {
    Expression converted;
    converted.op = OpKind::cast;
    converted.operands = {load(array)};
    return in_32_bits(b.add(converted));
  };
  int value = in_32_bits(b.op(OpKind::mul, factor(x), factor(y)));
  if (is_added) value = in_32_bits(b.op(OpKind::add, value, load(z)));
  Node loop = b.loop(0, 64, {b.set(out, {at(0)}, value)});
  loop.loop.pipeline = 1;
  b.function.body = {loop};
  return estimate_function(b.function, "xck26", 5, v2024_2);
}

}  // namespace

TEST_CASE("sums: in registers, an element that comes back after n iterations still waits for its adder") {
  const auto interval_of = [](std::int64_t distance, bool in_registers) {
    Builder b;
    const int a = b.array("a", {30, distance}), sum = b.array("sum", {distance});
    if (in_registers) b.function.arrays[sum].banking = {{BankingKind::complete, distance}};
    Node inner =
        b.loop(1, distance, {b.set(sum, {at(1)}, b.op(OpKind::add, b.load(sum, {at(1)}), b.load(a, {at(0), at(1)})))});
    inner.loop.pipeline = 1;
    b.function.body = {b.loop(0, 30, {inner})};
    return estimate_function(b.function, "xc7z020", 10, v2023_2).loops[0].interval;
  };
  const std::int64_t latency = interval_of(1, true);  // nothing but the adder
  REQUIRE(latency > 2);
  for (std::int64_t distance = 2; distance <= 6; ++distance) {
    CAPTURE(distance);
    CHECK(interval_of(distance, true) * distance >= latency);
    CHECK(interval_of(distance, true) <= interval_of(distance, false));
  }
}

TEST_CASE("sums: with unsafe math floats are added in trees, and the choice of the first value takes no time") {
  for (const auto& [terms, interval] :
       std::map<std::int64_t, std::int64_t>{{1, 4}, {2, 4}, {4, 12}, {10, 16}, {15, 16}}) {
    CAPTURE(terms);
    const estimate::Qor qor = chosen_sum(terms, true, true);
    REQUIRE(!qor.loops.empty());
    CHECK(qor.loops[0].interval == interval);
    CHECK(qor.loops[0].trip == 20 * 50);  // loop_flatten: the sum does not leave the loop
    CHECK(chosen_sum(terms, true, false).loops[0].interval > interval);
  }
  CHECK(chosen_sum(2, false, true).loops[0].interval < 8);
  CHECK(chosen_sum(10, false, true).loops[0].interval < 10);  // the carried value is added last
}

TEST_CASE("sums: a product of converted 8-bit factors is one of 8 bits: LUTs, or the DSP block of its sum") {
  CHECK(converted_product(false).resources.dsp == 0);
  CHECK(converted_product(true).resources.dsp == 1);
}

TEST_CASE("sums: a chain that meets its interval with adders as they are keeps them") {
  check_sums(chain_of_sums(5, 26), 1, 10);  // 25 states, loaded and stored within 26
}

TEST_CASE("sums: a chain that does not overlaps the ends of its adders, which keep their DSP blocks") {
  check_sums(chain_of_sums(40, 200), 1, 80);
  check_sums(chain_of_sums(10, 50), 1, 20);
}

TEST_CASE("sums: where that is not enough the adders are overlapped ones without DSP blocks") {
  check_sums(chain_of_sums(8, 30), 1, 0);  // 24 states
}

TEST_CASE("sums: a chain that misses its interval all the same is left with adders without DSP blocks") {
  check_sums(chain_of_sums(4, 10), 2, 0);  // 12 states at best
}

TEST_CASE("sums: terms are halved, and a DSP block takes one of two products") {
  CHECK(dsp_of_products(2) == 1);
  CHECK(dsp_of_products(9) == 5);
  CHECK(dsp_of_products(36) == 20);
  CHECK(dsp_of_products(147) == 83);
}

TEST_CASE("sums: where what circles cannot wait for one unit there are two") {
  // A rotation: x and y need each other's product in every iteration, on either side of a branch.
  Builder b;
  const int factors = b.array("factors", {20}), out = b.array("out", {2});
  const int x = b.array("x", {}, Array::Role::local), y = b.array("y", {}, Array::Role::local);
  const int xn = b.array("xn", {}, Array::Role::local), yn = b.array("yn", {}, Array::Role::local);
  const auto turn = [&](OpKind to_x, OpKind to_y) {
    const int of_y = b.op(OpKind::mul, b.load(y), b.load(factors, {at(0)}));
    const int of_x = b.op(OpKind::mul, b.load(x), b.load(factors, {at(0)}));
    return std::vector<Node>{b.set(xn, {}, b.op(to_x, b.load(x), of_y)), b.set(yn, {}, b.op(to_y, b.load(y), of_x))};
  };
  Node branch;
  branch.kind = Node::Kind::branch;
  branch.branch.condition = b.op(OpKind::lt, b.load(y), b.number(0));
  branch.branch.then = turn(OpKind::sub, OpKind::add);
  branch.branch.otherwise = turn(OpKind::add, OpKind::sub);
  Node loop = b.loop(0, 20, {branch, b.set(x, {}, b.load(xn)), b.set(y, {}, b.load(yn))});
  Index first, second;
  second.constant = 1;
  b.function.body = {b.set(x, {}, b.load(factors, {first})), b.set(y, {}, b.load(factors, {second})), loop,
                     b.set(out, {first}, b.load(x)), b.set(out, {second}, b.load(y))};
  const estimate::Qor qor = estimate_function(b.function, "xc7z020", 10, v2024_2);
  REQUIRE(!qor.loops.empty());
  CHECK(qor.loops[0].interval == 10);
  CHECK(qor.resources.dsp == 10);  // two multipliers, two adders
}
