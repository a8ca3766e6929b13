#pragma once
// Convolutional networks of quantised layers for auto_DSE: 8-bit images, height x width x channels, one layer a process
// and no schedule. Weights are arguments. What lies between two layers is local, and `dataflow(Channels::automatic)`
// makes it FIFOs, windows and lines.
#include <string>
#include <vector>

#include <pom/pom.hpp>

namespace networks {

using pom::compute, pom::expr, pom::placeholder, pom::var;

/// The device's and the clock's part of all networks.
inline pom::DseOptions options() {
  pom::DseOptions options;
  options.device = "xck26";
  options.clock_ns = 5;
  return options;
}

/// An image, as high as wide.
struct Image {
  placeholder array;
  int size, channels;
};

/// What becomes of a layer's sums: ReLU drops what is negative.
enum class Activation { none, relu };

/// A network under construction: a layer reads `last`, and what it makes is the next `last`.
class Network {
 public:
  Network(int size, int channels) : last{placeholder("in", {size, size, channels}, pom::p_int8), size, channels} {}

  Image last;

  /// The next layer makes the network's result.
  void finish() { finishes_ = true; }

  /// A 3 x 3 convolution of the image in a frame of zeros, at every `stride`th pixel.
  void convolution(int filters, int stride = 1, Activation activation = Activation::relu) {
    const std::string name = next("conv");
    const Image from = framed(name), to = image(name, last.size / stride, filters);
    const placeholder w = weights(name, {filters, 3, 3, from.channels});
    const var y("y", 0, to.size), x("x", 0, to.size), f("f", 0, filters), r("r", 0, 3), q("q", 0, 3),
        c("c", 0, from.channels);
    accumulate(name, {y, x, f}, {r, q, c}, from.array(stride * y + r, stride * x + q, c) * w(f, r, q, c), to,
               9 * from.channels, activation);
  }

  /// A 3 x 3 convolution of each channel by itself.
  void depthwise(int stride = 1) {
    const std::string name = next("depthwise");
    const Image from = framed(name), to = image(name, last.size / stride, last.channels);
    const placeholder w = weights(name, {from.channels, 3, 3});
    const var y("y", 0, to.size), x("x", 0, to.size), f("f", 0, to.channels), r("r", 0, 3), q("q", 0, 3);
    accumulate(name, {y, x, f}, {r, q}, from.array(stride * y + r, stride * x + q, f) * w(f, r, q), to, 9,
               Activation::relu);
  }

  /// A 1 x 1 convolution, at every `stride`th pixel.
  void pointwise(int filters, int stride = 1, Activation activation = Activation::relu) {
    const std::string name = next("pointwise");
    const Image from = last, to = image(name, last.size / stride, filters);
    const placeholder w = weights(name, {filters, from.channels});
    const var y("y", 0, to.size), x("x", 0, to.size), f("f", 0, filters), c("c", 0, from.channels);
    accumulate(name, {y, x, f}, {c}, from.array(stride * y, stride * x, c) * w(f, c), to, from.channels, activation);
  }

  /// The greatest of 2 x 2 pixels.
  void max_pool() {
    const std::string name = next("pool");
    const Image from = last, to = image(name, last.size / 2, last.channels);
    const var y("y", 0, to.size), x("x", 0, to.size), c("c", 0, to.channels);
    const auto pixel = [&](int down, int right) { return from.array(2 * y + down, 2 * x + right, c); };
    compute(name, {y, x, c}, pom::p_max(pom::p_max(pixel(0, 0), pixel(0, 1)), pom::p_max(pixel(1, 0), pixel(1, 1))),
            to.array(y, x, c));
    last = to;
  }

  /// The mean of all pixels, channel by channel.
  void average_pool() {
    const std::string name = next("average");
    const Image from = last, to = image(name, 1, last.channels);
    placeholder sum("sum_" + name, {to.channels}, pom::p_int32);
    sum.local();
    const var y("y", 0, from.size), x("x", 0, from.size), c("c", 0, from.channels);
    compute("start_" + name, {c}, 0, sum(c));
    compute(name, {y, x, c}, sum(c) + from.array(y, x, c), sum(c));
    compute("finish_" + name, {c}, pom::cast(sum(c) / (from.size * from.size), pom::p_int8), to.array(0, 0, c));
    last = to;
  }

  /// Sums of all pixels of all channels.
  void fully_connected(int filters, Activation activation = Activation::relu) {
    const std::string name = next("dense");
    const Image from = last, to = image(name, 1, filters);
    const placeholder w = weights(name, {filters, from.size, from.size, from.channels});
    const var f("f", 0, filters), y("y", 0, from.size), x("x", 0, from.size), c("c", 0, from.channels);
    accumulate(name, {f}, {y, x, c}, from.array(y, x, c) * w(f, y, x, c), to, from.size * from.size * from.channels,
               activation);
  }

