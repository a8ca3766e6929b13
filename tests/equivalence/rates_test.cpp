#include <doctest/doctest.h>

#include <csignal>

#include "execution.hpp"
#include "support/interruption.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// A port that is read and a window over it, without a schedule.
void declare_convolution() {
  const int rows = 12, columns = 12, channels = 4, filters = 4;
  var i("i", 0, rows), j("j", 0, columns), k("k", 0, channels);
  placeholder in("in", {rows, columns, channels}, p_int8), a("a", {rows, columns, channels}, p_int8);
  placeholder w("w", {filters, 3, 3, channels}, p_int8), sum("sum", {rows - 2, columns - 2, filters}, p_int32),
      out("out", {rows - 2, columns - 2, filters}, p_int32);
  std::vector<int> weights;
  for (int n = 0; n < filters * 9 * channels; ++n) weights.push_back(n * 7 % 23 - 11);
  w.values(weights);
  a.local();
  sum.local();
  compute read("read", {i, j, k}, in(i, j, k), a(i, j, k));
  var y("y", 0, rows - 2), x("x", 0, columns - 2), f("f", 0, filters), r("r", 0, 3), q("q", 0, 3), c("c", 0, channels);
  compute clear("clear", {y, x, f}, 0, sum(y, x, f));
  compute add("add", {y, x, f, r, q, c}, sum(y, x, f) + a(y + r, x + q, c) * w(f, r, q, c), sum(y, x, f));
  compute finish("finish", {y, x, f}, sum(y, x, f) >> 2, out(y, x, f));
  add.after(clear, f);
  finish.after(add, f);
}

/// A product of `rows` rows with 30 columns of weights: the columns in strips, whose last one is partial where
/// `at_once` does not divide.
void declare_product(int rows, int at_once) {
  const int columns = 30, depth = 16;
  var i("i", 0, rows), j("j", 0, columns), k("k", 0, depth), k0("k0"), k1("k1"), j0("j0"), j1("j1");
  placeholder in("in", {rows, depth}, p_int8), x("x", {rows, depth}, p_int8), w("w", {columns, depth}, p_int8),
      sum("sum", {rows, columns}, p_int32), out("out", {rows, columns}, p_int32);
  std::vector<int> weights;
  for (int n = 0; n < columns * depth; ++n) weights.push_back(n * 7 % 23 - 11);
  w.values(weights);
  x.local();
  sum.local();
  compute read("read", {i, k}, in(i, k), x(i, k)), clear("clear", {i, j}, 0, sum(i, j));
  compute add("add", {i, j, k}, sum(i, j) + x(i, k) * w(j, k), sum(i, j));
  compute finish("finish", {i, j}, sum(i, j) >> 2, out(i, j));
  add.after(clear, j);
  finish.after(add, j);
  read.split(k, 4, k0, k1);
  read.pipeline(k0, 1);
  for (compute* s : {&add, &clear, &finish}) s->split(j, at_once, j0, j1);
  add.pipeline(j0, 1);
  in.partition({1, 4}, "cyclic");
  out.partition({1, at_once}, "cyclic");
  w.partition({at_once, depth}, "cyclic");
}

Report product(int rows, int at_once) {
  function program("f");
  program.scope([&] { declare_product(rows, at_once); });
  program.dataflow(Channels::automatic);
  CompileOptions options = silent<CompileOptions>();
  options.device = "xck26";
  options.clock_ns = 5;
  return program.codegen(options);
}

Report explored(std::int64_t dsp_blocks) {
  function program("f");
  program.scope(declare_convolution);
  program.dataflow(Channels::automatic);
  DseOptions options = silent();
  options.device = "xck26";
  options.clock_ns = 5;
  options.dsp_blocks = dsp_blocks;
  return program.auto_DSE(options);
}

}  // namespace

