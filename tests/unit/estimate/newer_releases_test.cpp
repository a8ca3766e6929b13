#include <doctest/doctest.h>

#include "dse/estimate/frontend/cut_arrays.hpp"
#include "dse/estimate/frontend/pipeline_loops.hpp"
#include "dse/estimate/frontend/promote_sums.hpp"
#include "dse/estimate/frontend/single_trips.hpp"
#include "dse/estimate/frontend/zero_sums.hpp"
#include "dse/kernel/index.hpp"
#include "kernel_builder.hpp"

/// What the releases since 2023.1 do otherwise (docs/cost-model.md, "What the tool does by itself").
using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace {

constexpr devices::ToolVersion older{2022, 2}, newer{2023, 2};

std::string text_of(const Function& function) {
  Kernel kernel;
  kernel.name = "f";
  kernel.functions.push_back(function);
  kernel.functions.front().name = "f";
  return to_string(kernel);
}

std::vector<std::string> loops_of(const Qor& qor) {
  std::vector<std::string> names;
  for (const LoopEstimate& loop : qor.loops) names.push_back(loop.name);
  return names;
}

/// for i: q[i] = 0; for j: q[i] += A[i][j]. 64 x 390.
Function rows() {
  Builder b;
  const int a = b.array("A", {64, 390}), q = b.array("q", {64});
  b.function.body = {
      b.loop(0, 64,
             {b.set(q, {at(0)}, b.number(0)),
              b.loop(1, 390, {b.set(q, {at(0)}, b.op(OpKind::add, b.load(q, {at(0)}), b.load(a, {at(0), at(1)})))})})};
  return b.function;
}

}  // namespace

TEST_CASE("newer releases: an element that is set before its sum is a variable until it is stored behind it") {
  Function function = rows();
  promote_surrounded_sums(function);
  CHECK(text_of(function) == R"(kernel f
function f (top)
  argument A: f32[64][390]
  argument q: f32[64]
  local q_sum: f32
  for l0 = 0 .. 64  # l0 trip 64
    q_sum = 0:f32
    for l1 = 0 .. 390  # l1 trip 390
      q_sum = add.f32(q_sum, A[l0][l1])
    q[l0] = q_sum
)");
}

TEST_CASE("newer releases: an element stays where other elements of its array are read") {
  Builder b;
  const int a = b.array("A", {64, 8}), q = b.array("q", {64, 8});
  const std::vector<Index> element{at(0), constant_index(0)}, other{at(0), constant_index(1)};
  b.function.body = {
      b.loop(0, 64,
             {b.set(q, element, b.number(0)),
              b.loop(1, 8, {b.set(q, element, b.op(OpKind::add, b.load(q, other), b.load(a, {at(0), at(1)})))})})};
  const std::string before = text_of(b.function);
  promote_surrounded_sums(b.function);
  CHECK(text_of(b.function) == before);
}

TEST_CASE(
    "newer releases: what surrounds a sum moves into its first and last iteration, and the choice takes a state") {
  // The adder of 3.33 ns has seven stages; the sum waits for it and for the choice of the first value.
  EstimateOptions options;
  options.unsafe_math = true;
  const Qor one = estimate_function(rows(), "xcu280", 3.33, newer, options);
  REQUIRE(one.loops.size() == 1);
  CHECK(one.loops.front().name == "l0_l1");
  CHECK(one.loops.front().interval == 8);
  std::string names;
  for (const std::string& name : loops_of(estimate_function(rows(), "xcu280", 3.33, older))) names += name + " ";
  CHECK(names == "l0 l1 ");
}

TEST_CASE("newer releases: sums do not leave the loop that a directive pipelines") {
  Builder b;
  const int a = b.array("A", {64, 390}), q = b.array("q", {64});
  Node inner = b.loop(1, 390, {b.set(q, {at(0)}, b.op(OpKind::add, b.load(q, {at(0)}), b.load(a, {at(0), at(1)})))});
  inner.loop.pipeline = 1;
  b.function.body = {b.loop(0, 64, {inner})};
  Function stays = b.function, leaves = b.function;
  pipeline_loops(stays, /*sums_stay=*/true);
  pipeline_loops(leaves, /*sums_stay=*/false);
  CHECK_FALSE(stays.body.front().loop.body.front().loop.flatten_off);
  CHECK(leaves.body.front().loop.body.front().loop.flatten_off);
}

TEST_CASE("newer releases: a short loop that moves the elements of an array on is unrolled into the loop around it") {
  Builder b;
  const int w = b.array("W", {64, 4});
  b.function.body = {b.loop(0, 64, {b.loop(1, 3, {b.set(w, {at(0), at(1)}, b.load(w, {at(0), at(1, 1, 1)}))})})};
  Function moves = b.function, older_rule = b.function;
  pipeline_loops(moves, /*sums_stay=*/true);
  pipeline_loops(older_rule, /*sums_stay=*/false);
  CHECK(moves.body.front().loop.pipeline == 0);
  CHECK(older_rule.body.front().loop.body.front().loop.pipeline == 0);
}