  /// The sum of the last image and another one, cut off at 0 and 127.
  void add(const Image& other) {
    const std::string name = next("add");
    const Image from = last, to = image(name, last.size, last.channels);
    const var y("y", 0, to.size), x("x", 0, to.size), c("c", 0, to.channels);
    const expr sum = pom::cast(from.array(y, x, c), pom::p_int16) + other.array(y, x, c);
    compute(name, {y, x, c}, pom::cast(pom::clamp(sum, 0, 127), pom::p_int8), to.array(y, x, c));
    last = to;
  }

 private:
  std::string next(const std::string& kind) { return kind + std::to_string(++number_); }

  Image image(const std::string& name, int size, int channels) const {
    Image made{placeholder(finishes_ ? "out" : "of_" + name, {size, size, channels}, pom::p_int8), size, channels};
    if (!finishes_) made.array.local();
    return made;
  }

  static placeholder weights(const std::string& name, const std::vector<int>& shape) {
    return {"w_" + name, shape, pom::p_int8};
  }

  /// The last image with a frame of zeros, one pixel wide.
  Image framed(const std::string& name) const {
    const int size = last.size + 2;
    Image to{placeholder("framed_" + name, {size, size, last.channels}, pom::p_int8), size, last.channels};
    to.array.local();
    const var y("y", 0, size), x("x", 0, size), c("c", 0, last.channels);
    const expr inside = y >= 1 && y <= last.size && x >= 1 && x <= last.size;
    compute("frame_" + name, {y, x, c}, pom::select(inside, last.array(y - 1, x - 1, c), 0), to.array(y, x, c));
    return to;
  }

  /// `to` = the bias and the sum of `product` over `inner`, for each of `outer`: the last one is the filter's loop.
  void accumulate(const std::string& name, const std::vector<var>& outer, const std::vector<var>& inner,
                  const expr& product, const Image& to, int products, Activation activation) {
    const auto at = [&](const placeholder& array) {
      return outer.size() == 1 ? array(0, 0, outer[0]) : array(outer[0], outer[1], outer[2]);
    };
    placeholder bias("b_" + name, {to.channels}, pom::p_int32),
        sum("sum_" + name, {to.size, to.size, to.channels}, pom::p_int32);
    sum.local();
    std::vector<var> all = outer;
    all.insert(all.end(), inner.begin(), inner.end());
    const compute start("start_" + name, outer, bias(outer.back()), at(sum));
    compute add(name, all, at(sum) + product, at(sum));
    compute finish("finish_" + name, outer, requantised(at(sum), products, activation), at(to.array));
    add.after(start, outer.back());
    finish.after(add, outer.back());
    last = to;
  }

  /// The sum of so many products in 8 bits, rounded: divided by about its spread, a power of two.
  static expr requantised(const expr& sum, int products, Activation activation) {
    int shift = 7;
    for (; products > 4; products /= 4) ++shift;
    const int lowest = activation == Activation::relu ? 0 : -128;
    return pom::cast(pom::clamp((sum + (1 << (shift - 1))) >> shift, lowest, 127), pom::p_int8);
  }

  int number_ = 0;
  bool finishes_ = false;
};

/// VGG-16: 13 convolutions, with `width` filters in the first ones, and three fully connected layers.
inline void vgg16(int size, int width, int classes) {
  const std::vector<std::vector<int>> blocks = {{1, 1}, {2, 2}, {4, 4, 4}, {8, 8, 8}, {8, 8, 8}};
  Network network(size, 3);
  for (const std::vector<int>& block : blocks) {
    for (const int times : block) network.convolution(times * width);
    network.max_pool();
  }
  for (int n = 0; n < 2; ++n) network.fully_connected(8 * width);
  network.finish();
  network.fully_connected(classes, Activation::none);
}

/// Layers of so many times the width of a network, with so many pixels from one of theirs to the next.
struct Layer {
  int times, stride = 1;
};

/// ResNet-18: pairs of convolutions with a way around them, with `width` filters in the first ones.
inline void resnet18(int size, int width, int classes) {
  Network network(size, 3);
  network.convolution(width);
  for (const auto& [times, stride] : std::vector<Layer>{{1}, {1}, {2, 2}, {2}, {4, 2}, {4}, {8, 2}, {8}}) {
    const Image from = network.last;
    Image around = from;
    if (stride > 1) {
      network.pointwise(times * width, stride, Activation::none);
      around = network.last;
      network.last = from;
    }
    network.convolution(times * width, stride);
    network.convolution(times * width, 1, Activation::none);
    network.add(around);
  }
  network.average_pool();
  network.finish();
  network.fully_connected(classes, Activation::none);
}

/// MobileNet: convolutions of each channel by itself and then of all, with `width` filters in the first layer.
inline void mobilenet(int size, int width, int classes) {
  Network network(size, 3);
  network.convolution(width);
  for (const auto& [times, stride] :
       std::vector<Layer>{{2}, {4, 2}, {4}, {8, 2}, {8}, {16, 2}, {16}, {16}, {16}, {16}, {16}, {32, 2}, {32}}) {
    network.depthwise(stride);
    network.pointwise(times * width);
  }
  network.average_pool();
  network.finish();
  network.fully_connected(classes, Activation::none);
}

}  // namespace networks
