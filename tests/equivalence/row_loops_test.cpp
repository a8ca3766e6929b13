#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace row_loops {

namespace {

/// A picture that one process makes, and one that another makes of every `down`-th row and `across`-th column of
/// windows in it.
struct Pool {
  int rows = 2, columns = 2;  ///< of a window
  int down = 2, across = 2;   ///< from one window to the next
  int height = 5, width = 6;  ///< windows
  int channels = 3;
  int below = 0;               ///< rows that no window has
  bool pixels_at_once = true;  ///< all channels of a pixel in one iteration
  bool in_loops = false;       ///< a window is summed up in loops of its own
  bool clamped = false;        ///< the windows begin one row and column outside of the picture

  std::string name() const {
    std::string text;
    for (const int number : {rows, columns, down, across, height, width, channels, below})
      text += std::to_string(number) + " ";
    return text + (pixels_at_once ? "pixels " : "") + (in_loops ? "loops " : "") + (clamped ? "clamped" : "");
  }

  void declare() const {
    const int tall = (height - 1) * down + rows + below, wide = (width - 1) * across + columns;
    var i("i", 0, tall), j("j", 0, wide), k("k", 0, channels), y("y", 0, height), x("x", 0, width), c("c", 0, channels);
    placeholder A("A", {tall, wide, channels}, p_int32), T("T", {tall, wide, channels}, p_int32),
        S("S", {height, width, channels}, p_int32), B("B", {height, width, channels}, p_int32);
    T.local(), S.local();
    compute make("make", {i, j, k}, T(i, j, k) = A(i, j, k) * 5 + 1);
    const auto pixel = [&](const expr& r, const expr& q) -> expr {
      if (!clamped) return T(down * y + r, across * x + q, c);
      return T(clamp(down * y + r - 1, 0, tall - 1), clamp(across * x + q - 1, 0, wide - 1), c);
    };
    make.pipeline(pixels_at_once ? j : k, 1);
    if (in_loops) {
      var r("r", 0, rows), q("q", 0, columns);
      compute start("start", {y, x, c}, S(y, x, c) = 7);
      compute add("add", {y, x, c, r, q}, S(y, x, c) = S(y, x, c) * 3 + pixel(r, q));
      compute finish("finish", {y, x, c}, B(y, x, c) = S(y, x, c) >> 1);
      add.after(start, c), finish.after(add, c);
      add.pipeline(pixels_at_once ? x : c, 1);
    } else {
      expr most = pixel(0, 0);
      for (int n = 1; n < rows * columns; ++n) most = p_max(most * 3, pixel(n / columns, n % columns));
      compute pool("pool", {y, x, c}, B(y, x, c) = most);
      pool.pipeline(pixels_at_once ? x : c, 1);
    }
  }
};

std::int64_t kept(const Pool& pool) {
  return compile([&] { pool.declare(); }, with_channels)->streamed.front().kept;
}

}  // namespace

TEST_CASE("channels: a pool keeps the rows above its window, and no row twice") {
  const Pool pool{.height = 10, .width = 20};
  CHECK(difference([&] { pool.declare(); }, with_channels) == "");
  // A row of 40 pixels of three channels, and the registers of 2 x 2 pixels.
  CHECK(kept(pool) <= 40 * 3 + 4 * 3);
  const Pool strided{.rows = 3, .columns = 3, .height = 10, .width = 20, .in_loops = true};
  CHECK(difference([&] { strided.declare(); }, with_channels) == "");
  // Two rows of 41 pixels, of which the window brings a last one into a pair, and the registers of 3 x 4.
  CHECK(kept(strided) <= 2 * 44 * 3 + 12 * 3);
}

TEST_CASE("channels: pools of random sizes, distances and borders") {
  std::mt19937 random(20261126);
  const auto number = [&](int low, int high) { return static_cast<int>(low + random() % (high - low + 1)); };
  for (int n = 0; n < 30; ++n) {
    Pool pool{.rows = number(1, 3), .columns = number(1, 3), .down = number(1, 4), .across = number(1, 3)};
    pool.height = number(1, 6), pool.width = number(1, 6), pool.channels = number(1, 3), pool.below = number(0, 2);
    pool.pixels_at_once = number(0, 1) == 1, pool.in_loops = number(0, 1) == 1, pool.clamped = number(0, 2) == 0;
    CAPTURE(pool.name());
    CHECK(difference([&] { pool.declare(); }, with_channels) == "");
  }
}

TEST_CASE("channels: a pool of what two layers made, behind another pool, and beside who reads every row") {
  CHECK(difference(
            [] {
              var i("i", 0, 16), j("j", 0, 16), y("y", 0, 8), x("x", 0, 8), v("v", 0, 4), u("u", 0, 4);
              placeholder A("A", {16, 16}, p_int32), T("T", {16, 16}, p_int32), U("U", {16, 16}, p_int32),
                  P("P", {8, 8}, p_int32), B("B", {4, 4}, p_int32), C("C", {16, 16}, p_int32);
              T.local(), U.local(), P.local();
              compute t("t", {i, j}, T(i, j) = A(i, j) + 1), w("w", {i, j}, U(i, j) = A(i, j) * 3);
              compute pool("pool", {y, x},
                           P(y, x) = p_max(T(2 * y, 2 * x), T(2 * y + 1, 2 * x + 1)) + U(2 * y + 1, 2 * x));
              compute again("again", {v, u}, B(v, u) = P(2 * v, 2 * u) + P(2 * v + 1, 2 * u + 1));
              compute other("other", {i, j}, C(i, j) = T(i, j) ^ 3);
              for (compute* s : {&t, &w, &other}) s->pipeline(j, 1);
              pool.pipeline(x, 1), again.pipeline(u, 1);
            },
            with_channels) == "");
}

}  // namespace row_loops
