#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace latency_tests {

namespace {

constexpr devices::ToolVersion v2022_2{2022, 2}, v2023_2{2023, 2};

/// sum[i] += Σ over `terms` copies of a[i][terms·j + k]·b[…], pipelined over j.
Function accumulation(std::int64_t terms, int asked) {
  Builder b;
  const int a = b.array("a", {64, 256}), x = b.array("x", {256}), sum = b.array("sum", {64});
  const Index row = at(0), column = at(1);
  const int product = b.op(OpKind::mul, b.load(a, {row, column}), b.load(x, {column}));
  Node inner = b.loop(1, 256, {b.set(sum, {row}, b.op(OpKind::add, b.load(sum, {row}), product))});
  inner.loop.pipeline = asked;
  if (terms > 1) inner.loop.unroll = terms;
  b.function.body.push_back(b.loop(0, 64, {inner}));
  return b.function;
}

}  // namespace

TEST_CASE("latency: a copy of 4096 elements takes 4098 cycles: an iteration of 2, one a cycle, 2 for the module") {
  Builder b;
  const int from = b.array("from", {4096}), to = b.array("to", {4096});
  b.function.body.push_back(b.loop(0, 4096, {b.set(to, {at(0)}, b.load(from, {at(0)}))}));
  const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops[0].iteration_latency == 2);
  CHECK(qor.loops[0].interval == 1);
  CHECK(qor.latency_max == 4098);
  CHECK(qor.interval == 4099);
}

TEST_CASE("latency: a float sum starts every stages - 1 states, a chain of several every stages each") {
  CHECK(estimate_function(accumulation(1, 0), "xcu280", 5, v2023_2).loops.front().interval == 4);
  CHECK(estimate_function(accumulation(2, 0), "xcu280", 5, v2023_2).loops.front().interval == 10);
  CHECK(estimate_function(accumulation(1, 0), "xczu9eg", 10, v2023_2).loops.front().interval == 3);
  // The sum leaves the loop that a directive pipelines: the outer loop comes first.
  CHECK(estimate_function(accumulation(4, 1), "xczu9eg", 10, v2023_2).loops.back().interval == 16);
}

TEST_CASE("latency: memories behind ports take two states, a sum of products twelve") {
  const Qor qor = estimate_function(accumulation(1, 0), "xcu280", 5, v2023_2);
  CHECK(qor.loops.front().iteration_latency == 12);
  CHECK(qor.latency_max == 4 * (64 * 256 - 1) + 11 + 2);
}

TEST_CASE("latency: a load makes way for the store that takes its port an even number of states later") {
  // The second pair of factors comes a state late, so its sums are stored 12 states after the first load: in the
  // state, of every two, in which an early load of them would take both ports.
  Builder b;
  const int factors = b.array("factors", {1024}), first = b.array("first", {512}), second = b.array("second", {512});
  Node loop = b.loop(0, 256, {});
  std::int64_t factor = 0;
  for (const int sums : {first, second}) {
    for (const std::int64_t lane : {0, 1}) {
      const int product = b.op(OpKind::mul, b.load(factors, {at(0, 4, factor++)}), b.number(3));
      loop.loop.body.push_back(
          b.set(sums, {at(0, 2, lane)}, b.op(OpKind::add, b.load(sums, {at(0, 2, lane)}), product)));
    }
  }
  loop.loop.pipeline = 1;
  b.function.body.push_back(loop);
  const Qor qor = estimate_function(b.function, "xc7z020", 10, {2022, 1});
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops[0].interval == 2);
  CHECK(qor.loops[0].iteration_latency == 1 + 2 + 4 + 5 + 1);
}

TEST_CASE("latency: the average counts the iterations of a triangle, the most those of its longest row") {
  Builder b;
  const int from = b.array("from", {64, 64}), to = b.array("to", {64, 64}), row = b.array("row", {64});
  Node inner = b.loop(1, 64, {b.set(to, {at(0), at(1)}, b.load(from, {at(1), at(0)}))});
  inner.loop.upper = {at(0, 1, 1)};
  inner.loop.trip = {1, 64, 32.5};
  inner.loop.pipeline = 1;
  b.function.body.push_back(b.loop(0, 64, {b.set(row, {at(0)}, b.number(0)), inner}));
  const Qor qor = estimate_function(b.function, "xc7z020", 10, {2022, 1});
  CHECK(qor.latency_max - qor.latency_min == 64 * 63);
  CHECK(qor.latency_average - static_cast<double>(qor.latency_min) == 64 * 31.5);
}

