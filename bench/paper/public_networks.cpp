// The networks that the paper measured, as POM's public code has them (sjtu-zhao-lab/pom; the C of a baseline is in
// anniezfy/POM, a schedule in Shirely351/pom_pro): feature maps without borders, whose convolutions read beyond them.
// Here every map is two rows and columns larger, so that no element is read that does not exist. That changes addresses
// and no loop.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "programs.hpp"

namespace paper {

namespace {

using namespace pom;

/// `data` is {channels, size + 2, size + 2}, its values stand in [c][0 .. size - 1][0 .. size - 1].
struct PublicMap {
  placeholder data;
  int channels = 0, size = 0;
};

/// What pools of 3 x 3 do: the paper's baseline and its cycles need the maximum; the code that is public now copies,
/// and the tool leaves the last copy.
enum class Pools { maximum, last_copy };

class PublicNetwork {
 public:
  PublicMap map(int channels, int size) { return {array("map", {channels, size + 2, size + 2}), channels, size}; }

  /// Layers of the same shape share them.
  placeholder weights(int channels, int inputs) {
    weights_.push_back(array("weights", {channels, inputs, 3, 3}));
    return weights_.back();
  }

  PublicMap convolution(const PublicMap& in, const placeholder& weights, int channels, int stride = 1) {
    const PublicMap result = map(channels, in.size / stride);
    clear(result);
    var o("o", 0, channels), y("y", 0, result.size), x("x", 0, result.size), i("i", 0, in.channels), p("p", 0, 3),
        q("q", 0, 3);
    sums_.push_back(compute(name("sum"), {o, y, x, i, p, q},
                            result.data(o, y, x) + in.data(i, stride * y + p, stride * x + q) * weights(o, i, p, q),
                            result.data(o, y, x)));
    results_.push_back(result.data);
    return result;
  }

  /// Every second element, without a window; the result is not cleared.
  PublicMap transform(const PublicMap& in, int channels) {
    const PublicMap result = map(channels, in.size / 2);
    const placeholder factors = array("factors", {channels, in.channels});
    var o("o", 0, channels), y("y", 0, result.size), x("x", 0, result.size), i("i", 0, in.channels);
    const compute sum(name("transform"), {o, y, x, i}, in.data(i, 2 * y, 2 * x) * factors(o, i) + result.data(o, y, x),
                      result.data(o, y, x));
    transforms_.push_back({sum, result.data, factors});
    return result;
  }

  void relu(const PublicMap& map) {
    var c("c", 0, map.channels), y("y", 0, map.size), x("x", 0, map.size);
    const compute layer(name("relu"), {c, y, x}, p_max(map.data(c, y, x), 0), map.data(c, y, x));
    last_relu_ = {layer, map};
  }

  PublicMap add(const PublicMap& a, const PublicMap& b) {
    const PublicMap result = map(a.channels, a.size);
    var c("c", 0, a.channels), y("y", 0, a.size), x("x", 0, a.size);
    const compute sum(name("add"), {c, y, x}, a.data(c, y, x) + b.data(c, y, x), result.data(c, y, x));
    return result;
  }

  /// Windows of 3 x 3 at every second element.
  PublicMap pool(const PublicMap& in, Pools pools) {
    const PublicMap result = map(in.channels, in.size / 2);
    clear(result);
    var c("c", 0, in.channels), y("y", 0, result.size), x("x", 0, result.size), p("p", 0, 3), q("q", 0, 3);
    if (pools == Pools::last_copy) {
      const compute last(name("pool"), {c, y, x}, in.data(c, 2 * y + 2, 2 * x + 2), result.data(c, y, x));
    } else {
      const compute most(name("pool"), {c, y, x, p, q}, p_max(in.data(c, 2 * y + p, 2 * x + q), result.data(c, y, x)),
                         result.data(c, y, x));
    }
    return result;
  }

  /// Of maps of 2 x 2: one window.
  void last_pool(const PublicMap& in, Pools pools) {
    const placeholder result = array("features", {in.channels});
    var c("c", 0, in.channels), p("p", 0, 3), q("q", 0, 3);
    const compute none(name("clear"), {c}, 0, result(c));
    if (pools == Pools::last_copy) {
      const compute last(name("pool"), {c}, in.data(c, 2, 2), result(c));
    } else {
      const compute most(name("pool"), {c, p, q}, p_max(in.data(c, p, q), result(c)), result(c));
    }
  }

