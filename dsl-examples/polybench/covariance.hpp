#pragma once
// covariance: cov = transpose(D) * D / (N - 1), D = data less the mean of each column; both halves are written.
// Scheduled: every sum runs along an outer loop (the rows), so that the pipelined inner loops over columns carry none.
#include "columns.hpp"

namespace polybench {

inline pom::function covariance(Dataset dataset, Plan plan) {
  const int M = pick(dataset, 28, 80, 240, 1200, 2600);
  const int N = pick(dataset, 32, 100, 260, 1400, 3000);
  pom::function f("covariance");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, M), k("k", 0, N);
    var c("c", 0, M), d("d", c, M);  // pairs of columns, the diagonal among them
    placeholder data("data", {N, M}, p_float64), cov("cov", {M, M}, p_float64), mean("mean", {M}, p_float64);
    constant rows(static_cast<double>(N));

    compute mean_clear("mean_clear", {j}, 0.0, mean(j));
    compute mean_sum("mean_sum", {j, i}, mean(j) + data(i, j), mean(j));
    compute mean_divide("mean_divide", {j}, mean(j) / rows, mean(j));
    mean_sum.after(mean_clear, j);
    mean_divide.after(mean_sum, j);

    compute center("center", {i, j}, data(i, j) - mean(j), data(i, j));

    compute cov_clear("cov_clear", {c, d}, 0.0, cov(c, d));
    compute cov_sum("cov_sum", {c, d, k}, cov(c, d) + data(k, c) * data(k, d), cov(c, d));
    compute cov_divide("cov_divide", {c, d}, cov(c, d) / (rows - 1.0), cov(c, d));
    compute mirror("mirror", {c, d}, cov(c, d), cov(d, c));
    cov_sum.after(cov_clear, d);
    cov_divide.after(cov_sum, d);
    mirror.after(cov_divide, d);

    if (plan == Plan::as_written) return;
    sum_rows_outermost(mean_clear, mean_sum, mean_divide, j, i);
    center.pipeline(j, 1);
    mirror.after(cov_divide, -1);  // a nest of its own: it writes along columns
    multiply_row_by_row(cov_clear, cov_sum, cov_divide, c, d, k);
    cov_divide.pipeline(d, 1);
    mirror.pipeline(d, 1);
    mean.partition({4}, "cyclic");
    for (const placeholder& matrix : {data, cov}) matrix.partition({1, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
