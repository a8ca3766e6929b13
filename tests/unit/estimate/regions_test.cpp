#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace regions_tests {

namespace {

constexpr devices::ToolVersion v2023_2{2023, 2}, v2025_1{2025, 1};

/// Lanes of one iteration: a loop that is unrolled completely.
Node lanes(Builder& b, int id, std::int64_t trip, std::vector<Node> body) {
  Node node = b.loop(id, trip, std::move(body));
  node.loop.unroll = 0;
  return node;
}

/// to[j] = from[j], `rounds` times over 256 elements.
Function copy_rounds(std::int64_t rounds, bool from_stream, bool to_stream) {
  Builder b;
  const int from = b.array("from", from_stream ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{256});
  const int to = b.array("to", to_stream ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{256});
  b.function.arrays[0].stream = from_stream;
  b.function.arrays[1].stream = to_stream;
  const std::vector<Index> none, element = {at(0)};
  for (int round = 0; round < rounds; ++round)
    b.function.body.push_back(b.loop(round, 256,
                                     {b.set(to, to_stream ? none : std::vector<Index>{at(round)},
                                            b.load(from, from_stream ? none : std::vector<Index>{at(round)}))}));
  b.function.inlining = Function::Inline::never;
  return b.function;
}

/// A region of two functions with a stream between.
Qor chain_of(Function first, Function second) {
  Builder b;
  const int from = b.array("from", {256}), to = b.array("to", {256});
  const int channel = b.array("channel", {}, Array::Role::local);
  b.function.arrays[channel].stream = true;
  b.function.body = {call(1, {from, channel}), call(2, {channel, to})};
  b.function.dataflow = true;
  Kernel kernel;
  kernel.functions = {b.function, std::move(first), std::move(second)};
  return estimate_kernel(kernel, "xcu280", 5, v2023_2);
}

}  // namespace

TEST_CASE("regions: a consumer starts with the first output; only pipelines wait for the last input") {
  // Two pipelined loops: 256 iterations, and what the second does with the last element.
  CHECK(chain_of(copy_rounds(1, false, true), copy_rounds(1, true, false)).latency_max <= 262);
  // A producer of three loops: its consumer is not taken to wait for the last of them.
  const Qor slow = chain_of(copy_rounds(3, false, true), copy_rounds(1, true, false));
  const Qor alone = estimate_function(copy_rounds(3, false, false), "xcu280", 5, v2023_2);
  CHECK(slow.latency_max <= alone.latency_max + 2);
}

TEST_CASE("regions: a stream of elements is one stream for each bank, on both sides of a call") {
  for (const std::int64_t banks : {1, 4}) {
    Builder p;
    const int out = p.array("out", {4, 256});
    p.function.body.push_back(p.loop(0, 256, {lanes(p, 1, 4, {p.set(out, {at(1), at(0)}, p.number(0))})}));
    p.function.body.back().loop.pipeline = 1;
    p.function.inlining = Function::Inline::never;
    Builder b;
    const int channel = b.array("channel", {4, 256}, Array::Role::local);
    Array& array = b.function.arrays.back();
    array.stream = array.fifo = true;
    if (banks > 1) array.banking = {{BankingKind::cyclic, banks, false}, {}};
    b.function.body = {call(1, {channel})};
    b.function.dataflow = true;
    Kernel kernel;
    kernel.functions = {b.function, p.function};
    const Qor qor = estimate_kernel(kernel, "xcu280", 5, v2023_2);
    REQUIRE(qor.loops.size() == 1);
    CHECK(qor.loops[0].interval == 4 / banks);
  }
}

TEST_CASE("regions: iterations of a region's loop are runs of a region, in order where the function is none") {
  for (const bool region : {true, false}) {
    Builder b;
    const int from = b.array("from", {64, 256}), to = b.array("to", {64, 256});
    const int middle = b.array("middle", {256}, Array::Role::local);
    Node outer = b.loop(0, 64,
                        {b.loop(1, 256, {b.set(middle, {at(1)}, b.load(from, {at(0), at(1)}))}),
                         b.loop(2, 256, {b.set(to, {at(0), at(2)}, b.load(middle, {at(2)}))})});
    outer.loop.dataflow = true;
    b.function.body = {outer};
    b.function.dataflow = region;
    const std::int64_t cycles = estimate_function(b.function, "xcu280", 5, v2023_2).latency_max;
    if (region) {
      CHECK(cycles < 65 * 270);
    } else {
      CHECK(cycles > 64 * 512);
    }
  }
}

