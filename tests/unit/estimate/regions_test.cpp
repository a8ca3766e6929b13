#include <doctest/doctest.h>

#include "dse/estimate/stalls/stalls.hpp"
#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace regions_tests {

namespace {

constexpr devices::ToolVersion v2023_2{2023, 2}, v2025_1{2025, 1};

Node call(int function, std::vector<int> arrays) {
  Node node;
  node.kind = Node::Kind::call;
  node.call.function = function;
  node.call.values.assign(arrays.size(), -1);
  node.call.offsets.resize(arrays.size());
  node.call.arrays = std::move(arrays);
  return node;
}

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

namespace {

/// "split" sends 64 elements two ways; "total" sums one way up and sends the sum; "use" waits for it before it takes
/// the elements that came the other way.
Kernel two_ways(int depth) {
  Builder split;
  const int from = split.array("from", {64}), a = split.array("a", {}), b = split.array("b", {});
  split.function.arrays[a].stream = split.function.arrays[b].stream = true;
  split.function.body = {
      split.loop(0, 64, {split.set(a, {}, split.load(from, {at(0)})), split.set(b, {}, split.load(from, {at(0)}))})};
  Builder total;
  const int all = total.array("a", {}), sum = total.array("sum", {});
  const int kept = total.array("kept", {64}, Array::Role::local);
  total.function.arrays[all].stream = total.function.arrays[sum].stream = true;
  total.function.body = {total.loop(0, 64, {total.set(kept, {at(0)}, total.load(all))}),
                         total.loop(1, 1, {total.set(sum, {}, total.load(kept, {Index{}}))})};
  Builder use;
  const int factor = use.array("sum", {}), others = use.array("b", {}), out = use.array("out", {64});
  const int known = use.array("known", {1}, Array::Role::local);
  use.function.arrays[factor].stream = use.function.arrays[others].stream = true;
  use.function.body = {
      use.loop(0, 1, {use.set(known, {Index{}}, use.load(factor))}),
      use.loop(1, 64, {use.set(out, {at(1)}, use.op(OpKind::mul, use.load(known, {Index{}}), use.load(others)))})};
  Builder top;
  const int x = top.array("x", {64}), y = top.array("y", {64});
  std::vector<int> streams;
  for (const char* name : {"a", "b", "sum"}) {
    streams.push_back(top.array(name, {}, Array::Role::local));
    top.function.arrays.back().stream = true;
    top.function.arrays.back().depth = depth;
  }
  top.function.dataflow = true;
  top.function.body = {call(1, {x, streams[0], streams[1]}), call(2, {streams[0], streams[2]}),
                       call(3, {streams[2], streams[1], y})};
  Kernel kernel;
  kernel.functions = {top.function, split.function, total.function, use.function};
  const char* const names[] = {"top", "split", "total", "use"};
  for (std::size_t f = 0; f < kernel.functions.size(); ++f) {
    kernel.functions[f].name = names[f];
    if (f > 0) kernel.functions[f].inlining = Function::Inline::never;
    for (Node& node : kernel.functions[f].body) {
      if (node.kind == Node::Kind::loop) node.loop.pipeline = 1;
    }
  }
  return kernel;
}

/// "send" sends `columns` elements for each of `rows` rows; of the eight rows of "use", the first ones take as many in
/// a loop of their own, behind a condition where `guarded`, and each computes with what is there.
Kernel rows_that_take(std::int64_t rows, bool guarded, std::int64_t columns = 16) {
  Builder send;
  const int from = send.array("from", {8 * columns}), a = send.array("a", {});
  send.function.arrays[a].stream = true;
  send.function.body = {send.loop(0, columns * rows, {send.set(a, {}, send.load(from, {at(0)}))})};
  send.function.body.front().loop.pipeline = 1;
  Builder use;
  const int taken = use.array("a", {}), out = use.array("out", {8, columns});
  const int kept = use.array("kept", {columns}, Array::Role::local);
  use.function.arrays[taken].stream = true;
  Node take = use.loop(1, columns, {use.set(kept, {at(1)}, use.load(taken))}),
       work = use.loop(2, columns,
                       {use.set(out, {at(0), at(2)}, use.op(OpKind::mul, use.load(kept, {at(2)}), use.number(3)))});
  take.loop.pipeline = work.loop.pipeline = 1;
  if (guarded) {
    Expression row;
    row.op = OpKind::iterator;
    row.loop = 0;
    row.type = integer_type(32);
    Node branch;
    branch.kind = Node::Kind::branch;
    branch.branch.condition = use.op(OpKind::lt, use.add(row), use.number(static_cast<double>(rows)));
    branch.branch.then = {std::move(take)};
    take = std::move(branch);
  }
  use.function.body = {use.loop(0, 8, {std::move(take), std::move(work)})};
  Builder top;
  const int x = top.array("x", {8 * columns}), y = top.array("y", {8, columns}),
            stream = top.array("a", {}, Array::Role::local);
  top.function.arrays[stream].stream = true;
  top.function.arrays[stream].depth = static_cast<int>(8 * columns);
  top.function.dataflow = true;
  top.function.body = {call(1, {x, stream}), call(2, {stream, y})};
  Kernel kernel;
  kernel.functions = {top.function, send.function, use.function};
  const char* const names[] = {"top", "send", "use"};
  for (std::size_t f = 0; f < kernel.functions.size(); ++f) {
    kernel.functions[f].name = names[f];
    if (f > 0) kernel.functions[f].inlining = Function::Inline::never;
  }
  return kernel;
}

Stalls stalls_of(const Kernel& kernel) {
  const auto device = devices::find_device("xcu280");
  devices::Target target;
  target.device = &*device;
  target.clock_ns = 5;
  target.version = v2023_2;
  const auto answer = find_stalls(kernel, target, std::get<Qor>(estimate::estimate(kernel, target)));
  if (const auto* reason = std::get_if<std::string>(&answer)) FAIL(*reason);
  return std::get<Stalls>(answer);
}

}  // namespace

TEST_CASE("stalls: a run counts the cycles for which processes stand still, and tells the depths that would do") {
  const Stalls stalls = stalls_of(two_ways(64));
  REQUIRE(stalls.processes.size() == 3);
  CHECK(stalls.deadlock.empty());
  CHECK(stalls.processes[2].name == "use");
  CHECK(stalls.processes[2].stalls > 60);  // until the sum is there
  CHECK(stalls.latency == stalls.processes[2].done);
  CHECK(stalls.latency == stalls.least_latency);
  REQUIRE(stalls.fifos.size() == 3);
  CHECK(stalls.fifos[0].least <= 2);
  CHECK(stalls.fifos[1].array == "b");
  CHECK(stalls.fifos[1].least > 32);  // all that is sent until then, less what a LUT's shift register gives for nothing
  CHECK(stalls.fifos[1].least <= 64);
}

TEST_CASE("stalls: iterations that leave out a loop are as much shorter as it is long") {
  const auto length = [](std::int64_t rows, bool guarded) {
    const Stalls stalls = stalls_of(rows_that_take(rows, guarded));
    CHECK(stalls.deadlock.empty());
    return stalls.processes[1].length;
  };
  // The condition has a state of its own in each row.
  CHECK(length(8, true) >= length(8, false));
  CHECK(length(8, true) <= length(8, false) + 8);
  const std::int64_t row = length(2, true) - length(1, true);
  CHECK(row >= 16);
  for (std::int64_t rows = 2; rows < 8; ++rows) {
    CAPTURE(rows);
    CHECK(length(rows + 1, true) - length(rows, true) == row);
  }
}

TEST_CASE("stalls: a loop behind a condition has its place in each iteration around, however many it has itself") {
  const std::int64_t columns = 600'000;
  const Stalls stalls = stalls_of(rows_that_take(1, true, columns));
  CHECK(stalls.processes[1].length >= 9 * columns);
  CHECK(stalls.processes[1].length <= 9 * columns + 100);
}

TEST_CASE("stalls: processes that wait for each other for ever are named") {
  const Stalls stalls = stalls_of(two_ways(2));
  CHECK(stalls.deadlock.find("\"split\" waits for space in \"b\"") != std::string::npos);
  CHECK(stalls.deadlock.find("\"total\" waits for a token of \"a\"") != std::string::npos);
}

}  // namespace regions_tests
