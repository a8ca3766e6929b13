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

}  // namespace images
