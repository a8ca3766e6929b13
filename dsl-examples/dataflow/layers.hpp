#pragma once
// Layers of quantised networks as processes of a dataflow: 8-bit images, height x width x channels, one layer a nest.
// What lies between them is local, and `dataflow(Channels::automatic)` makes it FIFOs, windows and lines.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pom/pom.hpp>

namespace layers {

/// What is said of a layer's loops once all layers are declared: a program comes before its schedule.
using Schedule = std::function<void()>;

/// An image between two layers.
struct Image {
  pom::placeholder array;
  int height, width, channels;
};

/// How fast a layer is: pixels that it takes in one cycle, or else cycles for one pixel, in which it computes a part of
/// its filters each.
struct Rate {
  int pixels = 1;
  int cycles = 1;
};

/// Numbers that nobody has trained: of a layer's name, so that each has its own.
class Weights {
 public:
  explicit Weights(const std::string& layer) {
    for (const char c : layer) state_ = state_ * 31 + static_cast<unsigned char>(c);
  }
  int next(int low, int high) {
    state_ = state_ * 1664525U + 1013904223U;
    return low + static_cast<int>((state_ >> 8) % static_cast<unsigned>(high - low + 1));
  }
  std::vector<int> list(std::size_t count, int low, int high) {
    std::vector<int> all;
    for (std::size_t n = 0; n < count; ++n) all.push_back(next(low, high));
    return all;
  }