TEST_CASE("newer releases: a loop that runs once takes its directive with it, and the loops inside stay copies") {
  Builder b;
  const int a = b.array("A", {8, 4});
  Node once = b.loop(1, 1, {b.loop(2, 4, {b.set(a, {at(0), at(2)}, b.number(1))})});
  once.loop.pipeline = 1;
  b.function.body = {b.loop(0, 8, {once})};
  const std::string before = text_of(b.function);
  fold_single_trips(b.function, /*with_directives=*/false);
  CHECK(text_of(b.function) == before);
  fold_single_trips(b.function, /*with_directives=*/true);
  CHECK(text_of(b.function) == R"(kernel f
function f (top)
  argument A: f32[8][4]
  for l0 = 0 .. 8  # l0 trip 8
    for l2 = 0 .. 4  # l2 trip 4 unroll 0
      A[l0][l2] = 1:f32
)");
}

TEST_CASE("front end: with unsafe math zero is not added, and a float that was widened for it is not") {
  Builder b;
  const int a = b.array("A", {8}), out = b.array("B", {8});
  const auto cast = [&](int value, int bits) {
    Expression e;
    e.op = OpKind::cast;
    e.operands = {value};
    const int added = b.add(e);
    b.function.expressions[added].type = float_type(bits);
    return added;
  };
  const int wide = cast(b.load(a, {at(0)}), 64), zero = cast(b.number(0), 64), sum = b.op(OpKind::add, wide, zero);
  b.function.expressions[sum].type = float_type(64);
  b.function.body = {b.loop(0, 8, {b.set(out, {at(0)}, cast(sum, 32)), b.set(out, {at(0)}, cast(sum, 16))})};
  drop_zero_sums(b.function);
  CHECK(text_of(b.function) == R"(kernel f
function f (top)
  argument A: f32[8]
  argument B: f32[8]
  for l0 = 0 .. 8  # l0 trip 8
    B[l0] = A[l0]
    B[l0] = cast.f16(cast.f64(A[l0]))
)");
}

namespace {

/// T[4 i + k][j] for four k is set and read, T cut by a directive into two banks along j.
Kernel cut_by_a_directive(CutFor which) {
  Builder b;
  const int t = b.array("T", {64, 64}, Array::Role::local);
  b.function.arrays[t].banking = {{}, {BankingKind::cyclic, 2, false}};
  Index row = at(0, 4);
  row.terms.push_back({2, 1});
  const auto element = [&] { return std::vector<Index>{row, at(1)}; };
  Node copies = b.loop(2, 4, {b.set(t, element(), b.op(OpKind::add, b.load(t, element()), b.number(1)))});
  copies.loop.unroll = 0;
  Node loop = b.loop(1, 64, {copies});
  loop.loop.pipeline = 1;
  b.function.body = {b.loop(0, 16, {loop})};
  Kernel kernel;
  kernel.functions.push_back(b.function);
  cut_arrays(kernel, which);
  return kernel;
}

}  // namespace

TEST_CASE(
    "newer releases: an array that a directive cuts along one dimension has banks along the one that a loop asks for") {
  const Kernel kernel = cut_by_a_directive(CutFor::all_loops);
  const std::vector<Banking>& banks = kernel.functions.front().arrays.front().banking;
  CHECK(banks[0].factor == 4);
  CHECK(banks[1].factor == 2);
}

TEST_CASE("newer releases: what processes ask of an array counts for the one that they pass on") {
  Builder process;
  process.function.name = "g";
  const int p = process.array("P", {64, 2});
  process.function.arrays[p].banking = {{}, {BankingKind::cyclic, 2, false}};
  Index element = at(1, 8);
  element.terms.push_back({2, 1});
  Node copies = process.loop(2, 8, {process.set(p, {element, Index{}}, process.number(1))});
  copies.loop.unroll = 0;
  Node loop = process.loop(1, 8, {copies});
  loop.loop.pipeline = 1;
  process.function.body = {loop};
  Builder outer;
  const int t = outer.array("T", {64, 2}, Array::Role::local);
  outer.function.arrays[t].banking = process.function.arrays[p].banking;
  outer.function.dataflow = true;
  outer.function.body = {call(1, {t})};
  const auto banks = [&](CutFor which) {
    Kernel kernel;
    kernel.functions = {outer.function, process.function};
    cut_arrays(kernel, which);
    return kernel.functions.front().arrays[static_cast<std::size_t>(t)].banking.front().factor;
  };
  CHECK(banks(CutFor::all_loops) == 4);
  CHECK(banks(CutFor::directed_loops) == Banking{}.factor);
}
