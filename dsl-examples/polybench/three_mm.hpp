#pragma once
// 3mm: G = (A * B) * (C * D), the factors kept in E and F.
// Scheduled: in each product the sum goes outermost, so that no sum waits for itself; tiles of 2 x 4 sums run in
// parallel.
#include "kernel.hpp"

namespace polybench {

inline pom::function three_mm(Dataset dataset, Plan plan) {
  const int NI = pick(dataset, 16, 40, 180, 800, 1600);
  const int NJ = pick(dataset, 18, 50, 190, 900, 1800);
  const int NK = pick(dataset, 20, 60, 200, 1000, 2000);
  const int NL = pick(dataset, 22, 70, 210, 1100, 2200);
  const int NM = pick(dataset, 24, 80, 220, 1200, 2400);
  pom::function f("three_mm");
  f.scope([&] {
    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK), l("l", 0, NL), m("m", 0, NM);
    placeholder A("A", {NI, NK}, p_float64), B("B", {NK, NJ}, p_float64), C("C", {NJ, NM}, p_float64);
    placeholder D("D", {NM, NL}, p_float64), E("E", {NI, NJ}, p_float64), F("F", {NJ, NL}, p_float64);
    placeholder G("G", {NI, NL}, p_float64);

    compute clear_E("clear_E", {i, j}, 0.0, E(i, j));
    compute sum_E("sum_E", {i, j, k}, E(i, j) + A(i, k) * B(k, j), E(i, j));
    compute clear_F("clear_F", {j, l}, 0.0, F(j, l));
    compute sum_F("sum_F", {j, l, m}, F(j, l) + C(j, m) * D(m, l), F(j, l));
    compute clear_G("clear_G", {i, l}, 0.0, G(i, l));
    compute sum_G("sum_G", {i, l, j}, G(i, l) + E(i, j) * F(j, l), G(i, l));
    sum_E.after(clear_E, j);
    sum_F.after(clear_F, l);
    sum_G.after(clear_G, l);

    if (plan == Plan::as_written) return;
    // The loops by level, as all products have the same shape: (row, column, sum) becomes (sum, row, column).
    const var row0("row0"), col0("col0"), row1("row1"), col1("col1");
    for (compute* product : {&sum_E, &sum_F, &sum_G}) {
      product->interchange(1, 2);
      product->interchange(0, 1);
      product->tile(1, 2, 2, 4, row0, col0, row1, col1);
      product->pipeline(col0, 1);
      product->unroll(row1, 2);
      product->unroll(col1, 4);
    }
    sum_E.after(clear_E, -1);
    sum_F.after(clear_F, -1);
    sum_G.after(clear_G, -1);
    for (compute* clear : {&clear_E, &clear_F, &clear_G}) clear->pipeline(1, 1);
    for (const placeholder& left : {A, C}) left.partition({2, 1}, "cyclic");
    for (const placeholder& right : {B, D}) right.partition({1, 4}, "cyclic");
    for (const placeholder& result : {E, F, G}) result.partition({2, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
