#include <doctest/doctest.h>

#include "dse/estimate/stalls/stalls.hpp"
#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace stalls_tests {

namespace {

constexpr devices::ToolVersion v2023_2{2023, 2};

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

/// "send" sends 64 numbers; "look_up" reads the elements of a table that they name.
Kernel look_up() {
  Builder send;
  const int from = send.array("from", {64}), a = send.array("a", {});
  send.function.arrays[a].stream = true;
  send.function.body = {send.loop(0, 64, {send.set(a, {}, send.load(from, {at(0)}))})};
  Builder use;
  const int taken = use.array("a", {}), table = use.array("table", {256}), out = use.array("out", {64});
  use.function.arrays[taken].stream = true;
  use.function.body = {use.loop(0, 64, {use.set(out, {at(0)}, use.load(table, {at_value(use.load(taken))}))})};
  Builder top;
  const int x = top.array("x", {64}), t = top.array("t", {256}), y = top.array("y", {64});
  const int stream = top.array("a", {}, Array::Role::local);
  top.function.arrays[stream].stream = true;
  top.function.dataflow = true;
  top.function.body = {call(1, {x, stream}), call(2, {stream, t, y})};
  Kernel kernel;
  kernel.functions = {top.function, send.function, use.function};
  const char* const names[] = {"top", "send", "look_up"};
  for (std::size_t f = 0; f < kernel.functions.size(); ++f) {
    kernel.functions[f].name = names[f];
    if (f > 0) kernel.functions[f].inlining = Function::Inline::never;
    if (f > 0) kernel.functions[f].body.front().loop.pipeline = 1;
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

TEST_CASE("stalls: a token that only an index needs is taken like any other") {
  const Stalls stalls = stalls_of(look_up());
  CHECK(stalls.deadlock.empty());
  REQUIRE(stalls.fifos.size() == 1);
  CHECK(stalls.fifos[0].array == "a");
  REQUIRE(stalls.processes.size() == 2);
  CHECK(stalls.processes[1].stalls > 0);  // until the first one is there
}

}  // namespace stalls_tests
