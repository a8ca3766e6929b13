#pragma once
// bicg: s = A' * r and q = A * p (a prime transposes).
// Scheduled: s sums along the rows and q along the columns, so their loops part; both sums run along the outer loop
// then.
#include "kernel.hpp"

namespace polybench {

inline pom::function bicg(Dataset dataset, Plan plan) {
  const int M = pick(dataset, 38, 116, 390, 1900, 1800);
  const int N = pick(dataset, 42, 124, 410, 2100, 2200);
  pom::function f("bicg");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, M);
    placeholder A("A", {N, M}, p_float64);
    placeholder s("s", {M}, p_float64), q("q", {N}, p_float64), p("p", {M}, p_float64), r("r", {N}, p_float64);

    compute clear_s("clear_s", {j}, 0.0, s(j));
    compute clear_q("clear_q", {i}, 0.0, q(i));
    compute sum_s("sum_s", {i, j}, s(j) + r(i) * A(i, j), s(j));
    compute sum_q("sum_q", {i, j}, q(i) + A(i, j) * p(j), q(i));
    sum_s.after(clear_q, i);
    sum_q.after(sum_s, j);

    if (plan == Plan::as_written) return;
    var i0("i0"), i1("i1"), j0("j0"), j1("j1");
    sum_q.interchange(i, j);
    sum_q.split(i, 4, i0, i1);
    sum_s.split(j, 4, j0, j1);
    sum_q.after(sum_s, -1);
    sum_s.after(clear_q, -1);
    sum_s.pipeline(j0, 1);
    sum_q.pipeline(i0, 1);
    sum_s.unroll(j1, 4);
    sum_q.unroll(i1, 4);
    clear_s.pipeline(j, 1);
    clear_q.pipeline(i, 1);
    A.partition({4, 4}, "cyclic");
    for (const placeholder& vector : {s, q}) vector.partition({4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