TEST_CASE("regions: calls in a loop overlap in any function, and what they hand on has two halves") {
  const auto estimate = [](bool region) {
    Builder b;
    const int from = b.array("from", {256}), to = b.array("to", {256});
    const int middle = b.array("middle", {1024}, Array::Role::local);
    Node tiles = b.loop(0, 64, {call(1, {from, middle}), call(2, {middle, to})});
    tiles.loop.dataflow = region;
    // A nest in front of it, so that the loop is one of two.
    b.function.body = {b.loop(1, 256, {b.set(to, {at(1)}, b.number(0))}), tiles};
    Kernel kernel;
    kernel.functions = {b.function, copy_rounds(1, false, false), copy_rounds(2, false, false)};
    for (int routine : {1, 2}) kernel.functions[routine].arrays[routine - 1 ? 0 : 1].shape = {1024};
    return estimate_kernel(kernel, "xcu280", 5, v2023_2);
  };
  const Qor beside = estimate(true), in_turn = estimate(false);
  // The longer process copies 256 elements twice.
  CHECK(beside.latency_max < 256 + 64 * 540 + 300);
  CHECK(in_turn.latency_max > 64 * 3 * 256);
  CHECK(beside.resources.bram_18k == 2 * in_turn.resources.bram_18k);
}

TEST_CASE("lanes: remainders keep the bank that lies beside their stride") {
  Builder b;
  const int from = b.array("from", {1024}), to = b.array("to", {1024});
  for (const int n : {from, to}) b.function.arrays[n].banking = {{BankingKind::cyclic, 16}};
  Index::Division remainder;
  remainder.inner.terms = {{0, 16}, {1, 1}};
  remainder.divisor = 64;
  remainder.modulo = true;
  Index wrapped;
  wrapped.divisions = {remainder};
  Index straight;
  straight.terms = {{0, 16}, {1, 1}};
  b.function.body.push_back(b.loop(0, 64, {lanes(b, 1, 16, {b.set(to, {straight}, b.load(from, {wrapped}))})}));
  b.function.body.back().loop.pipeline = 1;
  CHECK(estimate_function(b.function, "xcu280", 5, v2023_2).loops.front().interval == 1);
}

TEST_CASE("lanes: a local array that each iteration reads only where it has just written is no memory") {
  Builder b;
  const int from = b.array("from", {1024}), to = b.array("to", {1024});
  for (const int n : {from, to}) b.function.arrays[n].banking = {{BankingKind::cyclic, 16}};
  const int buffer = b.array("buffer", {1024}, Array::Role::local);
  b.function.arrays.back().banking = {{BankingKind::cyclic, 2}};  // 16 stores would take an interval of 4
  const Index element = [] {
    Index index = at(0, 16);
    index.terms.push_back({1, 1});
    return index;
  }();
  b.function.body.push_back(b.loop(
      0, 64,
      {lanes(b, 1, 16,
             {b.set(buffer, {element}, b.load(from, {element})), b.set(to, {element}, b.load(buffer, {element}))})}));
  b.function.body.back().loop.pipeline = 1;
  CHECK(estimate_function(b.function, "xcu280", 5, v2023_2).loops.front().interval == 1);
}

