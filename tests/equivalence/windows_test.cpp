#include <doctest/doctest.h>

#include <random>

#include "execution.hpp"
#include "random_program.hpp"

using namespace pom;
using namespace pom::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Convolution {
  int channels = 2, filters = 3;
  int stride = 1, dilation = 1;
  int pixels = 1;  ///< at once
  int parts = 1;   ///< of the filters, one after the other
};

/// A port that is read, a window of 3 x 3 over all channels, and sums in a local array.
void declare_convolution(const Convolution& conv) {
  const int rows = 9, columns = 10, reach = 2 * conv.dilation;
  const int below = (rows - reach - 1) / conv.stride + 1, right = ((columns - reach - 1) / conv.stride + 1) & ~1;
  var i("i", 0, rows), j("j", 0, columns), k("k", 0, conv.channels);
  placeholder in("in", {rows, columns, conv.channels}, p_int8), a("a", {rows, columns, conv.channels}, p_int8);
  placeholder w("w", {conv.filters, 3, 3, conv.channels}, p_int8), sum("sum", {below, right, conv.filters}, p_int32),
      out("out", {below, right, conv.filters}, p_int32);
  a.local();
  sum.local();
  compute read("read", {i, j, k}, in(i, j, k), a(i, j, k));
  read.pipeline(j, 1);

  var y("y", 0, below), x("x", 0, right), f("f", 0, conv.filters), r("r", 0, 3), q("q", 0, 3), c("c", 0, conv.channels);
  compute clear("clear", {y, x, f}, 0, sum(y, x, f));
  compute add(
      "add", {y, x, f, r, q, c},
      sum(y, x, f) + a(conv.stride * y + conv.dilation * r, conv.stride * x + conv.dilation * q, c) * w(f, r, q, c),
      sum(y, x, f));
  compute finish("finish", {y, x, f}, sum(y, x, f) >> 1, out(y, x, f));
  const bool whole = conv.parts == 1;
  add.after(clear, whole ? x : f);
  finish.after(add, whole ? x : f);
  var outer("outer"), inner("inner");
  if (!whole) {
    for (compute* part : {&clear, &add, &finish}) part->split(f, conv.filters / conv.parts, outer, inner);
    add.pipeline(outer, 1);
  } else if (conv.pixels > 1) {
    for (compute* part : {&clear, &add, &finish}) part->split(x, conv.pixels, outer, inner);
    add.pipeline(outer, 1);
  } else {
    add.pipeline(x, 1);
  }
}

std::unique_ptr<driver::Compilation> compiled(const Convolution& conv) {
  return compile([&] { declare_convolution(conv); }, with_channels);
}

std::string differing(const Convolution& conv) {
  return difference([&] { declare_convolution(conv); }, with_channels);
}

}  // namespace

TEST_CASE("windows: the channels of a pixel come through FIFOs side by side") {
  CHECK(differing({}) == "");
  const auto made = compiled({});
  REQUIRE(made->streamed.size() == 1);
  CHECK(made->streamed[0].lanes == 2);
  CHECK(made->streamed[0].kept == 3 * 3 * 2 + 2 * 10 * 2);
  CHECK(contains(made->kernel, "hls::stream<int8_t> a[2];\n#pragma HLS stream variable=a depth="));
  CHECK(contains(made->kernel, "static void read_process(int8_t in[9][10][2], hls::stream<int8_t> a[2])"));
  CHECK(contains(made->kernel, "a[k].write(in[i][j][k]);"));
  // What leaves a FIFO is named before it is used, as every read is to happen once and in order.
  CHECK(contains(made->kernel, "= a[d2].read();\n"));
  CHECK(contains(made->kernel, "a_window_of_clear[2][2][d2] = t"));
  CHECK(contains(made->kernel, "int32_t sum[3];\n#pragma HLS array_partition variable=sum type=complete dim=1"));
}

TEST_CASE("windows: two pixels in an iteration move the window by two") {
  Convolution conv;
  conv.pixels = 2;
  CHECK(differing(conv) == "");
  const auto made = compiled(conv);
  REQUIRE(made->streamed.size() == 1);
  // Registers, and two lines for every second column: the four elements of an iteration go into the registers.
  CHECK(made->streamed[0].kept == 3 * 4 * 2 + 2 * 2 * 5 * 2);
}

TEST_CASE("windows: with strides and gaps they are as wide as their reach") {
  for (const int stride : {1, 2}) {
    for (const int dilation : {1, 2}) {
      Convolution conv;
      conv.stride = stride;
      conv.dilation = dilation;
      CAPTURE(stride);
      CAPTURE(dilation);
      CHECK(differing(conv) == "");
    }
  }
}

TEST_CASE("windows: they stand still while a part of the filters follows another") {
  Convolution conv;
  conv.filters = 4;
  conv.parts = 2;
  CHECK(differing(conv) == "");
  const auto made = compiled(conv);
  REQUIRE(made->streamed.size() == 1);
  CHECK(contains(made->streamed[0].buffer, "window"));
  CHECK(made->streamed[0].lanes == 2);
  // One pipelined loop for both, in which the window moves first of all.
  CHECK(contains(made->kernel, "_outer: for (int outer = 0; outer < 2; ++outer) {\n#pragma HLS pipeline II=1\n"));
  CHECK(contains(made->kernel, "        if (outer == 0) {\n          move_a_window_of_clear"));
  CHECK_FALSE(contains(made->kernel, "outer < 1"));
}

