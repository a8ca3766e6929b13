#include "programs.hpp"

namespace paper {

using namespace pom;

namespace {

/// value · factor. As written the literal has no suffix: the product is taken in double and rounded to float. The
/// designs' DSP are those of float products.
expr scaled(const expr& value, double factor, Design design) {
  if (design != Design::as_written) return value * constant(factor, p_float32);
  return cast(value * constant(factor, p_float64), p_float32);
}

}  // namespace

function jacobi_1d(Design design, int N) {
  function program("jacobi");
  program.scope([&] {
    var t("t", 0, N), i("i", 0, N - 2);
    placeholder A("A", {N}, p_float32), B("B", {N}, p_float32);
    compute there("there", {t, i}, scaled(A(i) + A(i + 1) + A(i + 2), 0.33333, design), B(i + 1));
    compute back("back", {t, i}, scaled(B(i) + B(i + 1) + B(i + 2), 0.33333, design), A(i + 1));
    back.after(there, t);
    if (design == Design::as_written) return;
    var i0("i0"), i1("i1");
    for (compute* half : {&there, &back}) half->split(i, 2, i0, i1).pipeline(i0, 1).unroll(i1, 2);
    A.partition({4}, "cyclic");
    B.partition({4}, "cyclic");
  });
  return program;
}

namespace {

expr cross(const placeholder& grid, const var& i, const var& j) {
  return grid(i + 1, j + 1) + grid(i + 1, j) + grid(i + 1, j + 2) + grid(i + 2, j + 1) + grid(i, j + 1);
}

}  // namespace

function jacobi_2d(Design design, int N) {
  function program("jacobi2d");
  program.scope([&] {
    var t("t", 0, N), i("i", 0, N - 2), j("j", 0, N - 2);
    placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32);
    compute there("there", {t, i, j}, scaled(cross(A, i, j), 0.2, design), B(i + 1, j + 1));
    compute back("back", {t, i, j}, scaled(cross(B, i, j), 0.2, design), A(i + 1, j + 1));
    back.after(there, t);
    if (design == Design::as_written) return;
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    for (compute* half : {&there, &back})
      half->tile(i, j, 2, 2, i0, j0, i1, j1).pipeline(j0, 1).unroll(i1, 2).unroll(j1, 2);
    A.partition({4, 4}, "cyclic");
    B.partition({4, 4}, "cyclic");
  });
  return program;
}

function heat_1d(Design design, int N) {
  function program("heat");
  program.scope([&] {
    var t("t", 0, N), i("i", 0, N - 2);
    placeholder A("A", {N}, p_float32), B("B", {N}, p_float32);
    constant two(2.0, p_float32), eighth(0.125, p_float32);
    compute diffuse("diffuse", {t, i}, (B(i) - two * B(i + 1) + B(i + 2)) * eighth, A(i + 1));
    compute copy("copy", {t, i}, A(i + 1), B(i + 1));
    copy.after(diffuse, t);
    if (design == Design::as_written) return;
    var i0("i0"), i1("i1");
    for (compute* half : {&diffuse, &copy}) half->split(i, 2, i0, i1).pipeline(i0, 1).unroll(i1, 2);
    A.partition({2}, "cyclic");
    B.partition({4}, "cyclic");
  });
  return program;
}

/// 12280 wavefronts w = 2i + j of 1365 points on average, one point per cycle. Three banks per dimension serve nine
/// neighbours; the remainders by 3 are multiplications, which is where DSP blocks beyond the eight adders come from.
function seidel(Design design, int N) {
  function program("seidel");
  program.scope([&] {
    var t("t", 0, N), i("i", 0, N - 2), j("j", 0, N - 2);
    placeholder A("A", {N, N}, p_float32);
    compute s("s", {t, i, j},
              (A(i, j) + A(i, j + 1) + A(i, j + 2) + A(i + 1, j) + A(i + 1, j + 1) + A(i + 1, j + 2) + A(i + 2, j) +
               A(i + 2, j + 1) + A(i + 2, j + 2)) /
                  9,
              A(i + 1, j + 1));
    if (design == Design::as_written) return;
    var i2("i2"), w("w");
    s.skew(i, j, 2, 1, i2, w);
    s.interchange(i2, w);
    s.pipeline(i2, 1);
    A.partition({3, 3}, "cyclic");
  });
  return program;
}

