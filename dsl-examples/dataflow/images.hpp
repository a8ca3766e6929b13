#pragma once
// Image pipelines, one pixel a cycle: every nest is a process, every window between them is found.
#include <pom/pom.hpp>

namespace images {

using pom::compute, pom::expr, pom::placeholder, pom::var, pom::Type;

/// What lies between two processes.
inline placeholder between(const std::string& name, int height, int width, const Type& type) {
  placeholder image(name, {height, width}, type);
  image.local();
  return image;
}

/// The image as a stream of pixels: a port is read once, whatever reads its pixels afterwards.
inline placeholder read(const placeholder& port, int height, int width, const Type& type) {
  const placeholder pixels = between("pixels", height, width, type);
  var y("y", 0, height), x("x", 0, width);
  compute s("read", {y, x}, port(y, x), pixels(y, x));
  s.pipeline(x, 1);
  return pixels;
}

/// The differences across the middle of a window, weighted 1 2 1 along the other direction.
inline expr across(const placeholder& p, const var& y, const var& x) {
  return p(y, x + 2) - p(y, x) + 2 * (p(y + 1, x + 2) - p(y + 1, x)) + p(y + 2, x + 2) - p(y + 2, x);
}
inline expr down(const placeholder& p, const var& y, const var& x) {
  return p(y + 2, x) - p(y, x) + 2 * (p(y + 2, x + 1) - p(y, x + 1)) + p(y + 2, x + 2) - p(y, x + 2);
}

/// Edges: the sum of both differences' sizes.
inline void sobel(int height, int width) {
  placeholder in("in", {height, width}, pom::p_uint8), out("out", {height - 2, width - 2}, pom::p_uint8);
  const placeholder p = read(in, height, width, pom::p_uint8);
  const placeholder gx = between("gx", height - 2, width - 2, pom::p_int16),
                    gy = between("gy", height - 2, width - 2, pom::p_int16);
  var y("y", 0, height - 2), x("x", 0, width - 2);
  compute horizontal("horizontal", {y, x}, across(p, y, x), gx(y, x));
  compute vertical("vertical", {y, x}, down(p, y, x), gy(y, x));
  compute size("size", {y, x}, pom::p_min(255, pom::abs(gx(y, x)) + pom::abs(gy(y, x))), out(y, x));
  for (compute* s : {&horizontal, &vertical, &size}) s->pipeline(x, 1);
}

/// The image and what a blurred one lacks of it: rows are blurred, then columns, and the pixel waits meanwhile.
inline void unsharp(int height, int width) {
  placeholder in("in", {height, width}, pom::p_uint8), out("out", {height - 4, width - 4}, pom::p_uint8);
  const placeholder p = read(in, height, width, pom::p_uint8);
  const placeholder rows = between("rows", height, width - 4, pom::p_uint16),
                    blurred = between("blurred", height - 4, width - 4, pom::p_uint8);
  var y("y", 0, height), x("x", 0, width - 4), v("v", 0, height - 4), u("u", 0, width - 4);
  compute along("along", {y, x}, p(y, x) + 4 * p(y, x + 1) + 6 * p(y, x + 2) + 4 * p(y, x + 3) + p(y, x + 4),
                rows(y, x));
  compute below(
      "below", {v, u},
      pom::cast((rows(v, u) + 4 * rows(v + 1, u) + 6 * rows(v + 2, u) + 4 * rows(v + 3, u) + rows(v + 4, u)) >> 8,
                pom::p_uint8),
      blurred(v, u));
  compute sharpen("sharpen", {v, u}, pom::p_max(0, pom::p_min(255, 2 * p(v + 2, u + 2) - blurred(v, u))), out(v, u));
  along.pipeline(x, 1);
  below.pipeline(u, 1);
  sharpen.pipeline(u, 1);
}

/// Corners: where the image differs in both directions. Three products of two differences, each summed over a window.
inline void harris(int height, int width) {
  placeholder in("in", {height, width}, pom::p_uint8), out("out", {height - 4, width - 4}, pom::p_int32);
  const placeholder p = read(in, height, width, pom::p_uint8);
  const int rows = height - 2, columns = width - 2;
  const placeholder gx = between("gx", rows, columns, pom::p_int16), gy = between("gy", rows, columns, pom::p_int16);
  const placeholder xx = between("xx", rows, columns, pom::p_int32), xy = between("xy", rows, columns, pom::p_int32),
                    yy = between("yy", rows, columns, pom::p_int32);
  var y("y", 0, rows), x("x", 0, columns), v("v", 0, height - 4), u("u", 0, width - 4);
  compute horizontal("horizontal", {y, x}, across(p, y, x) >> 3, gx(y, x));
  compute vertical("vertical", {y, x}, down(p, y, x) >> 3, gy(y, x));
  compute both_x("both_x", {y, x}, gx(y, x) * gx(y, x), xx(y, x));
  compute mixed("mixed", {y, x}, gx(y, x) * gy(y, x), xy(y, x));
  compute both_y("both_y", {y, x}, gy(y, x) * gy(y, x), yy(y, x));
  const auto sum = [&](const placeholder& a) {
    expr all = a(v, u);
    for (int n = 1; n < 9; ++n) all = all + a(v + n / 3, u + n % 3);
    return all >> 4;
  };
  const expr a = sum(xx), b = sum(xy), c = sum(yy);
  compute corner("corner", {v, u}, a * c - b * b - (((a + c) * (a + c)) >> 4), out(v, u));
  for (compute* s : {&horizontal, &vertical, &both_x, &mixed, &both_y}) s->pipeline(x, 1);
  corner.pipeline(u, 1);
}

/// Five neighbours along a row, and along a column, weighted 1 4 6 4 1.
inline expr binomial(const expr& a, const expr& b, const expr& c, const expr& d, const expr& e) {
  return a + 4 * b + 6 * c + 4 * d + e;
}

/// Half an image in both directions: blurred along rows, of which every second column stays, then along columns.
inline placeholder half(const std::string& name, const placeholder& from, int height, int width) {
  const int columns = (width - 3) / 2, rows = (height - 3) / 2;
  const placeholder along = between("along_" + name, height, columns, pom::p_uint16),
                    smaller = between(name, rows, columns, pom::p_uint8);
  var y("y", 0, height), x("x", 0, columns), v("v", 0, rows), u("u", 0, columns);
  const auto right = [&](int n) { return from(y, 2 * x + n); };
  const auto below = [&](int n) { return along(2 * v + n, u); };
  compute blur_rows("rows_of_" + name, {y, x}, binomial(right(0), right(1), right(2), right(3), right(4)), along(y, x));
  compute blur_columns("columns_of_" + name, {v, u},
                       pom::cast((binomial(below(0), below(1), below(2), below(3), below(4)) + 128) >> 8, pom::p_uint8),
                       smaller(v, u));
  blur_rows.pipeline(x, 1);
  blur_columns.pipeline(u, 1);
  return smaller;
}

/// A Gaussian pyramid of two smaller images: both leave the function, and the first is what the second is made of.
inline void pyramid(int height, int width) {
  placeholder in("in", {height, width}, pom::p_uint8);
  const placeholder p = read(in, height, width, pom::p_uint8);
  const int rows = (height - 3) / 2, columns = (width - 3) / 2, fewer_rows = (rows - 3) / 2, fewer = (columns - 3) / 2;
  const placeholder first = half("first", p, height, width), second = half("second", first, rows, columns);
  placeholder out1("out1", {rows, columns}, pom::p_uint8), out2("out2", {fewer_rows, fewer}, pom::p_uint8);
  var y("y", 0, rows), x("x", 0, columns), v("v", 0, fewer_rows), u("u", 0, fewer);
  compute write1("write1", {y, x}, first(y, x), out1(y, x));
  compute write2("write2", {v, u}, second(v, u), out2(v, u));
  write1.pipeline(x, 1);
  write2.pipeline(u, 1);
}

/// Canny's edges up to the hysteresis: a pixel is 255 where the image changes strongly, 128 where it may belong to an
/// edge, 0 else; of the pixels across an edge only the strongest stays.
inline void canny(int height, int width, int low = 40, int high = 90) {
  placeholder in("in", {height, width}, pom::p_uint8), out("out", {height - 8, width - 8}, pom::p_uint8);
  const placeholder p = read(in, height, width, pom::p_uint8);
  const placeholder rows = between("rows", height, width - 4, pom::p_uint16),
                    smooth = between("smooth", height - 4, width - 4, pom::p_uint8);
  var y("y", 0, height), x("x", 0, width - 4), v("v", 0, height - 4), u("u", 0, width - 4);
  const auto right = [&](int n) { return p(y, x + n); };
  const auto below = [&](int n) { return rows(v + n, u); };
  compute along("along", {y, x}, binomial(right(0), right(1), right(2), right(3), right(4)), rows(y, x));
  compute down_columns("down_columns", {v, u},
                       pom::cast((binomial(below(0), below(1), below(2), below(3), below(4)) + 128) >> 8, pom::p_uint8),
                       smooth(v, u));

  const int h = height - 6, w = width - 6;
  const placeholder gx = between("gx", h, w, pom::p_int16), gy = between("gy", h, w, pom::p_int16),
                    size = between("size", h, w, pom::p_int16), direction = between("direction", h, w, pom::p_uint8);
  var i("i", 0, h), j("j", 0, w);
  compute horizontal("horizontal", {i, j}, across(smooth, i, j), gx(i, j));
  compute vertical("vertical", {i, j}, down(smooth, i, j), gy(i, j));
  const expr ax = pom::abs(gx(i, j)), ay = pom::abs(gy(i, j));
  compute strength("strength", {i, j}, pom::cast(ax + ay, pom::p_int16), size(i, j));
  // The tangent of 22.5 degrees is about 2 / 5. 0: along a row, 1: along a column, 2 and 3: the diagonals.
  const expr diagonal = pom::select((gx(i, j) ^ gy(i, j)) >= 0, 2, 3);
  compute sector("sector", {i, j},
                 pom::cast(pom::select(5 * ay < 2 * ax, 0, pom::select(5 * ax < 2 * ay, 1, diagonal)), pom::p_uint8),
                 direction(i, j));

  var s("s", 0, height - 8), t("t", 0, width - 8);
  const expr here = size(s + 1, t + 1), way = direction(s + 1, t + 1);
  const auto pick = [&](int dy, int dx) { return size(s + 1 + dy, t + 1 + dx); };
  const auto neighbour = [&](int side) {
    return pom::select(
        way == 0, pick(0, side),
        pom::select(way == 1, pick(side, 0), pom::select(way == 2, pick(side, side), pick(side, -side))));
  };
  const expr peak = here >= neighbour(-1) && here > neighbour(1);
  compute thin(
      "thin", {s, t},
      pom::cast(pom::select(peak && here >= high, 255, pom::select(peak && here >= low, 128, 0)), pom::p_uint8),
      out(s, t));
  along.pipeline(x, 1);
  down_columns.pipeline(u, 1);
  for (compute* stage : {&horizontal, &vertical, &strength, &sector}) stage->pipeline(j, 1);
  thin.pipeline(t, 1);
}

}  // namespace images
