#pragma once
// jacobi_2d: every point becomes the mean of itself and its four neighbours; from A to B and back in each time step.
// Scheduled: the points of one sweep are independent: tiles of 2 x 2 points run in parallel, and 4 x 2 banks deliver
// their neighbours in one cycle. The two sweeps stay apart: fusing them needs the second one shifted by a row.
#include "kernel.hpp"

namespace polybench {

inline pom::function jacobi_2d(Dataset dataset, Plan plan) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 30, 90, 250, 1300, 2800);
  pom::function f("jacobi_2d");
  f.scope([&] {
    var t("t", 0, T), i("i", 1, N - 1), j("j", 1, N - 1);
    placeholder A("A", {N, N}, p_float64), B("B", {N, N}, p_float64);
    constant fifth(0.2);

    compute there("there", {t, i, j}, fifth * (A(i, j) + A(i, j - 1) + A(i, j + 1) + A(i + 1, j) + A(i - 1, j)),
                  B(i, j));
    compute back("back", {t, i, j}, fifth * (B(i, j) + B(i, j - 1) + B(i, j + 1) + B(i + 1, j) + B(i - 1, j)), A(i, j));
    back.after(there, t);

    if (plan == Plan::as_written) return;
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    for (compute* sweep : {&there, &back}) {
      sweep->tile(i, j, 2, 2, i0, j0, i1, j1);
      sweep->pipeline(j0, 1);
      sweep->unroll(i1, 2);
      sweep->unroll(j1, 2);
    }
    for (const placeholder& grid : {A, B}) grid.partition({4, 2}, "cyclic");
  });
  return f;
}

}  // namespace polybench
