#pragma once
// cholesky: the lower factor L of A = L * L' (a prime transposes), in place of A's lower half.
// Scheduled: row i is eliminated column by column: once L(i, k) is divided, all sums of the row behind it take their
// k-th term, four at a time. No sum waits for itself in the pipelined loop.
#include "kernel.hpp"

namespace polybench {

inline pom::function cholesky(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  pom::function f("cholesky");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, i), k("k", 0, j), d("d", 0, i);
    placeholder A("A", {N, N}, p_float64);

    compute sum("sum", {i, j, k}, A(i, j) - A(i, k) * A(j, k), A(i, j));
    compute divide("divide", {i, j}, A(i, j) / A(j, j), A(i, j));
    compute square("square", {i, d}, A(i, i) - A(i, d) * A(i, d), A(i, i));
    compute root("root", {i}, sqrt(A(i, i)), A(i, i));
    divide.after(sum, j);
    square.after(divide, i);
    root.after(square, i);

    if (plan == Plan::as_written) return;
    sum.interchange(j, k);  // (i, k, j)
    sum.after(divide, j);   // divide's j is the k of the sums: both are the column that is finished
    square.after(sum, k);
    sum.pipeline(j, 1);
    sum.unroll(j, 4);
    A.partition({4, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
