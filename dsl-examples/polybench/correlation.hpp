#pragma once
// correlation: Pearson's coefficients of the columns of data; both halves of the matrix are written.
// Scheduled: every sum runs along an outer loop (the rows), so that the pipelined inner loops over columns carry none.
#include "columns.hpp"

namespace polybench {

inline pom::function correlation(Dataset dataset, Plan plan) {
  const int M = pick(dataset, 28, 80, 240, 1200, 2600);
  const int N = pick(dataset, 32, 100, 260, 1400, 3000);
  pom::function f("correlation");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, M), k("k", 0, N);
    var c("c", 0, M - 1), d("d", c + 1, M);  // pairs of columns above the diagonal
    placeholder data("data", {N, M}, p_float64), corr("corr", {M, M}, p_float64);
    placeholder mean("mean", {M}, p_float64), stddev("stddev", {M}, p_float64);
    constant rows(static_cast<double>(N)), eps(0.1);

    compute mean_clear("mean_clear", {j}, 0.0, mean(j));
    compute mean_sum("mean_sum", {j, i}, mean(j) + data(i, j), mean(j));
    compute mean_divide("mean_divide", {j}, mean(j) / rows, mean(j));
    const expr deviation = data(i, j) - mean(j);
    compute dev_clear("dev_clear", {j}, 0.0, stddev(j));
    compute dev_sum("dev_sum", {j, i}, stddev(j) + deviation * deviation, stddev(j));
    compute dev_divide("dev_divide", {j}, stddev(j) / rows, stddev(j));
    compute dev_root("dev_root", {j}, sqrt(stddev(j)), stddev(j));
    compute dev_guard("dev_guard", {j}, select(stddev(j) <= eps, 1.0, stddev(j)), stddev(j));
    compute center("center", {i, j}, data(i, j) - mean(j), data(i, j));
    compute reduce("reduce", {i, j}, data(i, j) / (sqrt(rows) * stddev(j)), data(i, j));
    compute diagonal("diagonal", {c}, 1.0, corr(c, c));
    compute corr_clear("corr_clear", {c, d}, 0.0, corr(c, d));
    compute corr_sum("corr_sum", {c, d, k}, corr(c, d) + data(k, c) * data(k, d), corr(c, d));
    compute mirror("mirror", {c, d}, corr(c, d), corr(d, c));
    compute last("last", {}, 1.0, corr(M - 1, M - 1));
    mean_sum.after(mean_clear, j);
    mean_divide.after(mean_sum, j);
    dev_sum.after(dev_clear, j);
    dev_divide.after(dev_sum, j);
    dev_root.after(dev_divide, j);
    dev_guard.after(dev_root, j);
    reduce.after(center, j);
    corr_clear.after(diagonal, c);
    corr_sum.after(corr_clear, d);
    mirror.after(corr_sum, d);

    if (plan == Plan::as_written) return;
    sum_rows_outermost(mean_clear, mean_sum, mean_divide, j, i);
    sum_rows_outermost(dev_clear, dev_sum, dev_divide, j, i);
    dev_root.after(dev_divide, j);
    dev_guard.after(dev_root, j);
    center.pipeline(j, 1);
    multiply_row_by_row(corr_clear, corr_sum, mirror, c, d, k);
    mirror.pipeline(d, 1);
    for (const placeholder& vector : {mean, stddev}) vector.partition({4}, "cyclic");
    for (const placeholder& matrix : {data, corr}) matrix.partition({1, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
