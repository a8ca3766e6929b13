#pragma once
// gemm: C = alpha * A * B + beta * C.
// Scheduled: k outermost, so that no sum waits for itself in the pipeline; a tile of 4 x 4 sums in parallel.
#include "kernel.hpp"

namespace polybench {

inline pom::function gemm(Dataset dataset, Plan plan) {
  const int NI = pick(dataset, 20, 60, 200, 1000, 2000);
  const int NJ = pick(dataset, 25, 70, 220, 1100, 2300);
  const int NK = pick(dataset, 30, 80, 240, 1200, 2600);
  pom::function f("gemm");
  f.scope([&] {
    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK);
    placeholder A("A", {NI, NK}, p_float64), B("B", {NK, NJ}, p_float64), C("C", {NI, NJ}, p_float64);
    constant alpha(1.5), beta(1.2);

    compute scale("scale", {i, j}, C(i, j) * beta, C(i, j));
    compute update("update", {i, k, j}, C(i, j) + alpha * A(i, k) * B(k, j), C(i, j));
    update.after(scale, i);

    if (plan == Plan::as_written) return;
    update.interchange(i, k);
    update.after(scale, -1);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    update.tile(i, j, 4, 4, i0, j0, i1, j1);
    update.pipeline(j0, 1);
    update.unroll(i1, 4);
    update.unroll(j1, 4);
    scale.pipeline(j, 1);
    A.partition({4, 1}, "cyclic");
    B.partition({1, 4}, "cyclic");
    C.partition({4, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
