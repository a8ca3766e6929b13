#pragma once
// trmm: B = alpha * A' * B, A lower triangular with ones on its diagonal (a prime transposes).
// Scheduled: within a row i of B the columns j go innermost and five of them run in parallel; the rows stay in order,
// as each one reads the rows below it before they change.
#include "kernel.hpp"

namespace polybench {

inline pom::function trmm(Dataset dataset, Plan plan) {
  const int M = pick(dataset, 20, 60, 200, 1000, 2000);
  const int N = pick(dataset, 30, 80, 240, 1200, 2600);
  pom::function f("trmm");
  f.scope([&] {
    var i("i", 0, M), j("j", 0, N), k("k", i + 1, M);
    placeholder A("A", {M, M}, p_float64), B("B", {M, N}, p_float64);
    constant alpha(1.5);

    compute sum("sum", {i, j, k}, B(i, j) + A(k, i) * B(k, j), B(i, j));
    compute scale("scale", {i, j}, alpha * B(i, j), B(i, j));
    scale.after(sum, j);

    if (plan == Plan::as_written) return;
    var j0("j0"), j1("j1");
    sum.interchange(j, k);  // (i, k, j)
    scale.after(sum, i);
    sum.split(j, 5, j0, j1);
    sum.pipeline(j0, 1);
    sum.unroll(j1, 5);
    scale.pipeline(j, 1);
    B.partition({1, 5}, "cyclic");
  });
  return f;
}

}  // namespace polybench
