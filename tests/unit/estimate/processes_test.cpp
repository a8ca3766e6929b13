#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::test;

namespace processes_tests {

namespace {

constexpr devices::ToolVersion v2022_2{2022, 2};

}  // namespace

TEST_CASE("processes: an array that is written and read in order is a FIFO") {
  Builder b;
  const int from = b.array("from", {1024}), to = b.array("to", {1024});
  const int middle = b.array("middle", {1024}, Array::Role::local);
  b.function.dataflow = true;
  b.function.body = {b.loop(0, 1024, {b.set(middle, {at(0)}, b.load(from, {at(0)}))}),
                     b.loop(1, 1024, {b.set(to, {at(1)}, b.load(middle, {at(1)}))})};
  CHECK(estimate_function(b.function, "xcu55c", 5, v2022_2).latency_max < 1040);
}

TEST_CASE("processes: what several nodes write makes one process of all between them") {
  Builder b;
  const int from = b.array("from", {128}), out = b.array("out", {128});
  const int middle = b.array("middle", {128}, Array::Role::local), table = b.array("t", {128}, Array::Role::local);
  const Index back = at(3, -1, 127);
  b.function.dataflow = true;
  b.function.body = {b.loop(0, 128, {b.set(middle, {at(0)}, b.number(0))}),
                     b.loop(1, 128, {b.set(table, {at(1)}, b.load(from, {at(1)}))}),
                     b.loop(2, 128, {b.set(middle, {at(2)}, b.load(table, {at(2, -1, 127)}))}),
                     b.loop(3, 128, {b.set(out, {at(3)}, b.load(middle, {back}))})};
  const estimate::Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  // The first three run in turn; the region starts again when they are done.
  CHECK(qor.interval > 2 * 128);
  CHECK(qor.interval < 3 * 128 + 20);
}

TEST_CASE("processes: a vector that others read whole before their loop fills registers meanwhile") {
  Builder b;
  const int x = b.array("x", {64}), a = b.array("a", {64, 64}), out = b.array("out", {64});
  const int vector = b.array("vector", {64}, Array::Role::local),
            buffer = b.array("buffer", {64, 64}, Array::Role::local);
  Node read = b.loop(0, 64,
                     {b.set(vector, {at(0)}, b.load(x, {at(0)})),
                      b.loop(1, 64, {b.set(buffer, {at(0), at(1)}, b.load(a, {at(0), at(1)}))})});
  read.loop.pipeline = 1;
  const int product = b.op(OpKind::mul, b.load(buffer, {at(2), at(3)}), b.load(vector, {at(3)}));
  Node use = b.loop(2, 64,
                    {b.set(out, {at(2)}, b.number(0)),
                     b.loop(3, 64, {b.set(out, {at(2)}, b.op(OpKind::add, b.load(out, {at(2)}), product))})});
  use.loop.pipeline = 1;
  b.function.dataflow = true;
  b.function.body = {read, use};
  const estimate::Qor qor = estimate_function(b.function, "xcu55c", 5, v2022_2);
  REQUIRE(qor.loops.size() == 2);
  // The loops, two states for each module and its start; no states to load 64 elements.
  CHECK(qor.latency_max < qor.loops[0].latency_max + qor.loops[1].latency_max + 10);
}

}  // namespace processes_tests