TEST_CASE("lanes: registers that a loop adds up in again and again are written back two states later") {
  for (const std::int64_t rounds : {1, 8}) {
    Builder b;
    const int from = b.array("from", {8, 64});
    const int sums = b.array("sums", {64}, Array::Role::local);
    b.function.arrays.back().banking = {{BankingKind::complete, 64}};
    const int out = b.array("out", {8, 64});
    const auto row = [&] { return rounds > 1 ? at(0) : Index{}; };
    Node add =
        b.loop(1, 64, {b.set(sums, {at(1)}, b.op(OpKind::add, b.load(sums, {at(1)}), b.load(from, {row(), at(1)})))});
    add.loop.pipeline = 1;
    add.loop.promises = {{sums, 0, false}};
    Node copy = b.loop(2, 64, {b.set(out, {row(), at(2)}, b.load(sums, {at(2)}))});
    b.function.body = rounds > 1 ? std::vector<Node>{b.loop(0, rounds, {add, copy})} : std::vector<Node>{add, copy};
    const Qor qor = estimate_function(b.function, "xczu3eg", 10, v2025_1);
    for (const LoopEstimate& loop : qor.loops) {
      if (loop.label == "l1") CHECK(loop.iteration_latency == (rounds > 1 ? 8 : 6));
    }
  }
}

TEST_CASE("regions: what two nests of a loop touch is what the loop touches, in all their banks") {
  // Two nests, one after the other in a loop, write the even and the odd elements; then a nest reads one kind of them.
  const auto cycles = [](std::int64_t kind) {
    Builder b;
    const int from = b.array("from", {256}), local = b.array("local", {256}, Array::Role::local);
    const int out = b.array("out", {128});
    b.function.arrays[local].banking = {{BankingKind::cyclic, 2, false}};
    const auto write = [&](int loop, std::int64_t which) {
      Node node = b.loop(loop, 128, {b.set(local, {at(loop, 2, which)}, b.load(from, {at(loop)}))});
      node.loop.pipeline = 1;
      return node;
    };
    Node read = b.loop(3, 128, {b.set(out, {at(3)}, b.load(local, {at(3, 2, kind)}))});
    read.loop.pipeline = 1;
    b.function.body = {b.loop(0, 4, {write(1, 0), write(2, 1)}), read};
    return estimate_function(b.function, "xc7z020", 10, v2023_2).latency_max;
  };
  CHECK(cycles(0) > 4 * 2 * 128 + 128);
  CHECK(cycles(1) == cycles(0));
}

namespace {

/// to[i][l] = from[l + 3][i] of four lanes: four reads of a memory at once.
Function read_four() {
  Builder p;
  const int from = p.array("from", {64, 64}), to = p.array("to", {64, 4});
  p.function.arrays[1].banking = {{}, {BankingKind::complete, 4}};
  p.function.body.push_back(
      p.loop(0, 64, {lanes(p, 1, 4, {p.set(to, {at(0), at(1)}, p.load(from, {at(1, 1, 3), at(0)}))})}));
  p.function.body.back().loop.pipeline = 1;
  p.function.inlining = Function::Inline::never;
  return p.function;
}

}  // namespace

TEST_CASE("regions: a memory between two processes is not copied for the one that reads it") {
  Builder writer;
  const int to = writer.array("to", {64, 64});
  writer.function.body = {writer.loop(0, 64, {writer.loop(1, 64, {writer.set(to, {at(0), at(1)}, writer.number(1))})})};
  writer.function.inlining = Function::Inline::never;
  Builder b;
  const int memory = b.array("memory", {64, 64}, Array::Role::local), out = b.array("out", {64, 4});
  b.function.dataflow = true;
  b.function.body = {call(1, {memory}), call(2, {memory, out})};
  Kernel kernel;
  kernel.functions = {b.function, writer.function, read_four()};
  CHECK(estimate_kernel(kernel, "xcu280", 5, v2023_2).loops.back().interval == 2);
}

TEST_CASE("regions: a memory of the caller is copied for a function that reads it, one outside is not") {
  for (const bool local : {true, false}) {
    Builder b;
    const int memory = b.array("memory", {64, 64}, local ? Array::Role::local : Array::Role::argument);
    const int out = b.array("out", {64, 4});
    if (local) b.function.body.push_back(b.loop(0, 64, {b.loop(1, 64, {b.set(memory, {at(0), at(1)}, b.number(1))})}));
    b.function.body.push_back(call(1, {memory, out}));
    Kernel kernel;
    kernel.functions = {b.function, read_four()};
    CHECK(estimate_kernel(kernel, "xcu280", 5, v2023_2).loops.back().interval == (local ? 1 : 2));
  }
}

}  // namespace regions_tests
