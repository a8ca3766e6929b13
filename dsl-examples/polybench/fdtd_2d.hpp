#pragma once
// fdtd_2d: Maxwell's equations in a plane: electric fields ex, ey and magnetic field hz take turns; fict drives an
// edge. Scheduled: the points of one sweep are independent, five run in parallel. The sweeps of ex and ey become one,
// hz is read once for both; fusing hz as well needs it shifted by a row and a column.
#include "kernel.hpp"

namespace polybench {

inline pom::function fdtd_2d(Dataset dataset, Plan plan) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int NX = pick(dataset, 20, 60, 200, 1000, 2000);
  const int NY = pick(dataset, 30, 80, 240, 1200, 2600);
  pom::function f("fdtd_2d");
  f.scope([&] {
    var t("t", 0, T), i("i", 0, NX), j("j", 0, NY);
    var down("down", 1, NX), right("right", 1, NY), row("row", 0, NX - 1), column("column", 0, NY - 1);
    placeholder ex("ex", {NX, NY}, p_float64), ey("ey", {NX, NY}, p_float64), hz("hz", {NX, NY}, p_float64);
    placeholder fict("fict", {T}, p_float64);
    constant half(0.5), step(0.7);

    compute drive("drive", {t, j}, fict(t), ey(0, j));
    compute move_ey("move_ey", {t, down, j}, ey(down, j) - half * (hz(down, j) - hz(down - 1, j)), ey(down, j));
    compute move_ex("move_ex", {t, i, right}, ex(i, right) - half * (hz(i, right) - hz(i, right - 1)), ex(i, right));
    const expr curl = ex(row, column + 1) - ex(row, column) + ey(row + 1, column) - ey(row, column);
    compute move_hz("move_hz", {t, row, column}, hz(row, column) - step * curl, hz(row, column));
    move_ey.after(drive, t);
    move_ex.after(move_ey, t);
    move_hz.after(move_ex, t);

    if (plan == Plan::as_written) return;
    var j0("j0"), j1("j1");
    move_ey.split(j, 5, j0, j1);
    move_ex.split(right, 5, j0, j1);
    move_ex.after(move_ey, j1);
    drive.pipeline(j, 1);
    move_ey.pipeline(j0, 1);
    move_ex.pipeline(j0, 1);
    move_hz.pipeline(column, 1);
    move_hz.unroll(column, 5);
    ex.partition({1, 5}, "cyclic");
    for (const placeholder& field : {ey, hz}) field.partition({2, 5}, "cyclic");  // read from two rows at a time
  });
  return f;
}

}  // namespace polybench
