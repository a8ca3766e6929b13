#pragma once
// heat_3d: the heat equation on a cube by explicit steps of second differences; from A to B and back in each time step.
// Scheduled: the points of one sweep are independent: tiles of 2 x 2 of them run in parallel, and 2 x 4 x 2 banks
// deliver their neighbours in one cycle. The sweeps stay apart: fusing them needs the second one shifted by a plane.
#include "kernel.hpp"

namespace polybench {

/// One explicit step at a point: an eighth of the second difference along each axis, and the point.
inline expr heat_step(const placeholder& X, const var& i, const var& j, const var& k) {
  const constant eighth(0.125), two(2.0);
  return eighth * (X(i + 1, j, k) - two * X(i, j, k) + X(i - 1, j, k)) +
         eighth * (X(i, j + 1, k) - two * X(i, j, k) + X(i, j - 1, k)) +
         eighth * (X(i, j, k + 1) - two * X(i, j, k) + X(i, j, k - 1)) + X(i, j, k);
}

inline pom::function heat_3d(Dataset dataset, Plan plan) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 10, 20, 40, 120, 200);
  pom::function f("heat_3d");
  f.scope([&] {
    var t("t", 1, T + 1), i("i", 1, N - 1), j("j", 1, N - 1), k("k", 1, N - 1);
    placeholder A("A", {N, N, N}, p_float64), B("B", {N, N, N}, p_float64);

    compute there("there", {t, i, j, k}, heat_step(A, i, j, k), B(i, j, k));
    compute back("back", {t, i, j, k}, heat_step(B, i, j, k), A(i, j, k));
    back.after(there, t);

    if (plan == Plan::as_written) return;
    var j0("j0"), k0("k0"), j1("j1"), k1("k1");
    for (compute* sweep : {&there, &back}) {
      sweep->tile(j, k, 2, 2, j0, k0, j1, k1);
      sweep->pipeline(k0, 1);
      sweep->unroll(j1, 2);
      sweep->unroll(k1, 2);
    }
    for (const placeholder& cube : {A, B}) cube.partition({2, 4, 2}, "cyclic");
  });
  return f;
}

}  // namespace polybench
