#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::test;

namespace {

std::int64_t cycles_as_written(const Function& function) {
  estimate::EstimateOptions as_written;
  as_written.automatic_pipelining = false;
  return estimate_function(function, "xc7z020", 10, {2022, 1}, as_written).latency_max;
}

/// C[i][j] += A[i][k] · B[k][j], with `factor` before the product when it is not 1; loops 0, 1, 2.
Node add_products(Builder& b, int c, std::int64_t n, double factor) {
  const int left = b.array("A", {n, n}), right = b.array("B", {n, n});
  int product = b.load(left, {at(0), at(2)});
  if (factor != 1) product = b.op(OpKind::mul, b.number(factor), product);
  product = b.op(OpKind::mul, product, b.load(right, {at(2), at(1)}));
  return b.loop(2, n, {b.set(c, {at(0), at(1)}, b.op(OpKind::add, b.load(c, {at(0), at(1)}), product))});
}

}  // namespace

TEST_CASE("written sums: an element stays in a register over all innermost loops that do not move it") {
  // The paper's VGG-16: loaded before i, stored behind it, 11 states an iteration.
  Builder b;
  const int in = b.array("in", {4, 10, 10}), weights = b.array("weights", {6, 4, 3, 3}),
            out = b.array("out", {6, 8, 8});
  Index row = at(1), column = at(2);
  row.terms.push_back({4, 1});
  column.terms.push_back({5, 1});
  const std::vector<Index> element = {at(0), at(1), at(2)};
  const int product =
      b.op(OpKind::mul, b.load(in, {at(3), row, column}), b.load(weights, {at(0), at(3), at(4), at(5)}));
  Node sum = b.set(out, element, b.op(OpKind::add, b.load(out, element), product));
  Node window = b.loop(3, 4, {b.loop(4, 3, {b.loop(5, 3, {sum})})});
  b.function.body = {b.loop(0, 6, {b.loop(1, 8, {b.loop(2, 8, {window})})})};
  const std::int64_t inside = 4 * (3 * (3 * 11 + 2) + 2) + 3;
  CHECK(cycles_as_written(b.function) == 6 * (8 * (8 * inside + 2) + 2) + 1);
}

TEST_CASE("written sums: what the statement before the loops sets is not loaded, and not stored before them") {
  for (const std::int64_t n : {32, 512}) {
    Builder clear;
    const int e = clear.array("E", {n, n});
    Node product = add_products(clear, e, n, 1);
    clear.function.body = {
        clear.loop(0, n, {clear.loop(1, n, {clear.set(e, {at(0), at(1)}, clear.number(0)), product})})};
    CHECK(cycles_as_written(clear.function) == n * (n * (11 * n + 2) + 2) + 1);  // 3MM

    Builder scale;
    const int c = scale.array("C", {n, n});
    const int scaled = scale.op(OpKind::mul, scale.load(c, {at(0), at(1)}), scale.number(1.2));
    product = add_products(scale, c, n, 1.5);
    scale.function.body = {scale.loop(0, n, {scale.loop(1, n, {scale.set(c, {at(0), at(1)}, scaled), product})})};
    CHECK(cycles_as_written(scale.function) == n * (n * (15 * n + 7) + 2) + 1);  // GEMM
  }
}

TEST_CASE("written sums: elements of arrays of 2^20 elements and more stay in memory") {
  const std::int64_t n = 1024;
  Builder b;
  const int e = b.array("E", {n, n});
  Node product = add_products(b, e, n, 1);
  b.function.body = {b.loop(0, n, {b.loop(1, n, {b.set(e, {at(0), at(1)}, b.number(0)), product})})};
  const std::int64_t iteration = 2 + 4 + 5 + 1 + 2;  // the last two: 1024 trips
  CHECK(cycles_as_written(b.function) == n * (n * (iteration * n + 2) + 2) + 1);
}

TEST_CASE("written sums: two stores in one body stay in memory") {
  const std::int64_t n = 64;
  Builder b;
  const int a = b.array("A", {n, n}), r = b.array("r", {n}), p = b.array("p", {n});
  const int s = b.array("s", {n}), q = b.array("q", {n});
  const auto add = [&](int sum, Index where, int factor, Index of) {
    const int product = b.op(OpKind::mul, b.load(a, {at(0), at(1)}), b.load(factor, {of}));
    return b.set(sum, {where}, b.op(OpKind::add, b.load(sum, {where}), product));
  };
  b.function.body = {b.loop(0, n, {b.loop(1, n, {add(s, at(1), r, at(0)), add(q, at(0), p, at(1))})})};
  CHECK(cycles_as_written(b.function) == n * (12 * n + 2) + 1);  // BICG
}

TEST_CASE("written sums: a maximum is kept like a sum") {
  Builder b;
  const int in = b.array("in", {16, 3, 3}), out = b.array("out", {16});
  const int most = b.op(OpKind::max, b.load(in, {at(0), at(1), at(2)}), b.load(out, {at(0)}));
  b.function.body = {b.loop(0, 16, {b.loop(1, 3, {b.loop(2, 3, {b.set(out, {at(0)}, most)})})})};
  CHECK(cycles_as_written(b.function) == 16 * (3 * (3 * 4 + 2) + 3) + 1);
}

TEST_CASE("written sums: an element stays in memory where the same loops read others of its array") {
  Builder b;
  const int a = b.array("a", {65});
  Index last;
  last.constant = 64;
  b.function.body = {b.loop(0, 64, {b.set(a, {last}, b.op(OpKind::add, b.load(a, {last}), b.load(a, {at(0)})))})};
  CHECK(cycles_as_written(b.function) == 64 * 8 + 1);
}
