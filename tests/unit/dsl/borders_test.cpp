#include <doctest/doctest.h>

#include <pom/pom.hpp>

#include "dsl/execute/interpret.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// B(i) = A(index(i)) over 16 elements of A: which element each B(i) is.
std::vector<std::int32_t> elements(const std::function<expr(const var&)>& index) {
  init("borders");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
  compute s("s", {i}, B(i) = A(index(i)));
  REQUIRE(codes(program()->findings).empty());
  dsl::Memory memory = dsl::make_memory(*program(), 1);
  std::vector<std::int32_t> numbers(16);
  for (int n = 0; n < 16; ++n) numbers[n] = n;
  std::memcpy(memory.arrays[0].data(), numbers.data(), 64);
  dsl::interpret(*program(), memory);
  return contents<std::int32_t>(memory.arrays[1]);
}

template <class Index>
std::vector<std::int32_t> expected(Index index) {
  std::vector<std::int32_t> all;
  for (int i = 0; i < 16; ++i) all.push_back(index(i));
  return all;
}

}  // namespace

TEST_CASE("borders: clamp, mirror and wrap find the elements that they name") {
  CHECK(elements([](const var& i) { return clamp(i - 3, 0, 15); }) ==
        expected([](int i) { return std::max(i - 3, 0); }));
  CHECK(elements([](const var& i) { return clamp(i + 3, 0, 15); }) ==
        expected([](int i) { return std::min(i + 3, 15); }));
  CHECK(elements([](const var& i) { return mirror(i - 3, 16); }) == expected([](int i) { return std::abs(i - 3); }));
  CHECK(elements([](const var& i) { return mirror(i + 3, 16); }) ==
        expected([](int i) { return i + 3 < 16 ? i + 3 : 30 - i - 3; }));
  CHECK(elements([](const var& i) { return wrap(i - 3, 16); }) == expected([](int i) { return (i + 13) % 16; }));
  CHECK(elements([](const var& i) { return wrap(5 * i, 16); }) == expected([](int i) { return 5 * i % 16; }));
}

TEST_CASE("borders: select, abs, min and max of loops are indices") {
  CHECK(elements([](const var& i) { return select(i < 8, i + 8, i - 8); }) ==
        expected([](int i) { return (i + 8) % 16; }));
  CHECK(elements([](const var& i) { return abs(i - 7); }) == expected([](int i) { return std::abs(i - 7); }));
  CHECK(elements([](const var& i) {
          return select(i >= 4 && (i < 8 || i == 12), p_min(2 * i, 15), p_max(i / 2, 1));
        }) == expected([](int i) { return i >= 4 && (i < 8 || i == 12) ? std::min(2 * i, 15) : std::max(i / 2, 1); }));
}

TEST_CASE("borders: loops may end at the smaller and begin at the larger of several") {
  init("band");
  var i("i", 0, 8), j("j", p_max(i - 2, 0), p_min(i + 3, 8));
  placeholder A("A", {8, 8}, p_int32);
  compute s("s", {i, j}, A(i, j) = 77);
  REQUIRE(codes(program()->findings).empty());
  dsl::Memory memory = dsl::make_memory(*program(), 1);
  dsl::interpret(*program(), memory);
  const auto a = contents<std::int32_t>(memory.arrays[0]);
  for (int r = 0; r < 8; ++r) {
    for (int c = 0; c < 8; ++c) CHECK((a[8 * r + c] == 77) == (std::abs(r - c) <= 2));
  }
  CHECK(dsl::count_instances(*program(), 1000) == 34);
}

TEST_CASE("borders: a condition that wraps around or divides below zero as a value proves nothing of an index") {
  init("conditions");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
  const auto index_under = [&](const expr& condition) {
    compute s("s" + std::to_string(program()->computes.size()), {i}, B(i) = select(condition, A(i + 5), 7));
    return program()->computes.back().loads.at(0).indices.at(0)->op;
  };
  CHECK(index_under(i * 100000000 < 1100000000) == dsl::Op::computed);
  CHECK(index_under(i * 300000000 < 2000000000) != dsl::Op::computed);
  CHECK(index_under((i - 5) / 6 < 1) != dsl::Op::computed);
  expr doubled = i;
  for (int n = 0; n < 60; ++n) doubled = doubled + doubled;
  CHECK(index_under(doubled < 9) != dsl::Op::computed);
  placeholder D("D", {16}, p_int32);
  expr shared = D(i) > 0 && i > 0;
  for (int n = 0; n < 60; ++n) shared = shared && shared;  // as a tree it has more operations than anyone looks at
  CHECK(index_under(shared) != dsl::Op::computed);
  CHECK(program()->findings.empty());
}
