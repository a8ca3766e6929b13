#pragma once
// Kernels of Stream-HLS's evaluation (Basalama, Cong, FPGA 2025), in f32, for auto_DSE: products of matrices and
// vectors as processes of a dataflow, without a schedule. Sums may be taken in any order, as there.
#include <string>
#include <vector>

#include <pom/pom.hpp>

namespace stream_hls {

/// The device's and the clock's part of every one.
inline pom::CompileOptions options() {
  pom::CompileOptions options;
  options.device = "xcu280";
  options.clock_ns = 3.33;
  return options;
}

/// DSP blocks that its search was told to keep.
constexpr std::int64_t most_dsp = 2560;

/// A matrix with its sizes.
struct Matrix {
  pom::placeholder array;
  int rows, columns;
};

inline Matrix argument(const std::string& name, int rows, int columns) {
  return {pom::placeholder(name, {rows, columns}, pom::p_float32), rows, columns};
}

inline Matrix between(const std::string& name, int rows, int columns) {
  Matrix matrix = argument(name, rows, columns);
  matrix.array.local();
  return matrix;
}

/// c = a * b, as one process.
inline void product(const std::string& name, const Matrix& a, const Matrix& b, const Matrix& c) {
  pom::var i("i", 0, a.rows), j("j", 0, b.columns), k("k", 0, a.columns);
  pom::placeholder sum("sum_" + name, {a.rows, b.columns}, pom::p_float32);
  sum.local();
  pom::compute start("start_" + name, {i, j}, 0.0F, sum(i, j));
  pom::compute add(name, {i, j, k}, sum(i, j) + a.array(i, k) * b.array(k, j), sum(i, j));
  pom::compute finish("finish_" + name, {i, j}, sum(i, j), c.array(i, j));
  add.after(start, j);
  finish.after(add, j);
}

/// A chain of products: `sizes` are the rows of the first matrix, then the columns of each.
inline void chain(const std::vector<int>& sizes) {
  const int rows = sizes.front();
  Matrix left = argument("a0", rows, sizes[1]);
  for (std::size_t n = 1; n + 1 < sizes.size(); ++n) {
    const bool last = n + 2 == sizes.size();
    const std::string number = std::to_string(n);
    const Matrix right = argument("a" + number, sizes[n], sizes[n + 1]);
    const Matrix result = last ? argument("out", rows, sizes[n + 1]) : between("t" + number, rows, sizes[n + 1]);
    product("mm" + number, left, right, result);
    left = result;
  }
}

/// y = alpha * A x + beta * B x
inline void gesummv(int size) {
  pom::var i("i", 0, size), j("j", 0, size);
  pom::placeholder a("a", {size, size}, pom::p_float32), b("b", {size, size}, pom::p_float32),
      x("x", {size}, pom::p_float32), y("y", {size}, pom::p_float32), s("s", {size}, pom::p_float32),
      t("t", {size}, pom::p_float32);
  s.local();
  t.local();
  pom::compute clear_s("clear_s", {i}, 0.0F, s(i)), clear_t("clear_t", {i}, 0.0F, t(i));
  pom::compute add_s("add_s", {i, j}, s(i) + a(i, j) * x(j), s(i));
  pom::compute add_t("add_t", {i, j}, t(i) + b(i, j) * x(j), t(i));
  pom::compute both("both", {i}, s(i) * 1.5F + t(i) * 1.2F, y(i));
  clear_t.after(clear_s, i);
  add_s.after(clear_t, i);
  add_t.after(add_s, i);
  both.after(add_t, i);
}

}  // namespace stream_hls
