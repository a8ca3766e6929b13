#include <doctest/doctest.h>

#include <pom/pom.hpp>

#include "dsl/execute/interpret.hpp"
#include "dsl/print/print_program.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

TEST_CASE("scalar: an accumulator is cleared, added to and stored as one writes it") {
  init("dots");
  var i("i", 0, 3), j("j", 0, 4);
  placeholder A("A", {3, 4}, p_int32), y("y", {3}, p_int32);
  scalar sum("sum", p_int32);
  compute clear("clear", {i}, sum = 0), add("add", {i, j}, sum += A(i, j)), store("store", {i}, y(i) = sum);
  add.after(clear, i);
  store.after(add, i);
  REQUIRE(codes(program()->findings).empty());
  dsl::Memory memory = dsl::make_memory(*program(), 1);
  dsl::interpret(*program(), memory);
  const auto a = contents<std::int32_t>(memory.arrays[0]), got = contents<std::int32_t>(memory.arrays[1]);
  for (std::size_t n = 0; n < 3; ++n) CHECK(got[n] == a[4 * n] + a[4 * n + 1] + a[4 * n + 2] + a[4 * n + 3]);
  CHECK(program()->array_arguments() == std::vector<int>{0, 1});
}

TEST_CASE("scalar: what is assumed of it bounds an index, and what is stored must keep it") {
  init("walk");
  var i("i", 0, 8);
  placeholder next("next", std::vector<int>{8}, p_uint(3)), y("y", std::vector<unsigned>{8}, p_int32);
  scalar state("state", p_int32);
  state.assume(0, 7);
  compute start("start", {}, state = 0), step("step", {i}, state = cast(next(state), p_int32));
  compute keep("keep", {i}, y(i) = state);
  keep.after(step, i);
  CHECK(codes(program()->findings).empty());
  CHECK(program()->arrays[1]->shape == std::vector<std::int64_t>{8});

  init("leaves");
  placeholder B("B", {8}, p_int32);
  scalar last("last", p_int32);
  last.assume(0, 7);
  compute take("take", {i}, last = B(i));
  CHECK(codes(program()->findings) == std::vector<std::string>{"bad-assume"});
}

TEST_CASE("scalar: an output is an argument of the function") {
  init("largest");
  var i("i", 0, 3);
  placeholder A("A", {3}, p_int32);
  scalar largest("largest_value", p_int32);
  largest.output();
  compute first("first", {}, largest = -100), next("next", {i}, largest = p_max(largest, A(i)));
  REQUIRE(codes(program()->findings).empty());
  CHECK(program()->array_arguments().size() == 2);
}

TEST_CASE("assignments: every operator means the operation on the old value") {
  init("operators");
  var i("i", 0, 2);
  placeholder A("A", {2}, p_int32), B("B", {2}, p_int32);
  compute a("a", {i}, A(i) = B(i)), b("b", {i}, A(i) -= 3), c("c", {i}, A(i) *= B(i)), d("d", {i}, A(i) /= 2),
      e("e", {i}, A(i) %= 7), f("f", {i}, A(i) &= 6), g("g", {i}, A(i) |= 1), h("h", {i}, A(i) ^= 5),
      k("k", {i}, A(i) <<= 2), l("l", {i}, A(i) >>= 1), m("m", {i}, B(i) = !A(i));
  REQUIRE(codes(program()->findings).empty());
  dsl::Memory memory = dsl::make_memory(*program(), 1);
  const auto before = contents<std::int32_t>(memory.arrays[1]);
  dsl::interpret(*program(), memory);
  const auto after = contents<std::int32_t>(memory.arrays[0]), inverted = contents<std::int32_t>(memory.arrays[1]);
  for (std::size_t n = 0; n < 2; ++n) {
    std::int32_t x = before[n];
    x -= 3;
    x *= before[n];
    x /= 2;
    x %= 7;
    x &= 6;
    x |= 1;
    x ^= 5;
    x <<= 2;
    x >>= 1;
    CHECK(after[n] == x);
    CHECK(inverted[n] == (x == 0 ? 1 : 0));
  }
}
