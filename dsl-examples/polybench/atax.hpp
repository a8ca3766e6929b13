#pragma once
// atax: y = A' * (A * x), the inner product kept in tmp (a prime transposes).
// Scheduled: the two products part. A * x sums along the outer loop, four rows in parallel; A' * tmp does so already,
// and takes four columns at a time.
#include "kernel.hpp"

namespace polybench {

inline pom::function atax(Dataset dataset, Plan plan) {
  const int M = pick(dataset, 38, 116, 390, 1900, 1800);
  const int N = pick(dataset, 42, 124, 410, 2100, 2200);
  pom::function f("atax");
  f.scope([&] {
    var i("i", 0, M), j("j", 0, N);
    placeholder A("A", {M, N}, p_float64), x("x", {N}, p_float64), y("y", {N}, p_float64), tmp("tmp", {M}, p_float64);

    compute clear_y("clear_y", {j}, 0.0, y(j));
    compute clear_tmp("clear_tmp", {i}, 0.0, tmp(i));
    compute inner("inner", {i, j}, tmp(i) + A(i, j) * x(j), tmp(i));
    compute outer("outer", {i, j}, y(j) + A(i, j) * tmp(i), y(j));
    inner.after(clear_tmp, i);
    outer.after(inner, i);

    if (plan == Plan::as_written) return;
    var i0("i0"), i1("i1"), j0("j0"), j1("j1");
    inner.interchange(i, j);
    inner.split(i, 4, i0, i1);
    outer.after(inner, -1);
    inner.after(clear_tmp, -1);
    inner.pipeline(i0, 1);
    inner.unroll(i1, 4);
    outer.split(j, 4, j0, j1);
    outer.pipeline(j0, 1);
    outer.unroll(j1, 4);
    clear_y.pipeline(j, 1);
    clear_tmp.pipeline(i, 1);
    A.partition({4, 4}, "cyclic");
    for (const placeholder& vector : {y, tmp}) vector.partition({4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