TEST_CASE("windows: what is no pattern that moves is kept in cells") {
  const auto declare = [] {
    var i("i", 0, 12), j("j", 0, 6);
    placeholder in("in", {12}, p_int32), a("a", {12}, p_int32), out("out", {6}, p_int32);
    a.local();
    compute s("s", {i}, in(i) + 1, a(i));
    compute t("t", {j}, a(j) + a(2 * j + 1), out(j));
    s.pipeline(i, 1);
    t.pipeline(j, 1);
  };
  CHECK(difference(declare, with_channels) == "");
  const auto made = compile(declare, with_channels);
  REQUIRE(made->streamed.size() == 1);
  CHECK_FALSE(contains(made->streamed[0].buffer, "window"));
}

namespace {

/// A chain of windows over images with channels, of any stride, gap, number of pixels at once and order of loops.
class RandomImages {
 public:
  explicit RandomImages(unsigned seed) : random_(seed) {}

  void declare() {
    rows_ = pick(7, 10), columns_ = pick(8, 11), channels_ = pick(1, 3);
    var i("i", 0, rows_), j("j", 0, columns_), k("k", 0, channels_);
    placeholder in("in", {rows_, columns_, channels_}, p_int32), first("a0", {rows_, columns_, channels_}, p_int32);
    first.local();
    compute s("s0", {i, j, k}, in(i, j, k) * 3 - k, first(i, j, k));
    finish(s, i, j);
    placeholder image = first;
    const int stages = pick(1, 3);
    for (int n = 1; n <= stages; ++n) image = add_stage(image, n, n == stages);
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  void finish(compute& s, const var& i, const var& j) {
    const int kind = pick(0, 5);
    if (kind == 0) s.interchange(i, j);
    if (kind == 1) {
      var outer("outer"), inner("inner");
      s.split(j, 2, outer, inner);
      s.pipeline(outer, 1);
    } else if (kind > 1) {
      s.pipeline(j, 1);
    }
  }

  placeholder add_stage(const placeholder& from, int n, bool last) {
    const std::string number = std::to_string(n);
    const int down = std::min(pick(0, 2), rows_ - 1), right = std::min(pick(0, 2), columns_ - 1),
              stride = pick(0, 3) == 0 && rows_ > 4 && columns_ > 4 ? 2 : 1;
    const int rows = (rows_ - down - 1) / stride + 1, columns = (columns_ - right - 1) / stride + 1;
    var i("i" + number, 0, rows), j("j" + number, 0, columns), k("k" + number, 0, channels_);
    placeholder to("a" + number, {rows, columns, channels_}, p_int32);
    if (!last) to.local();
    const expr other = pick(0, 1) == 0 ? from(stride * i + down, stride * j, channels_ - 1 - k)
                                       : from(stride * i, stride * j + right, k);
    compute s("s" + number, {i, j, k},
              from(stride * i, stride * j, k) * 5 + other - from(stride * i + down, stride * j + right, k),
              to(i, j, k));
    finish(s, i, j);
    rows_ = rows, columns_ = columns;
    return to;
  }

  std::mt19937 random_;
  int rows_ = 0, columns_ = 0, channels_ = 0;
};

}  // namespace

TEST_CASE("windows: random chains of images with channels compute what their programs say") {
  int windows = 0, lanes = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const auto made = compile_random([&] { RandomImages(seed).declare(); }, with_channels, seed);
    if (!made) continue;
    for (const poly::StreamedChannel& channel : made->streamed) {
      windows += contains(channel.buffer, "window");
      lanes += channel.lanes > 1;
    }
    if (seed <= 4) CHECK(difference([&] { RandomImages(seed).declare(); }, with_channels) == "");
  }
  CHECK(windows > 20);
  CHECK(lanes > 20);
}

TEST_CASE("windows: a cross of four pixels keeps two lines in pictures of every size") {
  for (const int n : {64, 256, 2048}) {
    CAPTURE(n);
    const auto made = compile(
        [n] {
          var y("y", 0, n), x("x", 0, n), u("u", 1, n - 1), v("v", 1, n - 1);
          placeholder A("A", {n, n}, p_int32), T("T", {n, n}, p_int32), O("O", {n, n}, p_int32);
          T.local();
          compute a("a", {y, x}, T(y, x) = A(y, x) * 2);
          compute b("b", {u, v}, O(u, v) = T(u - 1, v) + T(u + 1, v) + T(u, v - 1) + T(u, v + 1));
          a.pipeline(x, 1);
          b.pipeline(v, 1);
        },
        with_channels);
    REQUIRE(made->streamed.size() == 1);
    CHECK(made->streamed[0].memory == "");
    CHECK(made->streamed[0].kept <= 2 * n + 16);
  }
}

TEST_CASE("windows: the only FIFO between two processes is small in pictures that are too large to be followed") {
  function program("rows");
  program.scope([] {
    const int n = 4096;
    var y("y", 0, n), x("x", 0, n), u("u", 0, n), v("v", 1, n - 1);
    placeholder A("A", {n, n}, p_int32), T("T", {n, n}, p_int32), O("O", {n, n}, p_int32);
    T.local();
    compute a("a", {y, x}, T(y, x) = A(y, x) * 2);
    compute b("b", {u, v}, O(u, v) = T(u, v - 1) + T(u, v + 1));
    a.pipeline(x, 1);
    b.pipeline(v, 1);
  });
  program.dataflow(Channels::automatic);
  CompileOptions options;
  options.verify = options.write = false;
  options.quiet = true;
  CHECK(contains(program.codegen(options).hls_cpp, "hls::stream<int32_t, 2>"));
}