TEST_CASE("latency: values that circle through two registers are as long as both ways together") {
  Builder b;
  const int out = b.array("out", {64});
  const int x = b.array("x", {}, Array::Role::local), y = b.array("y", {}, Array::Role::local);
  const int k = b.array("k", {64});
  const int next = b.array("next", {}, Array::Role::local);
  Node loop = b.loop(0, 64,
                     {b.set(next, {}, b.op(OpKind::add, b.load(x), b.op(OpKind::mul, b.load(y), b.load(k, {at(0)})))),
                      b.set(y, {}, b.op(OpKind::add, b.load(y), b.op(OpKind::mul, b.load(x), b.load(k, {at(0)})))),
                      b.set(x, {}, b.load(next))});
  b.function.body = {b.set(x, {}, b.number(1)), b.set(y, {}, b.number(2)), loop, b.set(out, {Index{}}, b.load(x))};
  const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops[0].interval == 9);  // 4 stages and 5; the sum alone would need 5
}

TEST_CASE("latency: a perfect nest of 64 is flattened, one with a sum in it is unrolled inside") {
  Builder b;
  const int from = b.array("from", {64, 64}), to = b.array("to", {64, 64});
  b.function.body.push_back(b.loop(0, 64, {b.loop(1, 64, {b.set(to, {at(0), at(1)}, b.load(from, {at(0), at(1)}))})}));
  CHECK(estimate_function(b.function, "xcu55c", 5, v2022_2).latency_max == 4098);

  Builder c;
  const int a = c.array("a", {64, 64}), sum = c.array("sum", {64});
  c.function.body.push_back(c.loop(
      0, 64,
      {c.loop(1, 64, {c.set(sum, {at(0)}, c.op(OpKind::add, c.load(sum, {at(0)}), c.load(a, {at(0), at(1)})))})}));
  const Qor qor = estimate_function(c.function, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops[0].trip == 64);
  CHECK(qor.loops[0].interval == 32);  // 64 elements of a row through two ports
}

TEST_CASE("latency: an array whose last index is constant in every copy is cut, and its loop starts every cycle") {
  Builder b;
  const int from = b.array("from", {64, 64}), sum = b.array("sum", {64});
  const int buffer = b.array("buffer", {64, 64}, Array::Role::local);
  Node fill = b.loop(0, 64, {b.loop(1, 64, {b.set(buffer, {at(0), at(1)}, b.load(from, {at(0), at(1)}))})});
  fill.loop.pipeline = 1;
  Node use = b.loop(
      2, 64,
      {b.loop(3, 64, {b.set(sum, {at(2)}, b.op(OpKind::add, b.load(sum, {at(2)}), b.load(buffer, {at(2), at(3)})))})});
  use.loop.pipeline = 1;
  b.function.body = {fill, use};
  const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 2);
  CHECK(qor.loops[0].interval == 32);
  CHECK(qor.loops[1].interval == 1);
}

TEST_CASE(
    "latency: an array with a directive for its memory is cut into banks too, but not where another keeps the loop "
    "waiting") {
  const auto estimate_rows = [](bool with_argument) {
    Builder b;
    const int from = b.array("from", {16, 256}), sum = b.array("sum", {16});
    const int buffer = b.array("buffer", {16, 256}, Array::Role::local);
    b.function.arrays[buffer].storage = "bram";
    b.function.arrays[buffer].storage_type = "ram_t2p";
    Node fill = b.loop(0, 16, {b.loop(1, 256, {b.set(buffer, {at(0), at(1)}, b.load(from, {at(0), at(1)}))})});
    int row = b.load(buffer, {at(2), at(3)});
    if (with_argument) row = b.op(OpKind::mul, row, b.load(from, {at(2), at(3)}));
    Node use = b.loop(2, 16, {b.loop(3, 64, {b.set(sum, {at(2)}, b.op(OpKind::add, b.load(sum, {at(2)}), row))})});
    b.function.body = {fill, use};
    return estimate_function(b.function, "xcu280", 5, v2023_2);
  };
  const Qor alone = estimate_rows(false), beside = estimate_rows(true);
  REQUIRE(alone.loops.size() == 2);
  CHECK(alone.loops[1].interval == 1);
  CHECK(beside.loops[1].interval == 32);
  CHECK(beside.resources.bram_18k < alone.resources.bram_18k);
}