TEST_CASE("rates: every process of a stream keeps the time of the slowest one, within the limits") {
  double before = 0;
  for (const std::int64_t blocks : {600, 40}) {
    CAPTURE(blocks);
    const Report report = explored(blocks);
    CHECK(report.verified);
    CHECK_FALSE(report.exploration.nothing_fits);
    CHECK(report.estimate.dsp <= static_cast<double>(blocks));
    REQUIRE(report.estimate.run.available);
    CHECK(report.estimate.run.deadlock == "");
    CHECK(report.exploration.schedule.find("dataflow(Channels::automatic)") != std::string::npos);
    CHECK(report.exploration.trail.size() == 2);
    // No more than a few cycles beside those of the slowest process: the window fills, and the pipelines end.
    const auto latency = static_cast<double>(report.estimate.run.latency);
    CHECK(latency >= report.exploration.bound);
    CHECK(latency > before);
    before = latency;
  }
  // A pixel's four filters one after the other: the window moves in 12 x 12 pixels.
  CHECK(before < 12 * 12 * 4 + 60);
}

TEST_CASE("rates: the same program has the same schedule") {
  CHECK(explored(200).exploration.schedule == explored(200).exploration.schedule);
}

TEST_CASE("rates: a last strip that is partial keeps the pipeline, beside tokens that come in fewer iterations") {
  const int rows = 20;
  for (const int at_once : {7, 4}) {  // five strips, of which the tokens of a row need four; eight
    CAPTURE(at_once);
    const Report report = product(rows, at_once);
    CHECK(report.verified);
    REQUIRE(report.estimate.run.available);
    const std::int64_t strips = (30 + at_once - 1) / at_once;
    CHECK(report.estimate.run.latency >= rows * strips);
    CHECK(report.estimate.run.latency < (rows + 1) * strips + 40);
  }
}

namespace {

/// A product of matrices of 16 x 16 floats in at most 50 DSP blocks, where 16 products and sums at once take 80.
Report small_product(bool bind_operators) {
  const int size = 16;
  function program("f");
  program.scope([&] {
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    placeholder a("a", {size, size}, p_float32), b("b", {size, size}, p_float32), c("c", {size, size}, p_float32),
        sum("sum", {size, size}, p_float32);
    sum.local();
    compute start("start", {i, j}, 0.0F, sum(i, j));
    compute add("add", {i, j, k}, sum(i, j) + a(i, k) * b(k, j), sum(i, j));
    compute finish("finish", {i, j}, sum(i, j), c(i, j));
    add.after(start, j);
    finish.after(add, j);
  });
  program.dataflow(Channels::automatic);
  program.allow_reassociation();
  DseOptions options = silent();
  options.device = "xcu280";
  options.clock_ns = 3.33;
  options.dsp_blocks = 50;
  options.bind_operators = bind_operators;
  return program.auto_DSE(options);
}

}  // namespace

TEST_CASE("rates: float operators are taken in turn where each has its own does not fit") {
  const int size = 16;
  const Report report = small_product(false);
  CHECK(report.verified);
  CHECK_FALSE(report.exploration.nothing_fits);
  CHECK(report.estimate.dsp <= 50);
  REQUIRE(report.estimate.run.available);
  CHECK(report.estimate.run.latency > size * size * 80 / 50);
  CHECK(report.estimate.run.latency < 3 * size * size);
  REQUIRE(report.exploration.trail.size() == 1);
  CHECK(report.exploration.trail.front().find("one in ") != std::string::npos);
}

TEST_CASE("rates: floating-point sums are built from LUTs where DSP blocks are what is missing") {
  const Report report = small_product(true);
  CHECK(report.verified);
  CHECK_FALSE(report.exploration.nothing_fits);
  CHECK(report.estimate.dsp <= 50);
  CHECK(report.estimate.run.latency < small_product(false).estimate.run.latency);
  CHECK(report.exploration.schedule.find("add.bind_op(\"add\", \"fabric\")") != std::string::npos);
}

