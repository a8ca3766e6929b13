#pragma once
// mvt: x1 += A * y_1 and x2 += A' * y_2 (a prime transposes).
// Scheduled: both sums run along the outer loop j, in one nest; four elements of x1 and of x2 at a time.
#include "kernel.hpp"

namespace polybench {

inline pom::function mvt(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  pom::function f("mvt");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}, p_float64), x1("x1", {N}, p_float64), x2("x2", {N}, p_float64);
    placeholder y_1("y_1", {N}, p_float64), y_2("y_2", {N}, p_float64);

    compute plain("plain", {i, j}, x1(i) + A(i, j) * y_1(j), x1(i));
    compute transposed("transposed", {i, j}, x2(i) + A(j, i) * y_2(j), x2(i));

    if (plan == Plan::as_written) return;
    var i0("i0"), i1("i1");
    for (compute* product : {&plain, &transposed}) {
      product->interchange(i, j);
      product->split(i, 4, i0, i1);
    }
    transposed.after(plain, i1);
    plain.pipeline(i0, 1);
    plain.unroll(i1, 4);
    A.partition({4, 4}, "cyclic");
    for (const placeholder& vector : {x1, x2}) vector.partition({4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
