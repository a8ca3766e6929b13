#include <doctest/doctest.h>

#include <algorithm>

#include "kernel_builder.hpp"

/// Structural rules of the front end and of accesses, as reports of 2022.2 for an U55C at 5 ns show them.
using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace {

constexpr devices::ToolVersion v2022_2{2022, 2};

void use_doubles(Builder& b) {
  for (Array& array : b.function.arrays) array.element = float_type(64);
  for (Expression& e : b.function.expressions) {
    if (e.op != OpKind::iterator) e.type = float_type(64);
  }
}

void use_integers(Builder& b) {
  for (Array& array : b.function.arrays) array.element = integer_type(32);
  for (Expression& e : b.function.expressions) e.type = integer_type(32);
}

Qor estimate_design(const Builder& b) { return estimate_function(b.function, "xcu55c", 5, v2022_2); }

/// for (i < rows) for (j < width) a[i][j] = 0.
Qor clear_rows(std::int64_t rows, std::int64_t width, bool doubles) {
  Builder b;
  const int a = b.array("a", {rows, width});
  b.function.body = {b.loop(0, rows, {b.loop(1, width, {b.set(a, {at(0), at(1)}, b.number(0))})})};
  if (doubles) use_doubles(b);
  return estimate_design(b);
}

}  // namespace

TEST_CASE("addresses: adders in front of a cascade of URAMs take a state of their own") {
  CHECK(clear_rows(80, 80, true).loops.front().iteration_latency == 2);
  // One URAM is deep enough; words of 32 bits are no cascade; rows of a power of two are wires.
  CHECK(clear_rows(60, 60, true).loops.front().iteration_latency == 1);
  CHECK(clear_rows(100, 80, false).loops.front().iteration_latency == 1);
  CHECK(clear_rows(128, 128, true).loops.front().iteration_latency == 1);
}

TEST_CASE("dependences: a matrix and its transposed meet in the same iteration only") {
  Builder b;
  const int a = b.array("a", {80, 80});
  const int divided = b.op(OpKind::div, b.load(a, {at(0), at(1)}), b.number(3));
  b.function.body = {
      b.loop(0, 80, {b.loop(1, 80, {b.set(a, {at(0), at(1)}, divided), b.set(a, {at(1), at(0)}, divided)})})};
  b.function.body.front().loop.flatten_off = true;
  b.function.body.front().loop.body.front().loop.pipeline = 1;
  use_doubles(b);
  const Qor qor = estimate_design(b);
  const auto rows = std::find_if(qor.loops.begin(), qor.loops.end(), [](const auto& loop) { return loop.pipelined; });
  REQUIRE(rows != qor.loops.end());
  CHECK(rows->interval == 2);  // three accesses at two ports, no recurrence through the division
}

TEST_CASE("loops: a mean is divided in the last iteration of its sum, and the nest is one loop") {
  Builder b;
  const int a = b.array("a", {100, 80}), mean = b.array("mean", {80}), n = b.array("n", {});
  const Node sum =
      b.loop(1, 100, {b.set(mean, {at(0)}, b.op(OpKind::add, b.load(mean, {at(0)}), b.load(a, {at(1), at(0)})))});
  const Node divide = b.set(mean, {at(0)}, b.op(OpKind::div, b.load(mean, {at(0)}), b.load(n)));
  b.function.body = {b.loop(0, 80, {b.set(mean, {at(0)}, b.number(0)), sum, divide})};
  use_doubles(b);
  const Qor qor = estimate_design(b);
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops.front().trip == 8000);
  CHECK(qor.loops.front().interval == 5);
  CHECK(qor.loops.front().iteration_latency == 31);
}

TEST_CASE(
    "loops: a short nest that sums up a scalar between two statements is unrolled, and the loops around flattened") {
  Builder b;
  const int image = b.array("image", {128, 64}), filter = b.array("filter", {9}), out = b.array("out", {126, 62});
  const int sum = b.array("sum", {}, Array::Role::local);
  const auto tap = [](int outer, int inner) {
    Index index = at(outer);
    index.terms.push_back({inner, 1});
    return index;
  };
  Index place = at(2, 3);
  place.terms.push_back({3, 1});
  const int product = b.op(OpKind::mul, b.load(filter, {place}), b.load(image, {tap(0, 2), tap(1, 3)}));
  const Node taps = b.loop(2, 3, {b.loop(3, 3, {b.set(sum, {}, b.op(OpKind::add, b.load(sum), product))})});
  b.function.body = {
      b.loop(0, 126, {b.loop(1, 62, {b.set(sum, {}, b.number(0)), taps, b.set(out, {at(0), at(1)}, b.load(sum))})})};
  use_integers(b);
  const Qor qor = estimate_design(b);
  REQUIRE(qor.loops.size() == 1);
  CHECK(qor.loops.front().trip == 126 * 62);
  CHECK(qor.loops.front().interval == 5);
}

TEST_CASE("operators: each operation that leaves a pipelined loop has a unit of its own") {
  for (const std::int64_t lanes : {2, 8}) {
    Builder b;
    const int a = b.array("a", {100, lanes}), s = b.array("s", {lanes}), f = b.array("f", {});
    std::vector<Node> row;
    for (std::int64_t n = 0; n < lanes; ++n) {
      const int factor = b.op(OpKind::mul, b.load(s, {at(0, 0, n)}), b.load(f));
      row.push_back(b.set(a, {at(0), at(0, 0, n)}, b.op(OpKind::add, b.load(a, {at(0), at(0, 0, n)}), factor)));
    }
    for (Expression& e : b.function.expressions) {
      for (Index& index : e.indices) std::erase_if(index.terms, [](const auto& term) { return term.coefficient == 0; });
    }
    for (Node& node : row) {
      for (Index& index : node.assignment.indices)
        std::erase_if(index.terms, [](const auto& term) { return term.coefficient == 0; });
    }
    Node loop = b.loop(0, 100, std::move(row));
    loop.loop.pipeline = 1;
    b.function.body = {loop};
    use_doubles(b);
    const Qor qor = estimate_design(b);
    const double products = static_cast<double>(8 * lanes);  // DSP blocks of a product
    CHECK(qor.resources.dsp >= products);
    CHECK(qor.resources.dsp <= products + 3 * static_cast<double>(lanes));
  }
}
