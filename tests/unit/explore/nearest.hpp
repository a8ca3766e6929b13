#pragma once
#include <pom/pom.hpp>

namespace pom::test {

/// The distance of each of `points` points to the nearest of `centres`, in so many `dimensions`, as people write it:
/// scalars that a loop around the sums carries, and that no distribution of loops can part.
inline compute declare_nearest(int points, int centres, int dimensions) {
  var p("p", 0, points), c("c", 0, centres), d("d", 0, dimensions);
  placeholder X("X", {points, dimensions}, p_int16), C("C", {centres, dimensions}, p_int16), N("N", {points}, p_int32);
  scalar best("best", p_int32), sum("sum", p_int32);
  compute b("b", {p}, best = 2147483647);
  compute z("z", {p, c}, sum = 0);
  compute s("s", {p, c, d}, sum += (X(p, d) - C(c, d)) * (X(p, d) - C(c, d)));
  compute v("v", {p, c}, best = p_min(sum, best));
  compute w("w", {p}, N(p) = best);
  z.after(b, p);
  s.after(z, c);
  v.after(s, c);
  w.after(v, p);
  return w;
}

}  // namespace pom::test
