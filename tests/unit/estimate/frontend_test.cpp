#include <doctest/doctest.h>

#include "dse/estimate/frontend/cut_arrays.hpp"
#include "dse/estimate/frontend/inline_calls.hpp"
#include "dse/estimate/frontend/pipeline_loops.hpp"
#include "dse/estimate/frontend/promote_sums.hpp"
#include "dse/estimate/frontend/share_ports.hpp"
#include "dse/estimate/frontend/single_elements.hpp"
#include "dse/estimate/frontend/single_trips.hpp"
#include "dse/estimate/frontend/split_arrays.hpp"
#include "kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace {

Kernel alone(Function function) {
  Kernel kernel;
  kernel.name = function.name = "f";
  kernel.functions.push_back(std::move(function));
  return kernel;
}

}  // namespace

TEST_CASE("front end: loops that run once are their bodies") {
  Builder b;
  const int a = b.array("A", {8});
  b.function.body = {
      b.loop(0, 1, {b.loop(1, 8, {b.set(a, {at(1)}, b.op(OpKind::add, b.load(a, {at(1)}), b.number(1)))})})};
  fold_single_trips(b.function, /*with_directives=*/false);
  CHECK(to_string(alone(b.function)) == R"(kernel f
function f (top)
  argument A: f32[8]
  for l1 = 0 .. 8  # l1 trip 8
    A[l1] = add.f32(A[l1], 1:f32)
)");
}

TEST_CASE("front end: a local array of one element is a variable, one of an argument is not") {
  Builder b;
  const int a = b.array("A", {1}), s = b.array("s", {1, 1}, Array::Role::local);
  b.function.body = {b.set(s, {Index{}, Index{}}, b.load(a, {Index{}})),
                     b.set(a, {Index{}}, b.op(OpKind::add, b.load(s, {Index{}, Index{}}), b.number(1)))};
  fold_single_elements(b.function);
  CHECK(to_string(alone(b.function)) == R"(kernel f
function f (top)
  argument A: f32[1]
  local s: f32
  s = A[0]
  A[0] = add.f32(s, 1:f32)
)");
}

TEST_CASE("front end: the innermost loop is pipelined, one of few iterations unrolled into the loop around it") {
  Builder b;
  const int a = b.array("A", {64, 64}), x = b.array("x", {64, 3});
  b.function.body = {
      b.loop(0, 64, {b.loop(1, 64, {b.set(a, {at(0), at(1)}, b.load(a, {at(0), at(1)}))})}),
      b.loop(2, 64, {b.loop(3, 3, {b.set(x, {at(2), at(3)}, b.number(2))}), b.set(a, {at(2), Index{}}, b.number(1))}),
  };
  pipeline_loops(b.function, /*sums_stay=*/false);
  CHECK(to_string(alone(b.function)) == R"(kernel f
function f (top)
  argument A: f32[64][64]
  argument x: f32[64][3]
  for l0 = 0 .. 64  # l0 trip 64
    for l1 = 0 .. 64  # l1 trip 64 pipeline 0
      A[l0][l1] = A[l0][l1]
  for l2 = 0 .. 64  # l2 trip 64 pipeline 0
    for l3 = 0 .. 3  # l3 trip 3
      x[l2][l3] = 2:f32
    A[l2][0] = 1:f32
)");
}

TEST_CASE("front end: a sum is a variable while its loops run") {
  Builder b;
  const int a = b.array("A", {8, 8}), x = b.array("x", {8});
  b.function.body = {b.loop(
      0, 8, {b.loop(1, 8, {b.set(x, {at(0)}, b.op(OpKind::add, b.load(x, {at(0)}), b.load(a, {at(0), at(1)})))})})};
  promote_sums(b.function);
  CHECK(to_string(alone(b.function)) == R"(kernel f
function f (top)
  argument A: f32[8][8]
  argument x: f32[8]
  local x_sum: f32
  for l0 = 0 .. 8  # l0 trip 8
    x_sum = x[l0]
    for l1 = 0 .. 8  # l1 trip 8
      x_sum = add.f32(x_sum, A[l0][l1])
    x[l0] = x_sum
)");
}

TEST_CASE("front end: a dimension of a local array that only unrolled loops vary is as many arrays") {
  Builder b;
  const int a = b.array("A", {8}), t = b.array("T", {2, 8}, Array::Role::local);
  Node copies = b.loop(1, 2, {b.set(t, {at(1), at(0)}, b.load(a, {at(0)}))});
  copies.loop.unroll = 0;
  b.function.body = {b.loop(0, 8, {copies})};
  Kernel kernel = alone(b.function);
  split_arrays(kernel);
  CHECK(to_string(kernel) == R"(kernel f
function f (top)
  argument A: f32[8]
  local T: f32[2][8] partition(complete 2 dim 1)
  for l0 = 0 .. 8  # l0 trip 8
    for l1 = 0 .. 2  # l1 trip 2 unroll 0
      T[l1][l0] = A[l0]
)");
}

TEST_CASE("front end: a local array has banks for what a pipelined loop asks of it at once") {
  Builder b;
  const int a = b.array("A", {64}), t = b.array("T", {512}, Array::Role::local);
  Index element = at(1, 8);
  element.terms.push_back({2, 1});
  Node copies = b.loop(2, 8, {b.set(t, {element}, b.load(a, {at(1)}))});
  copies.loop.unroll = 0;
  Node loop = b.loop(1, 64, {copies});
  loop.loop.pipeline = 1;
  b.function.body = {loop};
  Kernel kernel = alone(b.function);
  cut_arrays(kernel, CutFor::all_loops);
  CHECK(to_string(kernel) == R"(kernel f
function f (top)
  argument A: f32[64]
  local T: f32[512] partition(cyclic 4 dim 1)
  for l1 = 0 .. 64  # l1 trip 64 pipeline 1
    for l2 = 0 .. 8  # l2 trip 8 unroll 0
      T[8*l1 + l2] = A[l1]
)");
}

TEST_CASE(
    "front end: a function of few operations is part of its caller, whose arrays have the banks that it asks for") {
  Builder inner;
  inner.function.name = "g";
  const int y = inner.array("Y", {8});
  inner.function.arrays[y].banking = {{BankingKind::cyclic, 2, false}};
  inner.function.body = {inner.set(y, {Index{}}, inner.op(OpKind::add, inner.load(y, {Index{}}), inner.number(1)))};
  Builder outer;
  const int x = outer.array("X", {8});
  Node call;
  call.kind = Node::Kind::call;
  call.call.function = 1;
  call.call.arrays = {x};
  call.call.values = {-1};
  outer.function.body = {call};
  Kernel kernel = alone(outer.function);
  kernel.functions.push_back(inner.function);
  share_arrays(kernel);
  CHECK(kernel.functions[0].arrays[0].banking.size() == 1);
  inline_calls(kernel);
  CHECK(to_string(kernel) == R"(kernel f
function f (top)
  argument X: f32[8] partition(cyclic 2 dim 1)
  X[0] = add.f32(X[0], 1:f32)
function g
  argument Y: f32[8] partition(cyclic 2 dim 1)
  Y[0] = add.f32(Y[0], 1:f32)
)");
}
