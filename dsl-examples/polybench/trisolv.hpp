#pragma once
// trisolv: L * x = b for a lower triangular L.
// Scheduled: column by column: once x(j) is known, all later sums take their j-th term, four at a time; along a row
// each term would wait for the one before.
#include "kernel.hpp"

namespace polybench {

inline pom::function trisolv(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  pom::function f("trisolv");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, i);
    placeholder L("L", {N, N}, p_float64), x("x", {N}, p_float64), b("b", {N}, p_float64);

    compute first("first", {i}, b(i), x(i));
    compute sum("sum", {i, j}, x(i) - L(i, j) * x(j), x(i));
    compute divide("divide", {i}, x(i) / L(i, i), x(i));
    sum.after(first, i);
    divide.after(sum, i);

    if (plan == Plan::as_written) return;
    sum.interchange(i, j);  // (j, i)
    divide.after(first, -1);
    sum.after(divide, i);  // divide's i is the j of the sums: both are the unknown that is finished
    first.pipeline(i, 1);
    sum.pipeline(i, 1);
    sum.unroll(i, 4);
    L.partition({4, 1}, "cyclic");
    x.partition({4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
