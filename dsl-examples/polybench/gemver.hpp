#pragma once
// gemver: A += u1 * v1' + u2 * v2', then x += beta * A' * y + z and w += alpha * A * x (a prime transposes).
// Scheduled: both products with A sum along the outer loop, four elements at a time. The transposed one then walks A as
// the update does, and uses each element right after it was written: one pass over A less.
#include "kernel.hpp"

namespace polybench {

inline pom::function gemver(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  pom::function f("gemver");
  f.scope([&] {
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}, p_float64);
    placeholder u1("u1", {N}, p_float64), v1("v1", {N}, p_float64), u2("u2", {N}, p_float64), v2("v2", {N}, p_float64);
    placeholder w("w", {N}, p_float64), x("x", {N}, p_float64), y("y", {N}, p_float64), z("z", {N}, p_float64);
    constant alpha(1.5), beta(1.2);

    compute rank_two("rank_two", {i, j}, A(i, j) + u1(i) * v1(j) + u2(i) * v2(j), A(i, j));
    compute transposed("transposed", {i, j}, x(i) + beta * A(j, i) * y(j), x(i));
    compute shift("shift", {i}, x(i) + z(i), x(i));
    compute product("product", {i, j}, w(i) + alpha * A(i, j) * x(j), w(i));

    if (plan == Plan::as_written) return;
    var i0("i0"), i1("i1"), j0("j0"), j1("j1");
    rank_two.split(j, 4, j0, j1);
    for (compute* sum : {&transposed, &product}) {
      sum->interchange(i, j);
      sum->split(i, 4, i0, i1);
    }
    transposed.after(rank_two, j1);
    rank_two.pipeline(j0, 1);
    rank_two.unroll(j1, 4);
    product.pipeline(i0, 1);
    product.unroll(i1, 4);
    shift.pipeline(i, 1);
    A.partition({4, 4}, "cyclic");
    for (const placeholder& vector : {v1, v2, x, w}) vector.partition({4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
