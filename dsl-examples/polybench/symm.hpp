#pragma once
// symm: C = beta * C + alpha * A * B, A symmetric and only its lower half read. temp2 holds one row of partial
// products, an element for each column: with the one scalar of a processor's program the columns could not run side by
// side. Scheduled: within a row i the columns j go innermost; no sum waits for itself there, and five of them run in
// parallel.
#include "kernel.hpp"

namespace polybench {

inline pom::function symm(Dataset dataset, Plan plan) {
  const int M = pick(dataset, 20, 60, 200, 1000, 2000);
  const int N = pick(dataset, 30, 80, 240, 1200, 2600);
  pom::function f("symm");
  f.scope([&] {
    var i("i", 0, M), j("j", 0, N), k("k", 0, i);
    placeholder A("A", {M, M}, p_float64), B("B", {M, N}, p_float64), C("C", {M, N}, p_float64);
    placeholder temp2("temp2", {N}, p_float64);
    constant alpha(1.5), beta(1.2);

    compute clear("clear", {i, j}, 0.0, temp2(j));
    compute spread("spread", {i, j, k}, C(k, j) + alpha * B(i, j) * A(i, k), C(k, j));
    compute collect("collect", {i, j, k}, temp2(j) + B(k, j) * A(i, k), temp2(j));
    compute finish("finish", {i, j}, beta * C(i, j) + alpha * B(i, j) * A(i, i) + alpha * temp2(j), C(i, j));
    spread.after(clear, j);
    collect.after(spread, k);
    finish.after(collect, j);

    if (plan == Plan::as_written) return;
    var j0("j0"), j1("j1");
    for (compute* half : {&spread, &collect}) {
      half->interchange(j, k);  // (i, k, j)
      half->split(j, 5, j0, j1);
    }
    finish.after(collect, i);
    spread.after(clear, i);
    collect.after(spread, j1);
    spread.pipeline(j0, 1);
    spread.unroll(j1, 5);
    clear.pipeline(j, 1);
    finish.pipeline(j, 1);
    for (const placeholder& matrix : {B, C}) matrix.partition({1, 5}, "cyclic");
    temp2.partition({5}, "cyclic");
  });
  return f;
}

}  // namespace polybench
