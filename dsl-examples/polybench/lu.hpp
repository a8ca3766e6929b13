#pragma once
// lu: A = L * U without pivoting, L with ones on its diagonal, both in place of A.
// Scheduled: row i is eliminated column by column: once L(i, k) is divided, the whole row behind it takes its k-th
// term, four columns at a time. No sum waits for itself in the pipelined loops.
#include "kernel.hpp"

namespace polybench {

inline pom::function lu(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  pom::function f("lu");
  f.scope([&] {
    var i("i", 0, N);
    var j("j", 0, i), k("k", 0, j);  // below the diagonal
    var c("c", i, N), d("d", 0, i);  // on and above it
    placeholder A("A", {N, N}, p_float64);

    compute lower("lower", {i, j, k}, A(i, j) - A(i, k) * A(k, j), A(i, j));
    compute divide("divide", {i, j}, A(i, j) / A(j, j), A(i, j));
    compute upper("upper", {i, c, d}, A(i, c) - A(i, d) * A(d, c), A(i, c));
    divide.after(lower, j);
    upper.after(divide, i);

    if (plan == Plan::as_written) return;
    lower.interchange(j, k);  // (i, k, j)
    upper.interchange(c, d);  // (i, d, c)
    lower.after(divide, j);   // divide's j is the k of the sums: both are the column that is finished
    upper.after(lower, k);
    lower.pipeline(j, 1);
    lower.unroll(j, 4);
    upper.pipeline(c, 1);
    upper.unroll(c, 4);
    A.partition({1, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
