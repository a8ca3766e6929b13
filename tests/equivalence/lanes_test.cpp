#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// Two processes on rows of pixels: one writes some at once, one reads them through a pattern and makes some at once.
struct Lanes {
  int rows = 6, columns = 34;
  int pushed = 4, made = 4;  ///< pixels in an iteration of the producer, and of the consumer
  bool clamped = false;      ///< the pattern reaches beyond the picture; else the result is two pixels smaller
  bool cross = false;        ///< the pattern has no corners

  std::string name() const {
    return std::to_string(rows) + " x " + std::to_string(columns) + ", " + std::to_string(pushed) + " to " +
           std::to_string(made) + (clamped ? ", clamped" : "") + (cross ? ", a cross" : "");
  }

  int results() const { return clamped ? columns : columns - 2; }

  static void take_at_once(compute& s, const var& loop, int pixels) {
    if (pixels == 1) {
      s.pipeline(loop, 1);
      return;
    }
    var outer("outer"), inner("inner");
    s.split(loop, pixels, outer, inner);
    s.pipeline(outer, 1);
  }

  void declare() const {
    const int below = clamped ? rows : rows - 2;
    var i("i", 0, rows), j("j", 0, columns), y("y", 0, below), x("x", 0, results());
    placeholder A("A", {rows, columns}, p_int32), B("B", {rows, columns}, p_int32), C("C", {below, results()}, p_int32);
    B.local();
    compute s("s", {i, j}, A(i, j) * 3, B(i, j));
    expr sum = 0;
    for (int dy = 0; dy < 3; ++dy) {
      for (int dx = 0; dx < 3; ++dx) {
        if (cross && dy != 1 && dx != 1) continue;
        sum = sum * 3 + (clamped ? expr(B(clamp(y + (dy - 1), 0, rows - 1), clamp(x + (dx - 1), 0, columns - 1)))
                                 : expr(B(y + dy, x + dx)));
      }
    }
    compute t("t", {y, x}, sum, C(y, x));
    take_at_once(s, j, pushed);
    take_at_once(t, x, made);
    A.partition({1, pushed}, "cyclic");
    C.partition({1, std::min(made, results())}, "cyclic");
  }

  Report streamed() const {
    function program("f");
    program.scope([&] { declare(); });
    program.dataflow(Channels::automatic);
    return program.codegen(silent<CompileOptions>());
  }

  /// Of a row, by the slower process: a strip in an iteration, in as many cycles as the lanes ask for.
  int cycles_of_row() const {
    const auto strips = [](int count, int at_once) { return (count + at_once - 1) / at_once; };
    const int pushes = strips(columns, pushed) * std::max(1, pushed / made);
    return std::max(pushes, (strips(results(), made) + 1) * std::max(1, made / pushed));
  }
};

}  // namespace

TEST_CASE("lanes: widths that divide each other keep the pace of the slower side, wherever strips and borders end") {
  const std::vector<Lanes> all = {{6, 34, 2, 2, false, true},  {6, 34, 4, 4, false, false}, {6, 34, 4, 4, false, true},
                                  {6, 32, 4, 4, true, false},  {6, 31, 4, 4, true, true},   {6, 66, 8, 8, false, true},
                                  {6, 34, 2, 4, false, false}, {6, 32, 4, 8, true, false},  {6, 34, 4, 2, false, true},
                                  {6, 62, 10, 10, false, true}};
  for (const Lanes& lanes : all) {
    CAPTURE(lanes.name());
    const Report report = lanes.streamed();
    CHECK(report.verified);
    REQUIRE(report.estimate.run.available);
    // Two rows fill the window, and the pipelines end.
    CHECK(report.estimate.run.latency < (lanes.rows + 2) * lanes.cycles_of_row() + 40);
  }
}

TEST_CASE("lanes: random widths compute what their programs say") {
  const unsigned seed = 20261126;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  const auto from = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  for (int n = 0; n < 25; ++n) {
    const Lanes lanes{from(4, 7), from(6, 24), from(1, 6), from(1, 6), from(0, 1) == 1, from(0, 1) == 1};
    CAPTURE(lanes.name());
    CHECK(lanes.streamed().verified);
  }
}

TEST_CASE("lanes: parts of pixels that come before the window wants them wait in rows of fixed banks") {
  const int size = 8, channels = 16, filters = 16;
  const auto declare = [&] {
    var i("i", 0, size + 2), j("j", 0, size + 2), k("k", 0, channels), k0("k0"), k1("k1");
    var y("y", 0, size), x("x", 0, size), g("g", 0, filters), r("r", 0, 3), q("q", 0, 3), c("c", 0, channels);
    placeholder A("A", {size + 2, size + 2, channels}, p_int8), T("T", {size + 2, size + 2, channels}, p_int8),
        w("w", {filters, 3, 3, channels}, p_int8), sum("sum", {size, size, filters}, p_int32),
        O("O", {size, size, filters}, p_int32);
    T.local(), sum.local();
    compute m("m", {i, j, k}, A(i, j, k), T(i, j, k));
    compute start("start", {y, x, g}, 0, sum(y, x, g));
    compute add("add", {y, x, g, r, q, c}, sum(y, x, g) + T(y + r, x + q, c) * w(g, r, q, c), sum(y, x, g));
    compute finish("finish", {y, x, g}, sum(y, x, g) >> 1, O(y, x, g));
    add.after(start, g);
    finish.after(add, g);
    m.split(k, 4, k0, k1);
    m.pipeline(k0, 1);
    var g0("g0"), g1("g1");
    for (compute* s : {&start, &add, &finish}) s->split(g, 4, g0, g1);
    add.pipeline(g0, 1);
    w.partition({4, 3, 3, channels}, "cyclic");
    A.partition({1, 1, channels}, "cyclic");
    O.partition({1, 1, 4}, "cyclic");
  };
  CHECK(difference(declare, with_channels) == "");
  function program("f");
  program.scope(declare);
  program.dataflow(Channels::automatic);
  CompileOptions options = silent<CompileOptions>();
  options.device = "xcu280";
  // Four parts of each of 10 x 10 pixels come, one a cycle.
  CHECK(program.codegen(options).estimate.run.latency < 10 * 10 * 4 * 5 / 4);
}
