#pragma once
// deriche: a recursive edge filter; each line of the image is filtered forwards and backwards and both are added, first
// along i's lines (j), then along j's (i). Scheduled: forward and backward filter of a line share one pipelined loop,
// two recurrences side by side; the lines cannot overlap, as the filters' states are scalars.
#include <cmath>
#include <string>
#include <vector>

#include "kernel.hpp"

namespace polybench {

/// The filter's coefficients, in single precision: the weights of inputs (a) and of earlier outputs (b). The two
/// filters are added with weight 1.
struct DericheCoefficients {
  float a1, a2, a3, a4, b1, b2;
};

inline DericheCoefficients deriche_coefficients(float alpha) {
  const float decay = std::exp(-alpha), decay2 = std::exp(-2.0f * alpha);
  const float k = (1.0f - decay) * (1.0f - decay) / (1.0f + 2.0f * alpha * decay - std::exp(2.0f * alpha));
  return {k, k * decay * (alpha - 1.0f), k * decay * (alpha + 1.0f), -k * decay2, std::pow(2.0f, -alpha), -decay2};
}

/// The statements of one filter: those that clear its state for a new line, and those of its loop over points.
struct DericheFilter {
  std::vector<compute> clears, points;
};

/// Puts the statements one behind the other, the first one behind `before`, in shared loops down to `level`.
inline void chain(compute before, const std::vector<compute>& statements, int level) {
  for (compute statement : statements) {
    statement.after(before, level);
    before = statement;
  }
}

/// Lines outside, points inside; the filter's statements share both.
inline DericheFilter share_loops(const DericheFilter& filter) {
  const auto& [clears, points] = filter;
  chain(clears.front(), {clears.begin() + 1, clears.end()}, 0);
  chain(clears.back(), {points.front()}, 0);
  chain(points.front(), {points.begin() + 1, points.end()}, 1);
  return filter;
}

/// out = a1 * in + a2 * in before + b1 * out before + b2 * out before that, for every point of every line.
inline DericheFilter filter_forwards(const std::string& name, const var& line, const var& step, const expr& in,
                                     const expr& out, const placeholder& x1, const placeholder& y1,
                                     const placeholder& y2, const DericheCoefficients& c) {
  return share_loops({{{name + "_clear_y1", {line}, 0.0, y1()},
                       {name + "_clear_y2", {line}, 0.0, y2()},
                       {name + "_clear_x1", {line}, 0.0, x1()}},
                      {{name, {line, step}, c.a1 * in + c.a2 * x1() + c.b1 * y1() + c.b2 * y2(), out},
                       {name + "_keep_x1", {line, step}, in, x1()},
                       {name + "_keep_y2", {line, step}, y1(), y2()},
                       {name + "_keep_y1", {line, step}, out, y1()}}});
}

/// out = a3 * in before + a4 * in before that + b1 * out before + b2 * out before that.
inline DericheFilter filter_backwards(const std::string& name, const var& line, const var& step, const expr& in,
                                      const expr& out, const placeholder& x1, const placeholder& x2,
                                      const placeholder& y1, const placeholder& y2, const DericheCoefficients& c) {
  return share_loops({{{name + "_clear_y1", {line}, 0.0, y1()},
                       {name + "_clear_y2", {line}, 0.0, y2()},
                       {name + "_clear_x1", {line}, 0.0, x1()},
                       {name + "_clear_x2", {line}, 0.0, x2()}},
                      {{name, {line, step}, c.a3 * x1() + c.a4 * x2() + c.b1 * y1() + c.b2 * y2(), out},
                       {name + "_keep_x2", {line, step}, x1(), x2()},
                       {name + "_keep_x1", {line, step}, in, x1()},
                       {name + "_keep_y2", {line, step}, y1(), y2()},
                       {name + "_keep_y1", {line, step}, out, y1()}}});
}

/// Both filters of a line in one loop over points: first both clear their states, then every iteration runs both.
inline void run_side_by_side(const DericheFilter& forwards, const DericheFilter& backwards) {
  DericheFilter both = forwards;
  both.clears.insert(both.clears.end(), backwards.clears.begin(), backwards.clears.end());
  both.points.insert(both.points.end(), backwards.points.begin(), backwards.points.end());
  share_loops(both);
  both.points.front().pipeline(1, 1);
}

inline pom::function deriche(Dataset dataset, Plan plan) {
  const int W = pick(dataset, 64, 192, 720, 4096, 7680);
  const int H = pick(dataset, 64, 128, 480, 2160, 4320);
  const DericheCoefficients c = deriche_coefficients(0.25f);
  pom::function f("deriche");
  f.scope([&] {
    var i("i", 0, W), j("j", 0, H);
    const expr ib = W - 1 - i, jb = H - 1 - j;  // run backwards
    placeholder imgIn("imgIn", {W, H}, p_float32), imgOut("imgOut", {W, H}, p_float32);
    placeholder y1("y1", {W, H}, p_float32), y2("y2", {W, H}, p_float32);
    placeholder ym1("ym1", {}, p_float32), ym2("ym2", {}, p_float32);
    placeholder yp1("yp1", {}, p_float32), yp2("yp2", {}, p_float32);
    placeholder xm1("xm1", {}, p_float32), xp1("xp1", {}, p_float32), xp2("xp2", {}, p_float32);
    placeholder tm1("tm1", {}, p_float32), tp1("tp1", {}, p_float32), tp2("tp2", {}, p_float32);

    DericheFilter right = filter_forwards("right", i, j, imgIn(i, j), y1(i, j), xm1, ym1, ym2, c);
    DericheFilter left = filter_backwards("left", i, j, imgIn(i, jb), y2(i, jb), xp1, xp2, yp1, yp2, c);
    compute add_first("add_first", {i, j}, y1(i, j) + y2(i, j), imgOut(i, j));
    DericheFilter down = filter_forwards("down", j, i, imgOut(i, j), y1(i, j), tm1, ym1, ym2, c);
    DericheFilter up = filter_backwards("up", j, i, imgOut(ib, j), y2(ib, j), tp1, tp2, yp1, yp2, c);
    compute add_second("add_second", {i, j}, y1(i, j) + y2(i, j), imgOut(i, j));

    if (plan == Plan::as_written) return;
    var j0("j0"), j1("j1");
    for (compute* add : {&add_first, &add_second}) {
      add->split(j, 4, j0, j1);
      add->pipeline(j0, 1);
      add->unroll(j1, 4);
    }
    run_side_by_side(right, left);
    run_side_by_side(down, up);
    for (const placeholder& image : {imgOut, y1, y2}) image.partition({1, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
