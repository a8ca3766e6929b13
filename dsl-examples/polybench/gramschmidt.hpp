#pragma once
// gramschmidt: A = Q * R, Q with orthonormal columns and R upper triangular, by the modified Gram-Schmidt process.
// Scheduled: the products of column k with all later columns are summed row by row, and those columns corrected row by
// row: neighbouring columns j are independent, four run in parallel.
#include "kernel.hpp"

namespace polybench {

inline pom::function gramschmidt(Dataset dataset, Plan plan) {
  const int M = pick(dataset, 20, 60, 200, 1000, 2000);
  const int N = pick(dataset, 30, 80, 240, 1200, 2600);
  pom::function f("gramschmidt");
  f.scope([&] {
    var k("k", 0, N), i("i", 0, M), j("j", k + 1, N);
    placeholder A("A", {M, N}, p_float64), R("R", {N, N}, p_float64), Q("Q", {M, N}, p_float64);
    placeholder norm("norm", {}, p_float64);

    compute clear("clear", {k}, 0.0, norm());
    compute square("square", {k, i}, norm() + A(i, k) * A(i, k), norm());
    compute root("root", {k}, sqrt(norm()), R(k, k));
    compute normalize("normalize", {k, i}, A(i, k) / R(k, k), Q(i, k));
    compute dot_clear("dot_clear", {k, j}, 0.0, R(k, j));
    compute dot("dot", {k, j, i}, R(k, j) + Q(i, k) * A(i, j), R(k, j));
    compute correct("correct", {k, j, i}, A(i, j) - Q(i, k) * R(k, j), A(i, j));
    square.after(clear, k);
    root.after(square, k);
    normalize.after(root, k);
    dot_clear.after(normalize, k);
    dot.after(dot_clear, j);
    correct.after(dot, j);

    if (plan == Plan::as_written) return;
    for (compute* product : {&dot, &correct}) product->interchange(j, i);  // (k, i, j)
    correct.after(dot, k);
    dot.after(dot_clear, k);
    for (compute* product : {&dot, &correct}) {
      product->pipeline(j, 1);
      product->unroll(j, 4);
    }
    for (compute* column : {&square, &normalize}) column->pipeline(i, 1);
    dot_clear.pipeline(j, 1);
    for (const placeholder& matrix : {A, R}) matrix.partition({1, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
