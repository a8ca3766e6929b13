#pragma once
// adi: the heat equation by alternating directions: each time step solves a tridiagonal system along every column, then
// along every row, by p and q forwards and the solution backwards.
// Scheduled: the systems are independent, so their index i goes inside and is pipelined: no step of a recurrence waits.
#include <functional>
#include <string>

#include "kernel.hpp"

namespace polybench {

/// `solution` at point j of system i, from `old` there and in the neighbouring systems: with `side` * (left + right) +
/// `middle` * point along the sweep and `across` = the side coefficient of the other direction.
struct AdiSweep {
  std::string name;
  double side, middle, across;
  std::function<pom::array_element(const expr&, const expr&)> solution, old;  ///< at (i, j)
};

/// Its seven statements in the time step t.
struct AdiSystems {
  compute first, first_p, first_q, forward_p, forward_q, last, backward;
};

inline AdiSystems solve_systems(const AdiSweep& sweep, int N, const var& t, const placeholder& p,
                                const placeholder& q) {
  const var i("i", 1, N - 1), j("j", 1, N - 1), jp("jp", 0, N - 2);
  const expr jb = N - 2 - jp;  // runs backwards
  const auto& [name, side, middle, across, x, old] = sweep;
  const expr pivot = side * p(i, j - 1) + middle;
  const expr right_hand_side = -across * old(i - 1, j) + (1.0 + 2.0 * across) * old(i, j) - across * old(i + 1, j);
  AdiSystems s{
      compute(name + "_first", {t, i}, 1.0, x(i, 0)),
      compute(name + "_first_p", {t, i}, 0.0, p(i, 0)),
      compute(name + "_first_q", {t, i}, x(i, 0), q(i, 0)),
      compute(name + "_forward_p", {t, i, j}, -side / pivot, p(i, j)),
      compute(name + "_forward_q", {t, i, j}, (right_hand_side - side * q(i, j - 1)) / pivot, q(i, j)),
      compute(name + "_last", {t, i}, 1.0, x(i, N - 1)),
      compute(name + "_backward", {t, i, jp}, p(i, jb) * x(i, jb + 1) + q(i, jb), x(i, jb)),
  };
  s.first_p.after(s.first, i);
  s.first_q.after(s.first_p, i);
  s.forward_p.after(s.first_q, i);
  s.forward_q.after(s.forward_p, j);
  s.last.after(s.forward_q, i);
  s.backward.after(s.last, i);
  return s;
}

/// One nest per phase, the systems innermost.
inline void interleave_systems(AdiSystems& s) {
  for (compute* recurrence : {&s.forward_p, &s.forward_q, &s.backward}) recurrence->interchange(1, 2);
  s.backward.after(s.last, 0);
  s.last.after(s.forward_q, 0);
  s.forward_p.after(s.first_q, 0);
  s.forward_q.after(s.forward_p, 2);
  s.first.pipeline(1, 1);
  s.forward_p.pipeline(2, 1);
  s.last.pipeline(1, 1);
  s.backward.pipeline(2, 1);
}

inline pom::function adi(Dataset dataset, Plan plan) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 20, 60, 200, 1000, 2000);
  const double dx = 1.0 / N, dy = 1.0 / N, dt = 1.0 / T;
  const double x_ratio = 2.0 * dt / (dx * dx), y_ratio = 1.0 * dt / (dy * dy);
  const double a = -x_ratio / 2.0, b = 1.0 + x_ratio, d = -y_ratio / 2.0, e = 1.0 + y_ratio;
  pom::function f("adi");
  f.scope([&] {
    const var t("t", 1, T + 1);
    placeholder u("u", {N, N}, p_float64), v("v", {N, N}, p_float64);
    placeholder p("p", {N, N}, p_float64), q("q", {N, N}, p_float64);
    const auto u_column = [&](const expr& i, const expr& j) { return u(j, i); };
    const auto v_column = [&](const expr& i, const expr& j) { return v(j, i); };
    AdiSystems columns = solve_systems({"column", a, b, d, v_column, u_column}, N, t, p, q);
    AdiSystems rows = solve_systems({"row", d, e, a, u, v}, N, t, p, q);
    rows.first.after(columns.backward, t);

    if (plan == Plan::as_written) return;
    interleave_systems(columns);
    interleave_systems(rows);
    for (const placeholder& grid : {u, v, p, q}) grid.partition({2, 2}, "cyclic");
  });
  return f;
}

}  // namespace polybench