TEST_CASE("latency: in a pipelined loop the sum of a narrow product lies in the product's DSP") {
  const auto estimate_sum = [](int bits, bool adds) {
    Builder b;
    const int x = b.array("x", {1024}), y = b.array("y", {1024}), to = b.array("to", {1024});
    const int product = b.op(OpKind::mul, b.load(x, {at(0)}), b.load(y, {at(0)}));
    const int value = adds ? b.op(OpKind::add, b.load(to, {at(0)}), product) : product;
    b.function.body = {b.loop(0, 1024, {b.set(to, {at(0)}, value)})};
    for (Array& array : b.function.arrays) array.element = integer_type(bits);
    for (Expression& e : b.function.expressions) e.type = integer_type(bits);
    return estimate_function(b.function, "xcu280", 5, v2023_2);
  };
  // 2023.2: "mac_muladd" of 8 bits has four stages; a product of 8 bits alone is LUTs, one of 32 bits three DSPs.
  CHECK(estimate_sum(8, true).resources.dsp == 1);
  CHECK(estimate_sum(8, true).loops[0].iteration_latency == 5);
  CHECK(estimate_sum(8, false).resources.dsp == 0);
  CHECK(estimate_sum(32, true).resources.dsp == 3);
}

TEST_CASE("latency: processes overlap through a stream, also one in the place of an array that is read in order") {
  struct Between {
    const char* name;
    std::vector<std::int64_t> shape;
    std::vector<Index> read;
    bool overlap;
  };
  const Between kinds[] = {{"a stream", {}, {}, true},
                           {"an array, read in order", {1024}, {at(1)}, true},
                           {"an array, read backwards", {1024}, {at(1, -1, 1023)}, false}};
  for (const Between& kind : kinds) {
    CAPTURE(kind.name);
    Builder b;
    const int from = b.array("from", {1024}), to = b.array("to", {1024});
    const int channel = b.array("channel", kind.shape, Array::Role::local);
    b.function.arrays[channel].stream = kind.shape.empty();
    const std::vector<Index> written = kind.shape.empty() ? std::vector<Index>{} : std::vector<Index>{at(0)};
    b.function.dataflow = true;
    b.function.body = {b.loop(0, 1024, {b.set(channel, written, b.load(from, {at(0)}))}),
                       b.loop(1, 1024, {b.set(to, {at(1)}, b.load(channel, kind.read))})};
    const Qor qor = estimate_function(b.function, "xcu280", 5, v2023_2);
    if (kind.overlap) {
      CHECK(qor.latency_max < 1040);
    } else {
      CHECK(qor.latency_max == 1026 + 1 + 1026);
    }
    CHECK(qor.interval == 1027);
  }
}

TEST_CASE("latency: bundles move one element a cycle, requested eight states before") {
  Builder b;
  const int from = b.array("from", {1024}), to = b.array("to", {1024}, Array::Role::argument);
  b.function.arrays[from].port = {"m_axi", "gmem", 0};
  b.function.body.push_back(b.loop(0, 1024, {b.set(to, {at(0)}, b.load(from, {at(0)}))}));
  const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops[0].interval == 1);
  CHECK(qor.latency_max - qor.loops[0].latency_max >= 7);
  CHECK(qor.latency_max - qor.loops[0].latency_max <= 12);
}

TEST_CASE("latency: the paper's BICG as written takes N(14N + 2) + 1 cycles") {
  const std::int64_t n = 4096;
  Builder b;
  const int a = b.array("a", {n, n}), r = b.array("r", {n}), p = b.array("p", {n});
  const int s = b.array("s", {n}), q = b.array("q", {n});
  const auto mac = [&](int sum, Index where, int factor, Index of) {
    const int product = b.op(OpKind::mul, b.load(a, {at(0), at(1)}), b.load(factor, {of}));
    return b.set(sum, {where}, b.op(OpKind::add, b.load(sum, {where}), product));
  };
  b.function.body.push_back(b.loop(0, n, {b.loop(1, n, {mac(s, at(1), r, at(0)), mac(q, at(0), p, at(1))})}));
  EstimateOptions as_written;
  as_written.automatic_pipelining = false;
  const Qor qor = estimate_function(b.function, "xc7z020", 10, {2022, 1}, as_written);
  CHECK(qor.latency_max == n * (14 * n + 2) + 1);
}