TEST_CASE("rates: an iteration of several cycles takes several bundles, and their lanes stay") {
  const int rows = 18, steps = 12, columns = 21;
  function program("columns_and_rows");
  program.scope([&] {
    placeholder E("E", {rows, steps}, p_float32), C("C", {steps, columns}, p_float32),
        F("F", {steps, columns}, p_float32), G("G", {rows, columns}, p_float32), S("S", {rows, columns}, p_float32);
    F.local();
    S.local();
    var i("i", 0, rows), j("j", 0, columns), k("k", 0, steps), last("last", steps - 1, steps);
    compute make("make", {k, j}, C(k, j) * 2.0F, F(k, j));
    compute add("add", {k, i, j}, select(k > 0, S(i, j), 0.0F) + E(i, k) * F(k, j), S(i, j));
    compute finish("finish", {last, i, j}, S(i, j), G(i, j));
    finish.after(add, j);
    var j_0("j_0"), j_1("j_1"), i_0("i_0"), i_1("i_1");
    make.split(j, 3, j_0, j_1);
    make.pipeline(j_0, 2);
    add.split(i, 4, i_0, i_1);
    finish.split(i, 4, i_0, i_1);
    add.pipeline(i_0, 3);
    E.partition({4, 1}, "cyclic");
    C.partition({1, 3}, "cyclic");
    G.partition({4, columns}, "cyclic");
  });
  program.dataflow(Channels::automatic);
  program.allow_reassociation();
  const Report report = program.codegen(silent());
  CHECK(report.verified);
  REQUIRE(report.estimate.run.available);
  // Five iterations of three cycles for each of the steps, and those that fetch the first row.
  CHECK(report.estimate.run.latency < 5 * 3 * (steps + 1) + 60);
}

TEST_CASE("rates: where more terms are added up than there are multipliers, some of them are at once") {
  function program("f");
  program.scope([] {
    const int rows = 4, terms = 600, columns = 4;
    placeholder A("A", {rows, terms}, p_int16), B("B", {terms, columns}, p_int16), O("O", {rows, columns}, p_int32);
    var i("i", 0, rows), j("j", 0, columns), k("k", 0, terms);
    compute clear("clear", {i, j}, O(i, j) = 0);
    compute add("add", {i, j, k}, O(i, j) += A(i, k) * B(k, j));
    add.after(clear, j);
  });
  program.dataflow(Channels::automatic);
  DseOptions options = silent();
  options.dsp_blocks = 40;
  const Report report = program.auto_DSE(options);
  CHECK(report.verified);
  CHECK_FALSE(report.exploration.nothing_fits);
  CHECK(report.estimate.run.latency < 4 * 4 * (600 / 20 + 20));
}

TEST_CASE("rates: processes at the ends of a bus get no banks there") {
  function program("on_the_bus");
  program.scope([] {
    var x("x", 0, 32), y("y", 0, 32);
    placeholder I("I", {32}, p_float32), A("A", {32}, p_float32), O("O", {32}, p_float32);
    A.local();
    compute a("a", {x}, A(x) = I(x) * 3.0F), b("b", {y}, O(y) = A(y) + 1.0F);
    I.interface("m_axi", "gmem0");
    O.interface("m_axi", "gmem1");
  });
  program.dataflow(Channels::automatic);
  const Report report = program.auto_DSE(silent());
  CHECK(report.verified);
  CHECK(report.exploration.schedule.find("partition") == std::string::npos);
}

TEST_CASE("auto_DSE: the work of a process counts values once that operands share") {
  function program("f");
  program.scope([] {
    var i("i", 0, 32), j("j", 0, 32);
    placeholder A("A", {32}, p_int32), T("T", {32}, p_int32), B("B", {32}, p_int32);
    T.local();
    expr value = A(i);
    for (int step = 0; step < 60; ++step) value = value ^ (value >> 3);
    compute first("first", {i}, value, T(i)), second("second", {j}, T(j) + 1, B(j));
  });
  program.dataflow(Channels::automatic);
  CHECK(program.auto_DSE(silent()).verified);
}

