#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace nests_tests {

namespace {

constexpr devices::ToolVersion v2022_2{2022, 2};

Index sum_of(Index a, const Index& b) {
  a.terms.insert(a.terms.end(), b.terms.begin(), b.terms.end());
  return a;
}

}  // namespace

TEST_CASE("nests: a loop whose trips vary is not unrolled; its parent stays a loop of its own") {
  Builder b;
  const int a = b.array("a", {40, 40}), sum = b.array("sum", {40});
  Node inner = b.loop(1, 39, {b.set(sum, {at(0)}, b.op(OpKind::add, b.load(sum, {at(0)}), b.load(a, {at(0), at(1)})))});
  inner.loop.upper = {at(0)};
  inner.loop.trip = {0, 39, 19.5};
  b.function.body.push_back(b.loop(0, 40, {inner}));
  // A directive cannot pipeline the parent either.
  for (const bool marked : {false, true}) {
    if (marked) b.function.body.front().loop.pipeline = 1;
    const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
    REQUIRE(qor.loops.size() == 2);
    CHECK(qor.loops[1].trip == 39);
    CHECK(qor.loops[1].pipelined);
    CHECK(!qor.loops[0].pipelined);
  }
}

TEST_CASE("nests: a condition around copies of a loop has that loop on one side") {
  Builder b;
  const int a = b.array("a", {400}), sum = b.array("sum", {16, 3}), known = b.array("known", {16});
  Node copies = b.loop(
      1, 3,
      {b.loop(2, 400,
              {b.set(sum, {at(0), at(1)}, b.op(OpKind::add, b.load(sum, {at(0), at(1)}), b.load(a, {at(2)})))})});
  copies.loop.unroll = 0;
  Node branch;
  branch.kind = Node::Kind::branch;
  branch.branch.condition = b.op(OpKind::lt, b.load(known, {at(0)}), b.number(0));
  branch.branch.then = {copies};
  b.function.body = {b.loop(0, 16, {branch})};
  const Qor qor = estimate_function(b.function, "xc7z020", 10, v2022_2);
  CHECK(qor.latency_max > 16 * 3 * 400);
  CHECK(qor.latency_min < 16 * 400);
}

TEST_CASE("nests: a sum leaves all loops that choose at most its bank") {
  // tile ii, tile jj, i, j: sum[ii + i] stays in its bank's word while jj and i run.
  for (const std::int64_t banks : {1, 8}) {
    Builder b;
    const int a = b.array("a", {32, 32}), sum = b.array("sum", {32}, Array::Role::local), out = b.array("out", {32});
    if (banks > 1) b.function.arrays[sum].banking = {{BankingKind::cyclic, banks, false}};
    const Index row = sum_of(at(0), at(2)), column = sum_of(at(1), at(3));
    const Node add = b.set(sum, {row}, b.op(OpKind::add, b.load(sum, {row}), b.load(a, {row, column})));
    Node inner = b.loop(2, 8, {b.loop(3, 8, {add})});
    inner.loop.pipeline = 1;
    Node tiles = b.loop(1, 4, {inner});
    Node rows = b.loop(0, 4, {tiles});
    rows.loop.step = rows.loop.body.front().loop.step = 8;
    b.function.body = {rows, b.loop(4, 32, {b.set(out, {at(4)}, b.load(sum, {at(4)}))})};
    const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
    CHECK(qor.loops.size() == (banks > 1 ? 3 : 2));
    CHECK(qor.loops[banks > 1 ? 1 : 0].trip == (banks > 1 ? 32 : 128));
  }
}

TEST_CASE("nests: what an inlined function indexes with a parameter moves with the loops of its caller") {
  Builder callee;
  callee.function.name = "row";
  const int matrix = callee.array("m", {64, 64}), number = callee.array("r", {});
  callee.function.symbols = {-1, 0};
  callee.function.body = {callee.loop(1, 64, {callee.set(matrix, {at(0), at(1)}, callee.number(0))})};
  Builder top;
  top.function.name = "top";
  const int a = top.array("a", {64, 64});
  Expression iterator;
  iterator.op = OpKind::iterator;
  iterator.type = integer_type(32);
  iterator.loop = 0;
  Node call;
  call.kind = Node::Kind::call;
  call.call = {1, {a, -1}, {-1, top.add(iterator)}, {}, {Index{}, at(0)}};
  top.function.body = {top.loop(0, 64, {call})};
  Kernel kernel;
  kernel.functions = {top.function, callee.function};
  const Qor qor = estimate_kernel(kernel, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops[0].trip == 4096);
  CHECK(qor.latency_max == 4098);
  CHECK(number == 1);
}

TEST_CASE("nests: loops that run as one count in two states each, from the fourth on, before an iteration begins") {
  // POM's VGG-16 by 2022.2: 20 states for a convolution of six loops.
  const auto copy = [](int loops) {
    Builder b;
    const int from = b.array("from", std::vector<std::int64_t>(static_cast<std::size_t>(loops), 4));
    const int to = b.array("to", std::vector<std::int64_t>(static_cast<std::size_t>(loops), 4));
    std::vector<Index> element;
    for (int n = 0; n < loops; ++n) element.push_back(at(n));
    Node nest = b.set(to, element, b.load(from, element));
    for (int n = loops - 1; n >= 0; --n) {
      nest = b.loop(n, 4, {nest});
      if (n == loops - 1) nest.loop.pipeline = 1;
    }
    b.function.body = {nest};
    const Qor qor = estimate_function(b.function, "xc7a100t", 10, v2022_2);
    REQUIRE(qor.loops.size() == 1);
    return qor.loops[0].iteration_latency;
  };
  CHECK(copy(3) == copy(2));
  CHECK(copy(6) == copy(3) + 6);
}

}  // namespace nests_tests