  /// POM's design: sums outside, `channels` results of as many channels at a time; nothing else is pipelined. A relu
  /// shares its loops with the clear behind it (two of VGG-16's and one of ResNet-18's do not in the public code).
  void schedule(int channels) {
    for (auto& [relu, clear] : pairs_) clear.after(relu, 2);
    for (compute& sum : sums_) {
      sum.interchange(0, 3).interchange(1, 4).interchange(2, 5);
      var o0("o0"), x0("x0"), o1("o1"), x1("x1");
      sum.tile(3, 5, channels, 1, o0, x0, o1, x1);
      sum.pipeline(x0, 1).unroll(o1, channels);
    }
    for (const placeholder& result : results_) result.partition({channels, 1, 1}, "cyclic");
    for (const placeholder& weights : weights_) weights.partition({channels, 1, 1, 1}, "cyclic");
    for (Transform& transform : transforms_) schedule(transform);
  }

 private:
  struct Transform {
    compute sum;
    placeholder result, factors;
  };

  /// (o, y, x, i) → (i, o, y, x), two results at a time.
  static void schedule(Transform& transform) {
    transform.sum.interchange(2, 3).interchange(1, 2).interchange(0, 1);
    var o0("o0"), x0("x0"), o1("o1"), x1("x1");
    transform.sum.tile(1, 3, 2, 1, o0, x0, o1, x1);
    transform.sum.pipeline(x0, 1).unroll(o1, 2);
    transform.result.partition({2, 1, 1}, "cyclic");
    transform.factors.partition({2, 1}, "cyclic");
  }

  void clear(const PublicMap& map) {
    var c("c", 0, map.channels), y("y", 0, map.size), x("x", 0, map.size);
    const compute layer(name("clear"), {c, y, x}, 0, map.data(c, y, x));
    if (last_relu_ && last_relu_->second.channels == map.channels && last_relu_->second.size == map.size)
      pairs_.emplace_back(last_relu_->first, layer);
    last_relu_.reset();
  }

  std::string name(const std::string& what) { return what + std::to_string(++names_); }
  placeholder array(const std::string& what, std::vector<std::int64_t> shape) {
    return placeholder(name(what), std::move(shape), p_float32);
  }

  int names_ = 0;
  std::optional<std::pair<compute, PublicMap>> last_relu_;  ///< nothing was cleared since
  std::vector<std::pair<compute, compute>> pairs_;          ///< a relu, and the clear of a map of its size right behind
  std::vector<compute> sums_;
  std::vector<Transform> transforms_;
  std::vector<placeholder> results_, weights_;
};

pom::function vgg16_of(Design design, int size, Pools pools) {
  pom::function program("vgg16");
  program.scope([&] {
    PublicNetwork network;
    PublicMap map = network.map(3, 32);
    const auto layers = [&](int channels, int count) {
      const int inputs = map.channels;
      placeholder weights = network.weights(channels, inputs);
      for (int n = 0; n < count; ++n) {
        if (n == 1 && inputs != channels) weights = network.weights(channels, channels);
        map = network.convolution(map, weights, channels);
        network.relu(map);
      }
    };
    layers(size / 8, 2);
    map = network.pool(map, pools);
    layers(size / 4, 2);
    map = network.pool(map, pools);
    layers(size / 2, 3);
    map = network.pool(map, pools);
    layers(size, 3);
    map = network.pool(map, pools);
    layers(size, 3);
    network.last_pool(map, pools);
    if (design == Design::pom) network.schedule(8);
  });
  return program;
}

}  // namespace

pom::function public_vgg16(Design design, int size) { return vgg16_of(design, size, Pools::maximum); }
pom::function public_vgg16_copying(Design design, int size) { return vgg16_of(design, size, Pools::last_copy); }

/// The baseline's cycles leave no room for a relu; POM's schedule (samples/resnet18 of the same code) has all
/// seventeen. It pipelines two of the three transforms; the paper's cycles need all of them.
pom::function public_resnet18(Design design, int size) {
  pom::function program("resnet18");
  program.scope([&] {
    PublicNetwork network;
    const auto relu = [&](const PublicMap& map) {
      if (design == Design::pom) network.relu(map);
    };
    PublicMap map = network.convolution(network.map(3, 32), network.weights(size / 8, 3), size / 8);
    relu(map);
    for (const int channels : {size / 8, size / 4, size / 2, size}) {
      const placeholder weights = network.weights(channels, channels);
      for (int block = 0; block < 2; ++block) {
        const PublicMap input = map;
        const bool same = channels == input.channels;
        map = same ? network.convolution(input, weights, channels)
                   : network.convolution(input, network.weights(channels, input.channels), channels, 2);
        relu(map);
        map = network.convolution(map, weights, channels);
        map = same ? network.add(map, input) : network.add(network.transform(input, channels), map);
        relu(map);
      }
    }
    if (design == Design::pom) network.schedule(4);
  });
  return program;
}

}  // namespace paper