namespace {

/// Two by two pixels with all their colours in an iteration.
void tile_image(compute& pass, const var& y, const var& x, const var& c) {
  var y0("y0"), x0("x0"), y1("y1"), x1("x1");
  pass.tile(y, x, 2, 2, y0, x0, y1, x1).pipeline(x0, 1).unroll(y1, 2).unroll(x1, 2).unroll(c, 3);
}

}  // namespace

function blur(Design design, int N) {
  function program("blur");
  program.scope([&] {
    var y("y", 0, N - 2), x("x", 0, N - 2), c("c", 0, 3);
    placeholder in("in", {N, N, 3}, p_float32), wide("wide", {N, N, 3}, p_float32), out("out", {N, N, 3}, p_float32);
    compute along_x("along_x", {y, x, c}, (in(y, x, c) + in(y, x + 1, c) + in(y, x + 2, c)) / 3, wide(y, x, c));
    compute along_y("along_y", {y, x, c}, (wide(y, x, c) + wide(y + 1, x, c) + wide(y + 2, x, c)) / 3, out(y, x, c));
    if (design == Design::as_written) return;
    for (compute* pass : {&along_x, &along_y}) tile_image(*pass, y, x, c);
    in.partition({2, 4, 3}, "cyclic");
    wide.partition({4, 2, 3}, "cyclic");
    out.partition({2, 2, 3}, "cyclic");
  });
  return program;
}

function edge_detect(Design design, int N) {
  function program("edgeDetect");
  program.scope([&] {
    var y("y", 0, N - 2), x("x", 0, N - 2), c("c", 0, 3);
    placeholder in("in", {N, N, 3}, p_float32), ring("ring", {N, N, 3}, p_float32), out("out", {N, N, 3}, p_float32);
    compute neighbours("neighbours", {y, x, c},
                       in(y, x, c) + in(y, x + 1, c) + in(y, x + 2, c) + in(y + 1, x, c) + in(y + 1, x + 2, c) +
                           in(y + 2, x, c) + in(y + 2, x + 1, c) + in(y + 2, x + 2, c),
                       ring(y + 1, x + 1, c));
    compute gradient("gradient", {y, x, c},
                     ring(y + 1, x + 1, c) - ring(y + 2, x, c) + ring(y + 2, x + 1, c) - ring(y + 1, x, c),
                     out(y, x, c));
    if (design == Design::as_written) return;
    for (compute* pass : {&neighbours, &gradient}) tile_image(*pass, y, x, c);
    in.partition({4, 4, 3}, "cyclic");
    ring.partition({3, 3, 3}, "cyclic");
    out.partition({2, 2, 3}, "cyclic");
  });
  return program;
}

/// (1 + 7 + 7) · 1363²: three by three pixels with three colours in an iteration, the taps outside; the design clears
/// both images first, which the program as written does not count.
function gaussian(Design design, int N) {
  function program("gaussian");
  program.scope([&] {
    var y("y", 0, N - 7), x("x", 0, N - 7), c("c", 0, 3), k("k", 0, 7);
    placeholder in("in", {N, N, 3}, p_float32), tall("tall", {N, N, 3}, p_float32), out("out", {N, N, 3}, p_float32);
    placeholder taps_x("taps_x", {7}, p_float32), taps_y("taps_y", {7}, p_float32);
    const auto blur = [&](const char* name, const expr& pixel, const placeholder& taps, const placeholder& image) {
      return compute(name, {y, x, c, k}, image(y, x, c) + pixel * taps(k), image(y, x, c));
    };
    if (design == Design::as_written) {
      blur("along_y", in(y + k, x, c), taps_x, tall);
      blur("along_x", tall(y, x + k, c), taps_y, out);
      return;
    }
    compute clear_tall("clear_tall", {y, x, c}, 0.0f, tall(y, x, c));
    compute clear_out("clear_out", {y, x, c}, 0.0f, out(y, x, c));
    clear_out.after(clear_tall, c);
    compute along_y = blur("along_y", in(y + k, x, c), taps_x, tall);
    compute along_x = blur("along_x", tall(y, x + k, c), taps_y, out);
    var y0("y0"), x0("x0"), y1("y1"), x1("x1");
    for (compute* pass : {&along_y, &along_x}) pass->reorder({k, y, x, c});
    for (compute* pass : {&clear_tall, &clear_out, &along_y, &along_x})
      pass->tile(y, x, 3, 3, y0, x0, y1, x1).pipeline(x0, 1).unroll(y1, 3).unroll(x1, 3).unroll(c, 3);
    for (const placeholder* image : {&in, &tall, &out}) image->partition({3, 3, 3}, "cyclic");
  });
  return program;
}

}  // namespace paper
