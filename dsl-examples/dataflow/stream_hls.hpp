#pragma once
// Kernels of Stream-HLS's evaluation (Basalama, Cong, FPGA 2025), in f32, for auto_DSE: products of matrices and
// vectors, and blocks of convolutions, as processes of a dataflow, without a schedule. Sums may be taken in any order,
// as there.
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

/// A picture of `size` x `size` pixels with channels.
inline pom::placeholder picture(const std::string& name, int size, int channels) {
  return pom::placeholder(name, {size, size, channels}, pom::p_float32);
}

/// `out` has a border of zeros around `in`, one pixel wide.
inline void pad(const std::string& name, const pom::placeholder& in, const pom::placeholder& out, int size,
                int channels) {
  pom::var y("y", 0, size + 2), x("x", 0, size + 2), c("c", 0, channels);
  const pom::expr inside = y >= 1 && y <= size && x >= 1 && x <= size;
  pom::compute copy(name, {y, x, c},
                    pom::select(inside, in(clamp(y - 1, 0, size - 1), clamp(x - 1, 0, size - 1), c), 0.0F),
                    out(y, x, c));
}

/// A 3 x 3 convolution of a padded picture, with as many channels on both sides.
inline pom::compute convolution(const std::string& name, const pom::placeholder& in, const pom::placeholder& sum,
                                const pom::placeholder& weights, int size, int channels) {
  pom::var y("y", 0, size), x("x", 0, size), f("f", 0, channels), r("r", 0, 3), q("q", 0, 3), c("c", 0, channels);
  pom::compute start("start_" + name, {y, x, f}, 0.0F, sum(y, x, f));
  pom::compute add(name, {y, x, f, r, q, c}, sum(y, x, f) + in(y + r, x + q, c) * weights(f, c, r, q), sum(y, x, f));
  add.after(start, f);
  return add;
}

/// out = relu(conv2(relu(conv1(in))) + in)
inline void residual_block(int size, int channels) {
  pom::placeholder in = picture("in", size, channels), skip = picture("skip", size, channels),
                   first = picture("first", size + 2, channels), hidden = picture("hidden", size, channels),
                   second = picture("second", size + 2, channels), last = picture("last", size, channels),
                   out = picture("out", size, channels), sum1 = picture("sum1", size, channels),
                   sum2 = picture("sum2", size, channels);
  pom::placeholder w1("w1", {channels, channels, 3, 3}, pom::p_float32),
      w2("w2", {channels, channels, 3, 3}, pom::p_float32);
  for (pom::placeholder* between : {&skip, &first, &hidden, &second, &last, &sum1, &sum2}) between->local();
  pom::var y("y", 0, size), x("x", 0, size), f("f", 0, channels);
  pom::compute read("read", {y, x, f}, in(y, x, f), skip(y, x, f));
  pad("pad1", skip, first, size, channels);
  const pom::compute conv1 = convolution("conv1", first, sum1, w1, size, channels);
  pom::compute relu("relu", {y, x, f}, pom::p_max(sum1(y, x, f), 0.0F), hidden(y, x, f));
  relu.after(conv1, f);
  pad("pad2", hidden, second, size, channels);
  const pom::compute conv2 = convolution("conv2", second, sum2, w2, size, channels);
  pom::compute finish("finish", {y, x, f}, sum2(y, x, f), last(y, x, f));
  finish.after(conv2, f);
  pom::compute join("join", {y, x, f}, pom::p_max(last(y, x, f) + skip(y, x, f), 0.0F), out(y, x, f));
}

/// A 3 x 3 convolution of each channel by itself, then a 1 x 1 convolution of all.
inline void depthwise_separable(int size, int channels) {
  pom::placeholder in = picture("in", size, channels), padded = picture("padded", size + 2, channels),
                   deep = picture("deep", size, channels), out = picture("out", size, channels),
                   sum1 = picture("sum1", size, channels), sum2 = picture("sum2", size, channels);
  pom::placeholder w1("w1", {channels, 3, 3}, pom::p_float32), w2("w2", {channels, channels}, pom::p_float32);
  for (pom::placeholder* between : {&padded, &deep, &sum1, &sum2}) between->local();
  pad("pad", in, padded, size, channels);
  pom::var y("y", 0, size), x("x", 0, size), f("f", 0, channels), r("r", 0, 3), q("q", 0, 3), c("c", 0, channels);
  pom::compute start1("start_depthwise", {y, x, f}, 0.0F, sum1(y, x, f));
  pom::compute depthwise("depthwise", {y, x, f, r, q}, sum1(y, x, f) + padded(y + r, x + q, f) * w1(f, r, q),
                         sum1(y, x, f));
  pom::compute finish1("finish_depthwise", {y, x, f}, sum1(y, x, f), deep(y, x, f));
  depthwise.after(start1, f);
  finish1.after(depthwise, f);
  pom::compute start2("start_pointwise", {y, x, f}, 0.0F, sum2(y, x, f));
  pom::compute pointwise("pointwise", {y, x, f, c}, sum2(y, x, f) + deep(y, x, c) * w2(f, c), sum2(y, x, f));
  pom::compute finish2("finish_pointwise", {y, x, f}, sum2(y, x, f), out(y, x, f));
  pointwise.after(start2, f);
  finish2.after(pointwise, f);
}

}  // namespace stream_hls
