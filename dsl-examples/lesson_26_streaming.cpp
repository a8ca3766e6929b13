// Lesson 26: a small network as a stream of pixels.
//
// Each nest becomes a process, and all of them work at the same time: while the second layer computes its first pixel,
// the first one is two rows further. What lies between two processes is found: FIFOs, windows of registers, and lines.
#include <vector>

#include <pom/pom.hpp>
using namespace pom;

namespace {

constexpr int size = 16, channels = 3, filters = 4;

/// Weights that nobody has trained.
std::vector<int> numbers(int count, int step) {
  std::vector<int> all;
  for (int n = 0; n < count; ++n) all.push_back((n * step) % 17 - 8);
  return all;
}

/// A 3 x 3 convolution with ReLU, from `depth` channels to `filters`, over an image that is `smaller` than the input.
void layer(const char* name, const placeholder& from, int depth, const placeholder& to, int smaller) {
  const std::string of = name;
  var y("y", 0, size - smaller), x("x", 0, size - smaller), f("f", 0, filters), r("r", 0, 3), q("q", 0, 3),
      c("c", 0, depth);
  placeholder weight("weight_" + of, {filters, 3, 3, depth}, p_int8),
      sum("sum_" + of, {size - smaller, size - smaller, filters}, p_int32);
  weight.values(numbers(filters * 9 * depth, 5));
  sum.local();
  compute clear("clear_" + of, {y, x, f}, 0, sum(y, x, f));
  compute add("add_" + of, {y, x, f, r, q, c}, sum(y, x, f) + from(y + r, x + q, c) * weight(f, r, q, c), sum(y, x, f));
  compute relu(name, {y, x, f}, cast(p_min(127, p_max(0, sum(y, x, f) >> 6)), p_int8), to(y, x, f));
  // One nest: all of a pixel's sums, then its results. A pixel a cycle: what is inside of x is unrolled.
  add.after(clear, x);
  relu.after(add, x);
  add.pipeline(x, 1);
  weight.partition({filters, 3, 3, depth}, "complete");
}

}  // namespace

int main() {
  init("lesson_26");
  placeholder image("image", {size, size, channels}, p_int8), result("result", {size - 4, size - 4, filters}, p_int8);
  placeholder pixels("pixels", {size, size, channels}, p_int8), hidden("hidden", {size - 2, size - 2, filters}, p_int8);
  pixels.local();
  hidden.local();

  // A port is read once, pixel by pixel, with all channels at the same time.
  var y("y", 0, size), x("x", 0, size), c("c", 0, channels);
  compute read("read", {y, x, c}, image(y, x, c), pixels(y, x, c));
  read.pipeline(x, 1);
  layer("first", pixels, channels, hidden, 2);
  layer("second", hidden, filters, result, 4);
  image.partition({1, 1, channels}, "complete");
  result.partition({1, 1, filters}, "complete");

  // Everything else is this line. The summary says what each channel became, and report.html how long the processes
  // wait for each other.
  dataflow(Channels::automatic);
  codegen();
}