TEST_CASE("latency: of a branch with loops one side runs") {
  Builder b;
  const int flag = b.array("flag", {}), to = b.array("to", {1024});
  Node branch;
  branch.kind = Node::Kind::branch;
  branch.branch.condition = b.op(OpKind::gt, b.load(flag), b.number(0));
  branch.branch.then = {b.loop(0, 1000, {b.set(to, {at(0)}, b.number(1))})};
  branch.branch.otherwise = {b.loop(1, 100, {b.set(to, {at(1)}, b.number(2))})};
  b.function.body = {branch};
  const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  CHECK(qor.latency_max >= 1000);
  CHECK(qor.latency_max <= 1010);
  CHECK(qor.latency_min >= 100);
  CHECK(qor.latency_min <= 110);
}

TEST_CASE("latency: a variable of one side of a branch is what it was behind a branch inside") {
  const auto latency = [](bool with_inner) {
    Builder b;
    const int flag = b.array("flag", {16}), x = b.array("x", {16}), y = b.array("y", {16}), z = b.array("z", {16});
    const int v = b.array("v", {}, Array::Role::local);
    const auto branch = [&](double above, std::vector<Node> then) {
      Node node;
      node.kind = Node::Kind::branch;
      node.branch.condition = b.op(OpKind::gt, b.load(flag, {at(0)}), b.number(above));
      node.branch.then = std::move(then);
      return node;
    };
    std::vector<Node> then{b.set(v, {}, b.op(OpKind::mul, b.load(x, {at(0)}), b.load(x, {at(0)})))};
    if (with_inner) then.push_back(branch(1, {b.set(z, {at(0)}, b.number(0))}));
    then.push_back(b.set(y, {at(0)}, b.op(OpKind::mul, b.load(v), b.load(x, {at(0)}))));
    b.function.body = {b.loop(0, 16, {branch(0, std::move(then))})};
    return estimate_function(b.function, "xc7z020", 10, v2022_2).latency_max;
  };
  CHECK(latency(true) >= latency(false));
}

TEST_CASE("latency: every bank of arrays behind a bundle has an adapter of its own") {
  // 64 reads of two arrays and one of a third: 8 banks of 8 + 8 + 1 (2022.2: intervals of 17 and 9).
  for (const std::int64_t banks : {8, 16}) {
    Builder b;
    const int a = b.array("a", {64, 64}), c = b.array("c", {64, 64}), x = b.array("x", {64});
    for (const int array : {a, c, x}) {
      Array& behind = b.function.arrays[array];
      behind.port = {"m_axi", "gmem", 0};
      behind.banking.resize(behind.shape.size());
      behind.banking.back() = {BankingKind::cyclic, banks, false};
    }
    const int to = b.array("to", {64, 64}, Array::Role::local), other = b.array("other", {64, 64}, Array::Role::local);
    const int row = b.array("row", {64}, Array::Role::local);
    Node inner = b.loop(1, 64,
                        {b.set(to, {at(0), at(1)}, b.load(a, {at(0), at(1)})),
                         b.set(other, {at(0), at(1)}, b.load(c, {at(0), at(1)}))});
    Node outer = b.loop(0, 64, {b.set(row, {at(0)}, b.load(x, {at(0)})), inner});
    outer.loop.pipeline = 1;
    b.function.body = {outer};
    const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
    REQUIRE(qor.loops.size() == 1);
    CHECK(qor.loops[0].interval == 2 * 64 / banks + 1);
  }
}

