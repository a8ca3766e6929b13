#pragma once
// Blocks of convolutions in f32, of Stream-HLS's evaluation and CODO's, for auto_DSE: as those of stream_hls.hpp.
#include <string>
#include <vector>

#include <pom/pom.hpp>

namespace stream_hls {

/// A picture of `size` x `size` pixels with channels.
inline pom::placeholder picture(const std::string& name, int size, int channels) {
  return pom::placeholder(name, {size, size, channels}, pom::p_float32);
}

/// `out` has a border of zeros around `in`, one pixel wide.
inline void pad(const std::string& name, const pom::placeholder& in, const pom::placeholder& out, int size,
                int channels) {
  pom::var y("y", 0, size + 2), x("x", 0, size + 2), c("c", 0, channels);
  pom::compute frame("frame_" + name, {y, x, c}, 0.0F, out(y, x, c));
  pom::compute picture(name, {y, x, c}, in(y - 1, x - 1, c), out(y, x, c));
  picture.where(y >= 1 && y <= size && x >= 1 && x <= size);
  picture.after(frame, c);
}

/// A 3 x 3 convolution of a padded picture with so many channels, into as many as there are filters.
inline pom::compute convolution(const std::string& name, const pom::placeholder& in, const pom::placeholder& sum,
                                const pom::placeholder& weights, int size, int channels, int filters) {
  pom::var y("y", 0, size), x("x", 0, size), f("f", 0, filters), r("r", 0, 3), q("q", 0, 3), c("c", 0, channels);
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
  const pom::compute conv1 = convolution("conv1", first, sum1, w1, size, channels, channels);
  pom::compute relu("relu", {y, x, f}, pom::p_max(sum1(y, x, f), 0.0F), hidden(y, x, f));
  relu.after(conv1, f);
  pad("pad2", hidden, second, size, channels);
  const pom::compute conv2 = convolution("conv2", second, sum2, w2, size, channels, channels);
  pom::compute finish("finish", {y, x, f}, sum2(y, x, f), last(y, x, f));
  finish.after(conv2, f);
  pom::compute join("join", {y, x, f}, pom::p_max(last(y, x, f) + skip(y, x, f), 0.0F), out(y, x, f));
}

/// A chain of 3 x 3 convolutions of pictures of one size: `channels` of the input, then of each result.
inline void convolutions(int size, const std::vector<int>& channels) {
  pom::placeholder left = picture("in", size, channels.front());
  for (std::size_t n = 1; n < channels.size(); ++n) {
    const std::string number = std::to_string(n);
    const int from = channels[n - 1], to = channels[n];
    const bool last = n + 1 == channels.size();
    pom::placeholder padded = picture("padded" + number, size + 2, from), sum = picture("sum" + number, size, to),
                     result = picture(last ? "out" : "t" + number, size, to),
                     weights("w" + number, {to, from, 3, 3}, pom::p_float32);
    padded.local();
    sum.local();
    if (!last) result.local();
    pad("pad" + number, left, padded, size, from);
    const pom::compute add = convolution("conv" + number, padded, sum, weights, size, from, to);
    pom::var y("y", 0, size), x("x", 0, size), f("f", 0, to);
    pom::compute finish("finish" + number, {y, x, f}, sum(y, x, f), result(y, x, f));
    finish.after(add, f);
    left = result;
  }
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
