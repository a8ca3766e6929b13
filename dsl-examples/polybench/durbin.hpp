#pragma once
// durbin: the Levinson-Durbin recursion, y with T(r) * y = -r for the symmetric Toeplitz matrix T with first row (1,
// r). Scheduled: steps k need each other, and the sum keeps the order of its terms, so only the two vector updates run
// in parallel, four elements at a time; z and y cannot be one loop, as y is read from both ends.
#include "kernel.hpp"

namespace polybench {

inline pom::function durbin(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  pom::function f("durbin");
  f.scope([&] {
    var k("k", 1, N), i("i", 0, k);
    placeholder r("r", {N}, p_float64), y("y", {N}, p_float64), z("z", {N}, p_float64);
    placeholder alpha("alpha", {}, p_float64), beta("beta", {}, p_float64), sum("sum", {}, p_float64);

    compute first("first", {}, -r(0), y(0));
    compute first_beta("first_beta", {}, 1.0, beta());
    compute first_alpha("first_alpha", {}, -r(0), alpha());
    compute shrink("shrink", {k}, (1.0 - alpha() * alpha()) * beta(), beta());
    compute clear("clear", {k}, 0.0, sum());
    compute dot("dot", {k, i}, sum() + r(k - i - 1) * y(i), sum());
    compute reflect("reflect", {k}, -(r(k) + sum()) / beta(), alpha());
    compute update("update", {k, i}, y(i) + alpha() * y(k - i - 1), z(i));
    compute copy("copy", {k, i}, z(i), y(i));
    compute append("append", {k}, alpha(), y(k));
    clear.after(shrink, k);
    dot.after(clear, k);
    reflect.after(dot, k);
    update.after(reflect, k);
    copy.after(update, k);
    append.after(copy, k);

    if (plan == Plan::as_written) return;
    dot.pipeline(i, 1);
    for (compute* vector : {&update, &copy}) {
      vector->pipeline(i, 1);
      vector->unroll(i, 4);
    }
    for (const placeholder& vector : {y, z}) vector.partition({4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