TEST_CASE(
    "auto_DSE: with hardly any time for it, the design is what its schedule makes, and its speed-up that of its run") {
  const int rows = 12, columns = 16;
  function program("pyramid");
  program.scope([&] {
    placeholder image("image", {rows, columns}, p_uint8), low("low", {rows / 2, columns / 2}, p_uint8),
        out("out", {rows, columns}, p_int16);
    low.local();
    var y("y", 0, rows / 2), x("x", 0, columns / 2), v("v", 0, rows), u("u", 0, columns);
    const expr sum =
        image(2 * y, 2 * x) + image(2 * y + 1, 2 * x) + image(2 * y, 2 * x + 1) + image(2 * y + 1, 2 * x + 1);
    compute down("down", {y, x}, cast((sum + 2) / 4, p_uint8), low(y, x));
    const expr coarse = low(clamp((v + 1) / 2, 0, rows / 2 - 1), clamp((u + 1) / 2, 0, columns / 2 - 1));
    compute detail("detail", {v, u}, cast(image(v, u) - coarse, p_int16), out(v, u));
  });
  program.dataflow(Channels::automatic);
  DseOptions options = silent();
  options.seconds = 0.1;
  const Report found = program.auto_DSE(options);
  // Too little even for the first design: the program stays as it is written.
  if (found.exploration.nothing_fits) {
    CHECK(found.exploration.schedule.find("pipeline") == std::string::npos);
  } else {
    const Estimate& design = found.estimate;  // of some, nothing tells how they run
    const auto cycles = static_cast<double>(design.run.available ? design.run.latency : design.latency);
    CHECK(found.exploration.speedup ==
          doctest::Approx(static_cast<double>(found.exploration.baseline) / cycles).epsilon(0.01));
  }
  const Report again = program.codegen(silent<CompileOptions>());
  CHECK(again.hls_cpp == found.hls_cpp);
}

TEST_CASE("rates: a search that is interrupted before any design is estimated has none") {
  function program("interrupted");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 16);
    placeholder A("A", {16}, p_int32), T("T", {16}, p_int32), B("B", {16}, p_int32);
    T.local();
    compute t("t", {i}, T(i) = A(i) * 2), s("s", {j}, B(j) = T(j) + 1);
  });
  program.dataflow(Channels::automatic);
  const auto of_doctest = std::signal(SIGINT, SIG_DFL);
  std::string said;
  {
    const Interruption of_user;
    std::raise(SIGINT);
    try {
      program.auto_DSE(silent());
    } catch (const CompileError& error) {
      said = error.what();
    }
  }
  std::signal(SIGINT, of_doctest);
  CHECK(said.find("error[no-design]: it was interrupted before a design was estimated") != std::string::npos);
}

TEST_CASE("rates: no pace is quicker than a stream port hands on its elements") {
  const int rows = 16, columns = 24;
  function program("f");
  program.scope([&] {
    var i("i", 0, rows), j("j", 0, columns), y("y", 0, rows), x("x", 0, columns);
    placeholder in("in", {rows, columns}, p_int16), middle("middle", {rows, columns}, p_int16),
        out("out", {rows, columns}, p_int16);
    middle.local();
    compute first("first", {i, j}, in(i, j) >> 1, middle(i, j));
    compute second("second", {y, x}, middle(y, x) >> 1, out(y, x));
    in.interface("axis");
  });
  program.dataflow(Channels::automatic);
  const Report report = program.auto_DSE(silent());
  CHECK(report.verified);
  CHECK(report.exploration.bound == rows * columns);
  CHECK(report.exploration.gap < 0.1);
  CHECK(report.exploration.schedule.find("split") == std::string::npos);
}

