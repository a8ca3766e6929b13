#pragma once
// Layers of convolutional networks, as computes. Feature maps are padded by one element on each side: a convolution of
// 3 x 3 then reads no element that does not exist. Batch normalisation and biases are not part of the paper's count of
// operations.
#include <string>
#include <vector>

#include <pom/pom.hpp>

/// A feature map: `data` is {channels, size + 2, size + 2}, its values stand in [c][1 .. size][1 .. size], zeros around
/// them.
struct FeatureMap {
  pom::placeholder data;
  int channels = 0, size = 0;
};

/// In which order a convolution may take its sums. Networks live with other roundings, and no framework promises an
/// order: any, unless a comparison asks for the one that is written here.
enum class Sums { in_order, any_order };

/// Builds a network layer by layer, and schedules it.
class Network {
 public:
  explicit Network(Sums sums = Sums::any_order) {
    if (sums == Sums::any_order) pom::allow_reassociation();
  }

  /// The input: padded by the caller.
  FeatureMap image(int channels, int size) { return {array("image", {channels, size + 2, size + 2}), channels, size}; }

  /// 3 x 3 convolution with `stride` 1 or 2; the result is cleared first, border included.
  FeatureMap convolution(const FeatureMap& in, int channels, int stride = 1) {
    using namespace pom;
    const std::string name = "conv" + std::to_string(++convolutions_);
    const FeatureMap result = feature_map(name, channels, in.size / stride);
    const placeholder weights = array(name + "_weights", {channels, in.channels, 3, 3});
    var o("o", 0, channels), y("y", 0, result.size), x("x", 0, result.size), i("i", 0, in.channels), p("p", 0, 3),
        q("q", 0, 3);
    compute layer(name + "_sum", {o, y, x, i, p, q},
                  result.data(o, y + 1, x + 1) + in.data(i, stride * y + p, stride * x + q) * weights(o, i, p, q),
                  result.data(o, y + 1, x + 1));
    sums_.push_back(layer);
    arrays_of_sums_.push_back(result.data);
    weights_.push_back(weights);
    return result;
  }

  /// Negative values become zero, in place.
  void relu(const FeatureMap& map) {
    using namespace pom;
    var c("c", 0, map.channels), y("y", 0, map.size), x("x", 0, map.size);
    const auto value = map.data(c, y + 1, x + 1);
    compute layer("relu" + std::to_string(++relus_), {c, y, x}, p_max(value, 0), value);
    row_loops_.push_back(layer);
  }

  /// The maximum of each square of 2 x 2.
  FeatureMap max_pool(const FeatureMap& in) {
    using namespace pom;
    const std::string name = "pool" + std::to_string(++pools_);
    const FeatureMap result = feature_map(name, in.channels, in.size / 2);
    var c("c", 0, in.channels), y("y", 0, result.size), x("x", 0, result.size);
    const auto corner = [&](int dy, int dx) { return in.data(c, 2 * y + 1 + dy, 2 * x + 1 + dx); };
    compute layer(name + "_max", {c, y, x}, p_max(p_max(corner(0, 0), corner(0, 1)), p_max(corner(1, 0), corner(1, 1))),
                  result.data(c, y + 1, x + 1));
    row_loops_.push_back(layer);
    return result;
  }

  /// `map` += `shortcut`, whose size is the same or twice as large (every second element is taken); channels that it
  /// does not have add nothing. This is the shortcut without parameters.
  void add(const FeatureMap& map, const FeatureMap& shortcut) {
    using namespace pom;
    const int stride = shortcut.size / map.size;
    var c("c", 0, shortcut.channels), y("y", 0, map.size), x("x", 0, map.size);
    const auto value = map.data(c, y + 1, x + 1);
    compute layer("add" + std::to_string(++additions_), {c, y, x},
                  value + shortcut.data(c, stride * y + 1, stride * x + 1), value);
    row_loops_.push_back(layer);
  }

  /// The sums over i, p and q go outside, in their order; four results (two channels, two columns) are computed at a
  /// time.
  void schedule() {
    for (pom::compute& sum : sums_) {
      sum.interchange(0, 3).interchange(1, 4).interchange(2, 5);  // (o, y, x, i, p, q) → (i, p, q, o, y, x)
      pom::var o0("o0"), x0("x0"), o1("o1"), x1("x1");
      sum.tile(3, 5, 2, 2, o0, x0, o1, x1);
      sum.pipeline(x0, 1).unroll(o1, 2).unroll(x1, 2);
    }
    for (pom::compute& loops : row_loops_) loops.pipeline(2, 1);
    for (const pom::placeholder& result : arrays_of_sums_) result.partition({2, 1, 2}, "cyclic");
  }

  /// As POM's public design: only the convolutions are pipelined, `channels` results of as many channels at a time.
  void schedule_by_channels(int channels) {
    for (pom::compute& sum : sums_) {
      sum.interchange(0, 3).interchange(1, 4).interchange(2, 5);
      pom::var o0("o0"), x0("x0"), o1("o1"), x1("x1");
      sum.tile(3, 5, channels, 1, o0, x0, o1, x1);
      sum.pipeline(x0, 1).unroll(o1, channels);
    }
    for (const pom::placeholder& result : arrays_of_sums_) result.partition({channels, 1, 1}, "cyclic");
    for (const pom::placeholder& weights : weights_) weights.partition({channels, 1, 1, 1}, "cyclic");
  }

 private:
  static pom::placeholder array(const std::string& name, std::vector<std::int64_t> shape) {
    return pom::placeholder(name, std::move(shape), pom::p_float32);
  }

  FeatureMap feature_map(const std::string& name, int channels, int size) {
    using namespace pom;
    FeatureMap result{array(name, {channels, size + 2, size + 2}), channels, size};
    var c("c", 0, channels), y("y", 0, size + 2), x("x", 0, size + 2);
    compute layer(name + "_clear", {c, y, x}, 0, result.data(c, y, x));
    row_loops_.push_back(layer);
    return result;
  }

  int convolutions_ = 0, relus_ = 0, pools_ = 0, additions_ = 0;
  std::vector<pom::compute> sums_, row_loops_;
  std::vector<pom::placeholder> arrays_of_sums_, weights_;
};