TEST_CASE("latency: sums over a row stay in registers where a directive unrolls, in memory where the tool does") {
  for (const bool asked : {true, false}) {
    Builder b;
    const int a = b.array("a", {32, 32}), to = b.array("to", {32}), r = b.array("r", {32});
    const int sum = b.array("sum", {32}, Array::Role::local);
    b.function.arrays[a].banking = {{}, {BankingKind::complete, 32, false}};
    const int product = b.op(OpKind::mul, b.load(a, {at(0), at(1)}), b.load(r, {at(0)}));
    Node outer =
        b.loop(0, 32, {b.loop(1, 32, {b.set(sum, {at(1)}, b.op(OpKind::add, b.load(sum, {at(1)}), product))})});
    if (asked) outer.loop.pipeline = 1;
    b.function.body = {outer, b.loop(2, 32, {b.set(to, {at(2)}, b.load(sum, {at(2)}))})};
    const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
    REQUIRE(qor.loops.size() == 2);
    CHECK(qor.loops[0].interval == (asked ? 3 : 32));
  }
}

TEST_CASE("latency: a perfect nest of loops that are not pipelined runs as one") {
  Builder b;
  const int to = b.array("to", {8, 8, 100}), from = b.array("from", {8, 8, 100});
  const auto copy = [&](int loop, double more) {
    const int value = b.op(OpKind::add, b.load(from, {at(0), at(1), at(loop)}), b.number(more));
    return b.loop(loop, 100, {b.set(to, {at(0), at(1), at(loop)}, value)});
  };
  b.function.body = {b.loop(0, 8, {b.loop(1, 8, {copy(2, 1), copy(3, 2)})})};
  const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 3);
  CHECK(qor.loops[0].trip == 64);
  CHECK(qor.loops[0].label == "l0_l1");
  CHECK(qor.latency_max == qor.loops[0].latency_max + 1);
}

TEST_CASE("latency: what no loop around changes is loaded before all of them") {
  for (const bool changes : {true, false}) {
    Builder b;
    const int from = b.array("from", {64}), x = b.array("x", {32}), to = b.array("to", {4, 4, 64});
    const int k = b.array("k", {4});
    int sum = b.load(from, {at(2)});
    for (int n = 0; n < 32; ++n) {
      Index element;
      element.constant = n;
      sum = b.op(OpKind::add, sum, b.load(x, {element}));
    }
    Node inner = b.loop(2, 64, {b.set(to, {at(0), at(1), at(2)}, sum)});
    inner.loop.pipeline = 1;
    Node middle = b.loop(1, 4, {inner, b.set(k, {at(1)}, b.number(1))});
    if (changes) middle.loop.body.push_back(b.set(x, {at(1)}, b.number(1)));
    b.function.body = {middle};
    const Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
    REQUIRE(qor.loops.size() == 2);
    // 32 loads, two a state: once, or in each of the four iterations.
    if (changes) {
      CHECK(qor.loops[0].iteration_latency >= qor.loops[1].latency_max + 16);
    } else {
      CHECK(qor.loops[0].iteration_latency < qor.loops[1].latency_max + 8);
    }
  }
}

TEST_CASE("operators: functions that run in turn share units for floats in their caller") {
  Kernel kernel;
  Builder top;
  const int a = top.array("a", {64}), c = top.array("c", {64}), d = top.array("d", {64});
  const int middle = top.array("middle", {64}, Array::Role::local);
  for (const int into : {1, 2}) {
    Builder stage;
    stage.function.name = "stage" + std::to_string(into);
    stage.function.inlining = Function::Inline::never;
    const int x = stage.array("x", {64}), y = stage.array("y", {64}), z = stage.array("z", {64});
    stage.function.body = {stage.loop(
        0, 64, {stage.set(z, {at(0)}, stage.op(OpKind::mul, stage.load(x, {at(0)}), stage.load(y, {at(0)})))})};
    kernel.functions.push_back(stage.function);
    Node call;
    call.kind = Node::Kind::call;
    call.call.function = into;
    call.call.arrays = into == 1 ? std::vector<int>{a, c, middle} : std::vector<int>{middle, c, d};
    call.call.values = {-1, -1, -1};
    top.function.body.push_back(call);
  }
  top.function.name = "top";
  kernel.functions.insert(kernel.functions.begin(), top.function);
  kernel.top = 0;
  const Function one = kernel.functions[1];
  const auto dsp = [](const Qor& qor) { return qor.resources.dsp; };
  CHECK(dsp(estimate_kernel(kernel, "xcu55c", 5, v2022_2)) == dsp(estimate_function(one, "xcu55c", 5, v2022_2)));
}

}  // namespace latency_tests