TEST_CASE("rates: no pace is quicker than as many multipliers as there are DSP blocks for") {
  const int rows = 16, columns = 12, terms = 64, most_dsp = 96;
  function program("f");
  program.scope([&] {
    var i("i", 0, rows), j("j", 0, columns), k("k", 0, terms);
    placeholder A("A", {rows, terms}), B("B", {terms, columns}), T("T", {rows, columns}), O("O", {rows, columns});
    T.local();
    compute clear("clear", {i, j}, T(i, j) = 0), add("add", {i, j, k}, T(i, j) += A(i, k) * B(k, j));
    compute scale("scale", {i, j}, O(i, j) = T(i, j) * 2.0F);  // by a number: no multiplier is sure
    add.after(clear, j);
    scale.after(add, j);
  });
  program.dataflow(Channels::automatic);
  program.allow_reassociation();
  DseOptions options = silent();
  options.dsp_blocks = most_dsp;
  const Report report = program.auto_DSE(options);
  const double products = rows * columns * terms, blocks_of_one = 3;
  CHECK(report.verified);
  CHECK(report.exploration.bound >= products * blocks_of_one / most_dsp);
  CHECK(report.exploration.bound <= static_cast<double>(report.estimate.run.latency));
}

TEST_CASE("rates: where channels cost more than they win, the program stays without a schedule") {
  for (const int size : {1, 2}) {
    CAPTURE(size);
    const auto declare = [] {
      parameter N("N", 1, 64), M("M", 1, 32);
      var i("i", 0, N), j("j", 0, M), y("y", 0, M), x("x", 0, N);
      placeholder A("A", {N, M}, p_int32), T("T", {N, M}, p_int32), B("B", {M, N}, p_int32);
      T.local();
      compute t("t", {i, j}, T(i, j) = A(i, j));
      compute b("b", {y, x}, B(y, x) = T(x, y));
    };
    function written("written"), found("found");
    for (function* program : {&written, &found}) {
      program->scope(declare);
      program->dataflow(Channels::automatic);
    }
    CompileOptions as_written = silent<CompileOptions>();
    DseOptions options = silent();
    as_written.sizes = options.sizes = {{"N", size}, {"M", size}};
    CHECK(found.auto_DSE(options).estimate.latency <= written.codegen(as_written).estimate.latency);
  }
}

TEST_CASE("rates: a parameter in an index, and triangles of remainders, have designs too") {
  function shifted("shifted"), triangle("triangle");
  shifted.scope([] {
    parameter S("S", 0, 7);
    var k("k", 0, 64), i("i", 0, 56);
    placeholder A("A", {64}, p_int32), T("T", {64}, p_int32), B("B", {56}, p_int32);
    T.local();
    compute t("t", {k}, T(k) = A(k));
    compute s("s", {i}, B(i) = T(i + S) + S);
  });
  triangle.scope([] {
    var i("i", 0, 2), j("j", 0, 3), y("y", 0, 2), x("x", y + 1, 4);
    placeholder A("A", {2, 5}, p_int32), T("T", {2, 3}, p_int32), O("O", {2, 4}, p_int32);
    T.local();
    compute s("s", {i, j}, T(i, j) = A(i, j));
    compute b("b", {y, x}, O(y, x) = T(y, x % 3));
  });
  for (function* program : {&shifted, &triangle}) {
    program->dataflow(Channels::automatic);
    DseOptions options = silent();
    options.seconds = 2;
    CHECK(program->auto_DSE(options).verified);
  }
}

TEST_CASE("rates: where no schedule of steps can be built, the program without one is a design") {
  function program("steps");
  program.scope([] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8}, p_int32), O("O", {16}, p_int32), P("P", {8}, p_int32);
    compute o("o", {i}, O(2 * i) = A(i)), p("p", {j}, P(j) = O(2 * j) + 1);
    O.convert();
  });
  program.dataflow(Channels::automatic);
  CHECK(program.auto_DSE(silent()).verified);
}
