#pragma once
// gesummv: y = alpha * A * x + beta * B * x.
// Scheduled: the clearing and the final sum leave the nest, so that the columns j can go outward; eight rows at a time.
#include "kernel.hpp"

namespace polybench {

inline pom::function gesummv(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 30, 90, 250, 1300, 2800);
  pom::function f("gesummv");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}, p_float64), B("B", {N, N}, p_float64);
    placeholder tmp("tmp", {N}, p_float64), x("x", {N}, p_float64), y("y", {N}, p_float64);
    constant alpha(1.5), beta(1.2);

    compute clear_tmp("clear_tmp", {i}, 0.0, tmp(i));
    compute clear_y("clear_y", {i}, 0.0, y(i));
    compute left("left", {i, j}, A(i, j) * x(j) + tmp(i), tmp(i));
    compute right("right", {i, j}, B(i, j) * x(j) + y(i), y(i));
    compute combine("combine", {i}, alpha * tmp(i) + beta * y(i), y(i));
    clear_y.after(clear_tmp, i);
    left.after(clear_y, i);
    right.after(left, j);
    combine.after(right, i);

    if (plan == Plan::as_written) return;
    var i0("i0"), i1("i1");
    for (compute* product : {&left, &right}) {
      product->interchange(i, j);
      product->split(i, 8, i0, i1);
    }
    combine.after(right, -1);
    left.after(clear_y, -1);
    right.after(left, i1);
    left.pipeline(i0, 1);
    left.unroll(i1, 8);
    clear_tmp.pipeline(i, 1);
    combine.pipeline(i, 1);
    for (const placeholder& matrix : {A, B}) matrix.partition({8, 1}, "cyclic");
    for (const placeholder& vector : {tmp, y}) vector.partition({8}, "cyclic");
  });
  return f;
}

}  // namespace polybench
