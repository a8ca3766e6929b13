#pragma once
// seidel_2d: every point becomes the mean of its neighbourhood of nine, in place, in each time step.
// Scheduled: a point needs its left neighbour and the row above it, new: distances (0,1), (1,-1), (1,0), (1,1). Along
// w = 2i + j all go forward, so w goes outside and the points of one wavefront run without waiting.
#include "kernel.hpp"

namespace polybench {

inline pom::function seidel_2d(Dataset dataset, Plan plan) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  pom::function f("seidel_2d");
  f.scope([&] {
    var t("t", 0, T), i("i", 1, N - 1), j("j", 1, N - 1);
    placeholder A("A", {N, N}, p_float64);

    compute relax("relax", {t, i, j},
                  (A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) + A(i, j + 1) +
                   A(i + 1, j - 1) + A(i + 1, j) + A(i + 1, j + 1)) /
                      9.0,
                  A(i, j));

    if (plan == Plan::as_written) return;
    var row("row"), w("w");
    relax.skew(i, j, 2, 1, row, w);
    relax.interchange(row, w);  // (t, w, row)
    relax.pipeline(row, 1);
    A.partition({4, 2}, "cyclic");
  });
  return f;
}

}  // namespace polybench
