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

/// result = value of a sum that begins with `first` and adds `term` for each `over`; around it the loops `around`, of
/// which the innermost holds all three statements. `sum`: the element that keeps it.
inline void add_up(const std::string& name, const std::vector<pom::var>& around, const pom::var& over,
                   const pom::expr& sum, const pom::expr& first, const pom::expr& term, const pom::expr& value,
                   const pom::expr& result) {
  std::vector<pom::var> all = around;
  all.push_back(over);
  pom::compute start("start_" + name, around, first, sum);
  pom::compute add(name, all, sum + term, sum);
  pom::compute finish("finish_" + name, around, value, result);
  add.after(start, around.back());
  finish.after(add, around.back());
}

/// c = a * b, as one process.
inline void product(const std::string& name, const Matrix& a, const Matrix& b, const Matrix& c) {
  pom::var i("i", 0, a.rows), j("j", 0, b.columns), k("k", 0, a.columns);
  pom::placeholder sum("sum_" + name, {a.rows, b.columns}, pom::p_float32);
  sum.local();
  add_up(name, {i, j}, k, sum(i, j), 0.0F, a.array(i, k) * b.array(k, j), sum(i, j), c.array(i, j));
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

/// c = a * b, column after column: for who reads it by columns.
inline void product_by_columns(const std::string& name, const Matrix& a, const Matrix& b, const Matrix& c) {
  pom::var i("i", 0, a.rows), j("j", 0, b.columns), k("k", 0, a.columns);
  pom::placeholder sum("sum_" + name, {a.rows, b.columns}, pom::p_float32);
  sum.local();
  add_up(name, {j, i}, k, sum(i, j), 0.0F, a.array(i, k) * b.array(k, j), sum(i, j), c.array(i, j));
}

/// c = a * b as a sum of products of columns of a and rows of b: begins with the first of each.
inline void product_of_columns_and_rows(const std::string& name, const Matrix& a, const Matrix& b, const Matrix& c) {
  const int steps = a.columns;
  pom::var i("i", 0, a.rows), j("j", 0, b.columns), k("k", 0, steps), last("last", steps - 1, steps);
  pom::placeholder sum("sum_" + name, {a.rows, b.columns}, pom::p_float32);
  sum.local();
  const pom::expr before = pom::select(k > 0, sum(i, j), 0.0F);
  pom::compute add(name, {k, i, j}, before + a.array(i, k) * b.array(k, j), sum(i, j));
  pom::compute finish("finish_" + name, {last, i, j}, sum(i, j), c.array(i, j));
  finish.after(add, j);
}

/// out = (a * b) * (c * d)
inline void three_products() {
  const Matrix a = argument("a", 180, 200), b = argument("b", 200, 190), c = argument("c", 190, 220),
               d = argument("d", 220, 210);
  const Matrix left = between("left", 180, 190), right = between("right", 190, 210), out = argument("out", 180, 210);
  product_by_columns("ab", a, b, left);
  product("cd", c, d, right);
  product_of_columns_and_rows("all", left, right, out);
}

/// out(i) = the sum of a(i, j) * x(j) over j.
inline void times_vector(const std::string& name, const Matrix& a, const pom::placeholder& x,
                         const pom::placeholder& out) {
  pom::var i("i", 0, a.rows), j("j", 0, a.columns);
  pom::placeholder sum("sum_" + name, {a.rows}, pom::p_float32);
  sum.local();
  add_up(name, {i}, j, sum(i), 0.0F, a.array(i, j) * x(j), sum(i), out(i));
}

/// out(j) = the sum of a(i, j) * x(i) over i, column after column.
inline void transposed_times_vector(const std::string& name, const Matrix& a, const pom::placeholder& x,
                                    const pom::placeholder& out) {
  pom::var i("i", 0, a.rows), j("j", 0, a.columns);
  pom::placeholder sum("sum_" + name, {a.columns}, pom::p_float32);
  sum.local();
  add_up(name, {j}, i, sum(j), 0.0F, a.array(i, j) * x(i), sum(j), out(j));
}

/// out(j) = the sum of a(i, j) * x(i) over i, row after row: begins with the first of x. Even and odd rows have sums of
/// their own, so that no row waits for the sum of the one before.
inline void transposed_row_by_row(const std::string& name, const Matrix& a, const pom::placeholder& x,
                                  const pom::placeholder& out) {
  constexpr int parts = 4;
  pom::var i("i", 0, a.rows), j("j", 0, a.columns), last("last", a.rows - 1, a.rows);
  pom::placeholder sum("sum_" + name, {parts, a.columns}, pom::p_float32);
  sum.local();
  const pom::expr before = pom::select(i >= parts, sum(i % parts, j), 0.0F);
  pom::compute add(name, {i, j}, before + a.array(i, j) * x(i), sum(i % parts, j));
  pom::compute finish("finish_" + name, {last, j}, (sum(0, j) + sum(1, j)) + (sum(2, j) + sum(3, j)), out(j));
  finish.after(add, j);
}

inline pom::placeholder vector(const std::string& name, int size) {
  return pom::placeholder(name, {size}, pom::p_float32);
}

/// y = A^T (A x)
inline void atax() {
  const Matrix a = argument("a", 390, 410);
  pom::placeholder x = vector("x", 410), between = vector("between", 390), y = vector("y", 410);
  between.local();
  times_vector("rows", a, x, between);
  transposed_row_by_row("columns", a, between, y);
}

/// q = A p and s = A^T r. As there, each product has a copy of A.
inline void bicg() {
  const Matrix a = argument("a", 410, 390), copy = argument("copy", 410, 390);
  const pom::placeholder p = vector("p", 390), r = vector("r", 410), q = vector("q", 410), s = vector("s", 390);
  times_vector("rows", a, p, q);
  transposed_times_vector("columns", copy, r, s);
}

/// x1 = A y1 and x2 = A^T y2. As there, each product has a copy of A, and x1 and x2 are results only.
inline void mvt() {
  const Matrix a = argument("a", 400, 400), copy = argument("copy", 400, 400);
  const pom::placeholder y1 = vector("y1", 400), y2 = vector("y2", 400), x1 = vector("x1", 400), x2 = vector("x2", 400);
  times_vector("rows", a, y1, x1);
  transposed_times_vector("columns", copy, y2, x2);
}

enum class Activation { none, relu, sigmoid };

inline pom::expr activate(Activation activation, const pom::expr& value) {
  if (activation == Activation::relu) return pom::p_max(value, 0.0F);
  return activation == Activation::sigmoid ? pom::sigmoid(value) : value;
}

/// out = activation(in * weights^T + bias)
inline void linear(const std::string& name, const Matrix& in, const Matrix& out, Activation activation) {
  const Matrix weights = argument("weights_" + name, out.columns, in.columns);
  const pom::placeholder bias = vector("bias_" + name, out.columns);
  pom::var i("i", 0, out.rows), j("j", 0, out.columns), k("k", 0, in.columns);
  pom::placeholder sum("sum_" + name, {out.rows, out.columns}, pom::p_float32);
  sum.local();
  add_up(name, {i, j}, k, sum(i, j), bias(j), in.array(i, k) * weights.array(j, k), activate(activation, sum(i, j)),
         out.array(i, j));
}

/// Layers of so many values, from the input on; the code is in the middle. `last`: behind the last one.
inline void autoencoder(int rows, const std::vector<int>& sizes, Activation last) {
  Matrix left = argument("in", rows, sizes.front());
  for (std::size_t n = 1; n < sizes.size(); ++n) {
    const bool is_last = n + 1 == sizes.size(), is_code = n == sizes.size() / 2;
    const std::string number = std::to_string(n);
    const Matrix result = is_last ? argument("out", rows, sizes[n]) : between("t" + number, rows, sizes[n]);
    linear("layer" + number, left, result, is_last ? last : is_code ? Activation::none : Activation::relu);
    left = result;
  }
}

/// Layers of 1024, 512, 512 (with the first one's result added), 256 and 10 values.
inline void residual_mlp(int rows) {
  const Matrix in = argument("in", rows, 1024), first = between("first", rows, 512),
               active = between("active", rows, 512), skip = between("skip", rows, 512),
               second = between("second", rows, 512), joined = between("joined", rows, 512),
               third = between("third", rows, 256), out = argument("out", rows, 10);
  pom::var i("i", 0, rows), j("j", 0, 512);
  linear("fc1", in, first, Activation::none);
  pom::compute relu("relu", {i, j}, pom::p_max(first.array(i, j), 0.0F), active.array(i, j));
  pom::compute keep("keep", {i, j}, first.array(i, j), skip.array(i, j));
  keep.after(relu, j);
  linear("fc2", active, second, Activation::none);
  pom::compute join("join", {i, j}, pom::p_max(second.array(i, j) + skip.array(i, j), 0.0F), joined.array(i, j));
  linear("fc3", joined, third, Activation::none);
  linear("fc4", third, out, Activation::none);
}

/// Sizes of a multi-head self-attention: rows of values, and the heads that the values of a row are divided among.
struct Attention {
  int rows, values, heads;
  int per_head() const { return values / heads; }
};

/// Elements by head, row and value.
inline pom::placeholder by_head(const std::string& name, const Attention& sizes, int values) {
  pom::placeholder array(name, {sizes.heads, sizes.rows, values}, pom::p_float32);
  array.local();
  return array;
}

/// out = in * weights^T + bias, head after head.
inline void project(const std::string& name, const Attention& sizes, const Matrix& in, const pom::placeholder& out) {
  const Matrix weights = argument("weights_" + name, sizes.values, sizes.values);
  const pom::placeholder bias = vector("bias_" + name, sizes.values);
  pom::var h("h", 0, sizes.heads), i("i", 0, sizes.rows), d("d", 0, sizes.per_head()), k("k", 0, sizes.values);
  const pom::placeholder sum = by_head("sum_" + name, sizes, sizes.per_head());
  const pom::expr row = h * sizes.per_head() + d;
  add_up(name, {h, i, d}, k, sum(h, i, d), bias(row), in.array(i, k) * weights.array(row, k), sum(h, i, d),
         out(h, i, d));
}

/// weights(h, i, j) = softmax over j of query(h, i, …) * key(h, j, …) / sqrt(values of a head)
inline void score(const Attention& sizes, const pom::placeholder& query, const pom::placeholder& key,
                  const pom::placeholder& scores) {
  pom::var h("h", 0, sizes.heads), i("i", 0, sizes.rows), j("j", 0, sizes.rows), d("d", 0, sizes.per_head());
  const pom::placeholder sum = by_head("sum_score", sizes, sizes.rows);
  const pom::expr scale = pom::rsqrt(static_cast<float>(sizes.per_head()));
  add_up("score", {h, i, j}, d, sum(h, i, j), 0.0F, query(h, i, d) * key(h, j, d), sum(h, i, j) * scale,
         scores(h, i, j));
}

inline void softmax(const Attention& sizes, const pom::placeholder& scores, const pom::placeholder& shares) {
  pom::var h("h", 0, sizes.heads), i("i", 0, sizes.rows), j("j", 0, sizes.rows);
  pom::placeholder most("most", {sizes.heads, sizes.rows}, pom::p_float32),
      total("total", {sizes.heads, sizes.rows}, pom::p_float32);
  most.local();
  total.local();
  const pom::placeholder powers = by_head("powers", sizes, sizes.rows);
  pom::compute least("least", {h, i}, -3.0e38F, most(h, i));
  pom::compute greatest("greatest", {h, i, j}, pom::p_max(most(h, i), scores(h, i, j)), most(h, i));
  pom::compute power("power", {h, i, j}, pom::exp(scores(h, i, j) - most(h, i)), powers(h, i, j));
  pom::compute none("none", {h, i}, 0.0F, total(h, i));
  pom::compute count("count", {h, i, j}, total(h, i) + powers(h, i, j), total(h, i));
  pom::compute share("share", {h, i, j}, powers(h, i, j) / total(h, i), shares(h, i, j));
  greatest.after(least, i);
  power.after(greatest, i);
  none.after(power, i);
  count.after(none, i);
  share.after(count, i);
}

/// out = concatenate(softmax(q k^T / sqrt(d)) v) * weights^T + bias, of three projections of the input.
inline void self_attention(const Attention& sizes) {
  const int values = sizes.per_head();
  const Matrix in = argument("in", sizes.rows, sizes.values), out = argument("out", sizes.rows, sizes.values);
  const pom::placeholder query = by_head("query", sizes, values), key = by_head("key", sizes, values),
                         value = by_head("value", sizes, values), scores = by_head("scores", sizes, sizes.rows),
                         shares = by_head("shares", sizes, sizes.rows), mixed = by_head("mixed", sizes, values),
                         sum = by_head("sum_mix", sizes, values);
  project("q", sizes, in, query);
  project("k", sizes, in, key);
  project("v", sizes, in, value);
  score(sizes, query, key, scores);
  softmax(sizes, scores, shares);
  pom::var h("h", 0, sizes.heads), i("i", 0, sizes.rows), j("j", 0, sizes.rows), d("d", 0, values);
  add_up("mix", {h, i, d}, j, sum(h, i, d), 0.0F, shares(h, i, j) * value(h, j, d), sum(h, i, d), mixed(h, i, d));
  const Matrix weights = argument("weights_out", sizes.values, sizes.values);
  const pom::placeholder bias = vector("bias_out", sizes.values);
  pom::placeholder joined("joined", {sizes.rows, sizes.values}, pom::p_float32);
  joined.local();
  pom::var r("r", 0, sizes.rows), c("c", 0, sizes.values), g("g", 0, sizes.heads), k("k", 0, values);
  pom::compute begin("begin_out", {r, c}, bias(c), joined(r, c));
  pom::compute join("join", {r, c, g, k}, joined(r, c) + mixed(g, r, k) * weights.array(c, g * values + k),
                    joined(r, c));
  pom::compute end("end_out", {r, c}, joined(r, c), out.array(r, c));
  join.after(begin, c);
  end.after(join, c);
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
