#pragma once
// 2mm: tmp = alpha * A * B, then D = tmp * C + beta * D.
// Scheduled: in both products k goes outermost, so that no sum waits for itself; tiles of 2 x 4 sums run in parallel.
#include "kernel.hpp"

namespace polybench {

inline pom::function two_mm(Dataset dataset, Plan plan) {
  const int NI = pick(dataset, 16, 40, 180, 800, 1600);
  const int NJ = pick(dataset, 18, 50, 190, 900, 1800);
  const int NK = pick(dataset, 22, 70, 210, 1100, 2200);
  const int NL = pick(dataset, 24, 80, 220, 1200, 2400);
  pom::function f("two_mm");
  f.scope([&] {
    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK), l("l", 0, NL);
    placeholder tmp("tmp", {NI, NJ}, p_float64), A("A", {NI, NK}, p_float64), B("B", {NK, NJ}, p_float64);
    placeholder C("C", {NJ, NL}, p_float64), D("D", {NI, NL}, p_float64);
    constant alpha(1.5), beta(1.2);

    compute clear("clear", {i, j}, 0.0, tmp(i, j));
    compute first("first", {i, j, k}, tmp(i, j) + alpha * A(i, k) * B(k, j), tmp(i, j));
    compute scale("scale", {i, l}, D(i, l) * beta, D(i, l));
    compute second("second", {i, l, j}, D(i, l) + tmp(i, j) * C(j, l), D(i, l));
    first.after(clear, j);
    second.after(scale, l);

    if (plan == Plan::as_written) return;
    // The loops by level, as both products have the same shape: (row, column, sum) becomes (sum, row, column).
    const var row0("row0"), col0("col0"), row1("row1"), col1("col1");
    for (compute* product : {&first, &second}) {
      product->interchange(1, 2);
      product->interchange(0, 1);
      product->tile(1, 2, 2, 4, row0, col0, row1, col1);
      product->pipeline(col0, 1);
      product->unroll(row1, 2);
      product->unroll(col1, 4);
    }
    first.after(clear, -1);
    second.after(scale, -1);
    clear.pipeline(j, 1);
    scale.pipeline(l, 1);
    A.partition({2, 1}, "cyclic");
    for (const placeholder& result : {tmp, D}) result.partition({2, 4}, "cyclic");
    for (const placeholder& right : {B, C}) right.partition({1, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
