#pragma once
// jacobi_1d: every point becomes the mean of itself and its two neighbours; from A to B and back in each time step.
// Scheduled: the points of one sweep are independent; two run in parallel, whose four neighbours two banks deliver in
// one cycle. The two sweeps stay apart: fusing them needs the second one shifted by a point.
#include "kernel.hpp"

namespace polybench {

inline pom::function jacobi_1d(Dataset dataset, Plan plan) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 30, 120, 400, 2000, 4000);
  pom::function f("jacobi_1d");
  f.scope([&] {
    var t("t", 0, T), i("i", 1, N - 1);
    placeholder A("A", {N}, p_float64), B("B", {N}, p_float64);
    constant third(0.33333);

    compute there("there", {t, i}, third * (A(i - 1) + A(i) + A(i + 1)), B(i));
    compute back("back", {t, i}, third * (B(i - 1) + B(i) + B(i + 1)), A(i));
    back.after(there, t);

    if (plan == Plan::as_written) return;
    var i0("i0"), i1("i1");
    for (compute* sweep : {&there, &back}) {
      sweep->split(i, 2, i0, i1);
      sweep->pipeline(i0, 1);
      sweep->unroll(i1, 2);
    }
    for (const placeholder& line : {A, B}) line.partition({2}, "cyclic");
  });
  return f;
}

}  // namespace polybench