 private:
  unsigned state_ = 1;
};

inline Image argument(const std::string& name, int height, int width, int channels) {
  return {pom::placeholder(name, {height, width, channels}, pom::p_int8), height, width, channels};
}

inline Image between(const std::string& name, int height, int width, int channels) {
  Image image = argument(name, height, width, channels);
  image.array.local();
  return image;
}

/// All channels of `rate.pixels` neighbours at once.
inline void open_port(const Image& image, const Rate& rate) {
  image.array.partition({1, rate.pixels, image.channels}, "cyclic");
}

/// The loop over pixels of one nest: as many of them in one cycle as the rate says.
inline Schedule pipeline_pixels(const std::vector<pom::compute>& nest, const pom::var& x, const Rate& rate) {
  return [=] {
    std::vector<pom::compute> computes = nest;
    pom::var x0("x0"), x1("x1");
    if (rate.pixels > 1) {
      for (pom::compute& s : computes) s.split(x, rate.pixels, x0, x1);
    }
    computes.front().pipeline(rate.pixels > 1 ? x0 : x, 1);
  };
}

/// `to` = `from`, pixel by pixel: from a port into the network, or out of it.
[[nodiscard]] inline Schedule copy(const std::string& name, const Image& from, const Image& to, const Rate& rate) {
  pom::var y("y", 0, from.height), x("x", 0, from.width), c("c", 0, from.channels);
  pom::compute s(name, {y, x, c}, from.array(y, x, c), to.array(y, x, c));
  return pipeline_pixels({s}, x, rate);
}

/// sum * multiplier >> shift, rounded, and cut off at `low` and 127.
inline pom::expr requantised(const pom::expr& sum, const pom::expr& multiplier, int shift, int low) {
  const pom::expr scaled = (pom::cast(sum, pom::p_int64) * multiplier + (std::int64_t{1} << (shift - 1))) >> shift;
  return pom::cast(pom::p_min(127, pom::p_max(low, scaled - 128)), pom::p_int8);
}

/// A valid convolution of 3 x 3 with input zero point -128, requantised for each filter; the ReLU is the lower end of
/// the range. `to`: two rows and columns smaller.
[[nodiscard]] inline Schedule convolution(const std::string& name, const Image& from, const Image& to,
                                          const Rate& rate) {
  const int K = 3, filters = to.channels, shift = 40;
  pom::var y("y", 0, to.height), x("x", 0, to.width), f("f", 0, filters), r("r", 0, K), q("q", 0, K),
      c("c", 0, from.channels);
  const auto size = static_cast<std::size_t>(filters);
  Weights weights(name);
  const std::vector<int> kernel = weights.list(size * K * K * static_cast<std::size_t>(from.channels), -127, 127);
  // The zero point is the same in all products: it is part of the bias.
  std::vector<int> bias = weights.list(size, -2000, 2000), factor = weights.list(size, 1 << 28, 1 << 30);
  for (std::size_t n = 0; n < kernel.size(); ++n) bias[n / (kernel.size() / size)] += 128 * kernel[n];
  pom::placeholder w("w_" + name, {filters, K, K, from.channels}, pom::p_int8), b("b_" + name, {filters}, pom::p_int32),
      m("m_" + name, {filters}, pom::p_int32), sum("sum_" + name, {to.height, to.width, filters}, pom::p_int32);
  w.values(kernel);
  b.values(bias);
  m.values(factor);
  sum.local();

  pom::compute start("start_" + name, {y, x, f}, b(f), sum(y, x, f));
  pom::compute add(name, {y, x, f, r, q, c}, sum(y, x, f) + from.array(y + r, x + q, c) * w(f, r, q, c), sum(y, x, f));
  pom::compute finish("finish_" + name, {y, x, f}, requantised(sum(y, x, f), m(f), shift, -128), to.array(y, x, f));
  const bool all_filters = rate.cycles == 1;
  add.after(start, all_filters ? x : f);
  finish.after(add, all_filters ? x : f);
  const Schedule whole_pixels = pipeline_pixels({start, add, finish}, x, rate);
  return [=] {
    const int at_once = filters / rate.cycles;
    if (all_filters) {
      whole_pixels();
    } else {
      pom::var f0("f0"), f1("f1");
      std::vector<pom::compute> nest{add, start, finish};
      for (pom::compute& s : nest) s.split(f, at_once, f0, f1);
      nest.front().pipeline(f0, 1);
    }
    w.partition({at_once, K, K, from.channels}, all_filters ? "complete" : "cyclic");
    for (const pom::placeholder& table : {b, m}) table.partition({at_once}, all_filters ? "complete" : "cyclic");
  };
}

/// A frame of zeros, one pixel wide: in a quantised image the zero point.
[[nodiscard]] inline Schedule pad(const std::string& name, const Image& from, const Image& to, const Rate& rate) {
  pom::var y("y", 0, to.height), x("x", 0, to.width), c("c", 0, to.channels);
  pom::compute frame("frame_" + name, {y, x, c}, -128, to.array(y, x, c));
  pom::compute picture(name, {y, x, c}, from.array(y - 1, x - 1, c), to.array(y, x, c));
  picture.where(y >= 1 && y <= from.height && x >= 1 && x <= from.width);
  picture.after(frame, x);
  return pipeline_pixels({frame, picture}, x, rate);
}

/// The sum of two images of different scales, at a third one.
[[nodiscard]] inline Schedule add(const std::string& name, const Image& left, const Image& right, const Image& to,
                                  const Rate& rate) {
  pom::var y("y", 0, to.height), x("x", 0, to.width), c("c", 0, to.channels);
  const auto rescaled = [](const pom::expr& value, int factor) {
    return ((pom::cast(value, pom::p_int32) + 128) * factor + (1 << 11)) >> 12;
  };
  const pom::expr sum = rescaled(left.array(y, x, c), 3277) + rescaled(right.array(y, x, c), 2621);
  pom::compute s(name, {y, x, c},
                 pom::cast(pom::p_min(127, pom::p_max(-128, ((sum * 3686 + (1 << 11)) >> 12) - 128)), pom::p_int8),
                 to.array(y, x, c));
  return pipeline_pixels({s}, x, rate);
}

/// Rows of features between two layers.
struct Rows {
  pom::placeholder array;
  int count, features;
};

inline Rows rows(const std::string& name, int count, int features) {
  return {pom::placeholder(name, {count, features}, pom::p_int8), count, features};
}

/// `to` = `from`, so many features a cycle.
[[nodiscard]] inline Schedule copy(const std::string& name, const Rows& from, const Rows& to, int at_once) {
  pom::var i("i", 0, from.count), k("k", 0, from.features);
  pom::compute s(name, {i, k}, from.array(i, k), to.array(i, k));
  return [=]() mutable {
    pom::var k0("k0"), k1("k1");
    s.split(k, at_once, k0, k1);
    s.pipeline(k0, 1);
  };
}

/// A product with a matrix of weights, requantised for each output: so many outputs a cycle, each of all features.
[[nodiscard]] inline Schedule dense(const std::string& name, const Rows& from, const Rows& to, int at_once, int low) {
  const int shift = 40;
  pom::var i("i", 0, to.count), j("j", 0, to.features), k("k", 0, from.features);
  Weights weights(name);
  const auto outputs = static_cast<std::size_t>(to.features);
  const std::vector<int> matrix = weights.list(outputs * static_cast<std::size_t>(from.features), -127, 127);
  pom::placeholder w("w_" + name, {to.features, from.features}, pom::p_int8),
      b("b_" + name, {to.features}, pom::p_int32), m("m_" + name, {to.features}, pom::p_int32),
      sum("sum_" + name, {to.count, to.features}, pom::p_int32);
  w.values(matrix);
  b.values(weights.list(outputs, -20000, 20000));
  m.values(weights.list(outputs, 1 << 28, 1 << 30));
  sum.local();
  pom::compute start("start_" + name, {i, j}, b(j), sum(i, j));
  pom::compute add(name, {i, j, k}, sum(i, j) + from.array(i, k) * w(j, k), sum(i, j));
  pom::compute finish("finish_" + name, {i, j}, requantised(sum(i, j), m(j), shift, low), to.array(i, j));
  add.after(start, j);
  finish.after(add, j);
  return [=] {
    pom::var j0("j0"), j1("j1");
    std::vector<pom::compute> nest{add, start, finish};
    for (pom::compute& s : nest) s.split(j, at_once, j0, j1);
    nest.front().pipeline(j0, 1);
    w.partition({at_once, from.features}, "cyclic");
    for (const pom::placeholder& table : {b, m}) table.partition({at_once}, "cyclic");
  };
}

}  // namespace layers
