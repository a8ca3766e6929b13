#pragma once
// syr2k: C = alpha * A * B' + alpha * B * A' + beta * C, the lower half of C only (a prime transposes).
// Scheduled: two steps of k stand inside the pipelined loop j, so that each element of C is read and written once for
// four products; the triangle stays a pipelined loop with variable bounds.
#include "kernel.hpp"

namespace polybench {

inline pom::function syr2k(Dataset dataset, Plan plan) {
  const int M = pick(dataset, 20, 60, 200, 1000, 2000);
  const int N = pick(dataset, 30, 80, 240, 1200, 2600);
  pom::function f("syr2k");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, i + 1), k("k", 0, M);
    placeholder A("A", {N, M}, p_float64), B("B", {N, M}, p_float64), C("C", {N, N}, p_float64);
    constant alpha(1.5), beta(1.2);

    compute scale("scale", {i, j}, C(i, j) * beta, C(i, j));
    const expr both = A(j, k) * alpha * B(i, k) + B(j, k) * alpha * A(i, k);
    compute update("update", {i, k, j}, C(i, j) + both, C(i, j));
    update.after(scale, i);

    if (plan == Plan::as_written) return;
    var k0("k0"), k1("k1");
    update.split(k, 2, k0, k1);  // (i, k0, k1, j)
    update.interchange(k1, j);
    update.pipeline(j, 1);
    update.unroll(k1, 2);
    scale.pipeline(j, 1);
    for (const placeholder& matrix : {A, B}) matrix.partition({1, 2}, "cyclic");
  });
  return f;
}

}  // namespace polybench
