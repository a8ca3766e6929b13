#include "dse/kernel/trip_counts.hpp"

#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::test;

TEST_CASE("trip counts: below a condition that no iteration meets, counting ends as soon as elsewhere") {
  constexpr std::int64_t extent = 1'000'000;
  Builder b;
  const int to = b.array("to", {extent});
  const auto add = [&](OpKind op, int loop, std::vector<int> operands) {
    Expression e;
    e.op = op;
    e.loop = loop;
    e.operands = std::move(operands);
    b.function.expressions.push_back(std::move(e));
    return static_cast<int>(b.function.expressions.size()) - 1;
  };
  const int sum = add(OpKind::add, -1, {add(OpKind::iterator, 0, {}), add(OpKind::iterator, 1, {})});
  const int never = add(OpKind::lt, -1, {sum, add(OpKind::constant, -1, {})});  // below 0
  Node guarded;
  guarded.kind = Node::Kind::branch;
  guarded.branch.condition = never;
  Node inner = b.loop(2, 1, {b.set(to, {at(2)}, b.number(1))});
  inner.loop.upper = {at(1)};
  guarded.branch.then = {inner};
  b.function.body = {b.loop(0, extent, {b.loop(1, extent, {guarded})})};
  count_trips(b.function);
  const Loop& counted = b.function.body[0].loop.body[0].loop.body[0].branch.then[0].loop;
  CHECK(counted.trip.average == 0);
}
