#pragma once
// ludcmp: A = L * U in place, then L * y = b forwards and U * x = y backwards: x solves A * x = b.
// Scheduled: every sum goes through the one scalar w, so no two sums can overlap and no loop order but this one is
// legal; what is left is to pipeline the terms of each sum and to read row and column of A from banks of their own.
#include "kernel.hpp"

namespace polybench {

inline pom::function ludcmp(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  pom::function f("ludcmp");
  f.scope([&] {
    var i("i", 0, N), ip("ip", 0, N);
    var j("j", 0, i), k("k", 0, j);  // below the diagonal
    var c("c", i, N), d("d", 0, i);  // on and above it
    var later("later", N - ip, N);   // behind the unknown of the backward substitution
    const expr row = N - 1 - ip;     // which runs backwards
    placeholder A("A", {N, N}, p_float64), b("b", {N}, p_float64), x("x", {N}, p_float64), y("y", {N}, p_float64);
    placeholder w("w", {}, p_float64);

    compute lower_first("lower_first", {i, j}, A(i, j), w());
    compute lower_sum("lower_sum", {i, j, k}, w() - A(i, k) * A(k, j), w());
    compute lower_last("lower_last", {i, j}, w() / A(j, j), A(i, j));
    compute upper_first("upper_first", {i, c}, A(i, c), w());
    compute upper_sum("upper_sum", {i, c, d}, w() - A(i, d) * A(d, c), w());
    compute upper_last("upper_last", {i, c}, w(), A(i, c));
    compute forward_first("forward_first", {i}, b(i), w());
    compute forward_sum("forward_sum", {i, j}, w() - A(i, j) * y(j), w());
    compute forward_last("forward_last", {i}, w(), y(i));
    compute backward_first("backward_first", {ip}, y(row), w());
    compute backward_sum("backward_sum", {ip, later}, w() - A(row, later) * x(later), w());
    compute backward_last("backward_last", {ip}, w() / A(row, row), x(row));
    lower_sum.after(lower_first, j);
    lower_last.after(lower_sum, j);
    upper_first.after(lower_last, i);
    upper_sum.after(upper_first, c);
    upper_last.after(upper_sum, c);
    forward_sum.after(forward_first, i);
    forward_last.after(forward_sum, i);
    backward_sum.after(backward_first, ip);
    backward_last.after(backward_sum, ip);

    if (plan == Plan::as_written) return;
    lower_sum.pipeline(k, 1);
    upper_sum.pipeline(d, 1);
    forward_sum.pipeline(j, 1);
    backward_sum.pipeline(later, 1);
    A.partition({2, 2}, "cyclic");
  });
  return f;
}

}  // namespace polybench
