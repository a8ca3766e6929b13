#include <doctest/doctest.h>

#include "driver/explore/bus_beats.hpp"
#include "driver/pipeline/pipeline.hpp"
#include "dse/explore/tiles/external.hpp"
#include "fixture.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

using namespace pom;

namespace edges_tests {

namespace {

CompileOptions estimates_only() {
  CompileOptions options = test::quiet("unused/");
  options.write = false;
  options.verify = false;
  return options;
}

/// A sum of 0, 1, 2, … terms for each of up to 64 rows.
function triangular_sums() {
  function program("triangle");
  program.scope([] {
    parameter N("N", 0, 64);
    var i("i", 0, N), j("j", 0, i);
    placeholder A("A", {64, 64}), O("O", {64});
    compute z("z", {i}, O(i) = 0), s("s", {i, j}, O(i) += A(i, j));
    s.after(z, i);
  });
  return program;
}

}  // namespace

TEST_CASE("codegen: loops that have no iteration for some sizes are estimated") {
  for (const int least : {0, 1}) {
    CAPTURE(least);
    function program("counts");
    program.scope([&] {
      parameter N("N", least, 8);
      var i("i", 0, 8), j("j", least, N);
      placeholder B("B", {8}, p_uint8), O("O", {256}, p_int32);
      compute s("s", {i, j}, O(B(i)) += 1);
    });
    CHECK(program.codegen(estimates_only()).estimate.available);
  }
}

TEST_CASE("codegen: a loop takes the same hardware whatever number of iterations the sizes give it") {
  const auto resources = [](std::int64_t size) {
    function program = triangular_sums();
    CompileOptions options = estimates_only();
    options.sizes = {{"N", size}};
    return program.codegen(options).estimate;
  };
  const Estimate largest = resources(64);
  for (const std::int64_t size : {0, 1, 2}) {
    CAPTURE(size);
    const Estimate estimate = resources(size);
    CHECK(estimate.dsp == largest.dsp);
    CHECK(estimate.lut >= 0.9 * largest.lut);
    CHECK(estimate.latency <= largest.latency);
  }
}

TEST_CASE("codegen: takes in front of the first row are counted once") {
  function program("turned");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 16);
    placeholder A("A", {16, 16}, p_int32), O("O", {16, 16}, p_int32);
    compute t("t", {i, j}, O(j, i) = A(i, j) * 2);
    A.interface("axis"), O.interface("axis");
  });
  program.dataflow(Channels::automatic);
  CHECK(program.codegen(estimates_only()).estimate.latency < 6 * 256);
}

TEST_CASE("auto_DSE: no design takes the elements of a stream port faster than one a cycle, and the bound knows") {
  function program("turned");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 16);
    placeholder A("A", {16, 16}, p_int32), O("O", {16, 16}, p_int32);
    compute t("t", {i, j}, O(i, j) = A(j, i) * 2);
    A.interface("axis");
  });
  DseOptions options;
  static_cast<CompileOptions&>(options) = estimates_only();
  options.bram_blocks = 0;  // what is kept of the stream is registers, of which work may take all at once
  const Report report = program.auto_DSE(options);
  CHECK(report.exploration.bound >= 256);
  CHECK(report.exploration.bound <= static_cast<double>(report.estimate.latency));
}

TEST_CASE("codegen: a formula for any size holds from the size on that it names") {
  const std::string formula = triangular_sums().codegen(estimates_only()).estimate.formula;
  CAPTURE(formula);
  // With one row no sum has a term.
  CHECK(formula.find("for N from") != std::string::npos);
}

TEST_CASE(
    "auto_DSE: with any time, an argument behind a bus gets no design that is slower than the program as written") {
  for (const double seconds : {0.05, 0.3, 0.5, 0.7}) {
    CAPTURE(seconds);
    function program("borders");
    program.scope([] {
      parameter N("N", 0, 7);
      placeholder A("A", {N + 1, N + 1}, p_int32), O("O", {5, N + 1}, p_int32);
      var i("i", 0, p_min(5, N + 1)), j("j", 0, N + 1);
      const auto border = [&](const expr& index) { return clamp(index, 0, N); };
      compute s("s", {i, j},
                O(i, j) = cast(A(border(i), border(i - 1)) * 3 + A(border(i), border((j + 1) / 2)) -
                                   A(border(i + j - 1), border(j + 2)),
                               p_int32) +
                          O(clamp(i - 2, 0, 4), border(j)));
      A.interface("m_axi", "bus");
    });
    DseOptions options;
    static_cast<CompileOptions&>(options) = estimates_only();
    options.pack = false;
    options.seconds = seconds;
    const Report report = program.auto_DSE(options);
    CHECK(report.estimate.latency <= report.exploration.automatic);
  }
}

TEST_CASE("codegen: a pipelined loop of one iteration leaves the recurrence to the loop around") {
  const auto filter = [](int channels) {
    function program("filter");
    program.scope([&] {
      var n("n", 1, 26), c("c", 0, channels);
      placeholder x("x", {26, channels}), y("y", {26, channels});
      compute s("s", {n, c}, y(n, c) = x(n, c) + y(n - 1, c) * 0.5f);
      s.pipeline(c, 1);
    });
    return program.codegen(estimates_only()).estimate;
  };
  const auto divided = [](bool split) {
    function program("divided");
    program.scope([&] {
      var n("n", 1, 26), o("o"), q("q");
      placeholder x("x", {26}, p_int64), y("y", {26}, p_int64);
      compute s("s", {n}, y(n) = x(n) / p_max(y(n - 1), 1));
      if (split) s.split(n, 1, o, q).pipeline(q, 1);
      if (!split) s.pipeline(n, 1);
    });
    return program.codegen(estimates_only()).estimate.latency;
  };
  // A product and a sum of floats of 100 MHz take ten cycles or more.
  CHECK(filter(1).latency >= 25 * 10);
  CHECK(filter(2).latency >= 25 * 10);
  CHECK(divided(true) == divided(false));
}

TEST_CASE("codegen: a formula for any size holds at all sizes, or is none") {
  const auto guarded = [](int n, int m) {
    function program("guarded");
    program.scope([] {
      parameter N("N", 1, 47), M("M", 3, 20);
      var i("i", 0, N), t("t", 0, i + 1);
      placeholder A("A", {49, 69}, p_int32), B("B", {49, 69}, p_int32);
      compute c("c", {i, t}, A(i, t) += B(i, t));
      c.where(i + t < M);
      c.interchange(i, t);
    });
    CompileOptions options = estimates_only();
    options.sizes = {{"N", n}, {"M", m}};
    return program.codegen(options).estimate;
  };
  // Rows end by N in one part of the sizes, and by M in the other.
  REQUIRE(guarded(14, 20).latency > guarded(14, 16).latency);
  CHECK(guarded(14, 16).formula == "");
}

TEST_CASE("codegen: what a statement uses twice is taken from its FIFO once") {
  function program("relu");
  program.scope([] {
    var i("i", 0, 64), j("j", 0, 64);
    placeholder A("A", {64}), T("T", {64}), O("O", {64});
    T.local();
    compute scale("scale", {i}, T(i) = A(i) * 3);
    compute positive("positive", {j}, O(j) = p_max(T(j), 0));
    scale.pipeline(i);
    positive.pipeline(j);
  });
  program.dataflow(Channels::automatic);
  const Report report = program.codegen(estimates_only());
  REQUIRE(report.estimate.loops.size() == 2);
  for (const EstimatedLoop& loop : report.estimate.loops) CHECK(loop.interval == 1);
}

TEST_CASE("external arrays: what a triangle uses more than once is known to be used so") {
  function program("solve");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, i + 1);
    placeholder L("L", {16, 16}), x("x", {16}), y("y", {16});
    for (placeholder* behind : {&L, &x, &y}) behind->interface("m_axi", "gmem");
    compute s("s", {i, j}, y(i) += L(i, j) * x(j));
  });
  const auto record = program.record();
  std::vector<std::string> reused;
  for (const dse::explore::External& external : dse::explore::external_arrays(*record)) {
    if (external.reused) reused.push_back(record->arrays[external.array]->name);
  }
  CHECK(reused == std::vector<std::string>{"x", "y"});
}

}  // namespace edges_tests

TEST_CASE("estimate: an argument without a name for its bundle goes through gmem, with those that are said to") {
  const auto copy_by = [](const std::string& bundle) {
    function program("copy");
    program.scope([&] {
      var i("i", 0, 64);
      placeholder A("A", {64}), B("B", {64}), C("C", {64});
      compute s("s", {i}, C(i) = A(i) + B(i));
      A.interface("m_axi");
      B.interface("m_axi", bundle);
    });
    return program.codegen(edges_tests::estimates_only()).estimate;
  };
  const Estimate unnamed = copy_by(""), named = copy_by("gmem"), apart = copy_by("other");
  CHECK(named.latency == unnamed.latency);
  CHECK(named.lut == unnamed.lut);
  CHECK(apart.lut > named.lut);
}

TEST_CASE("auto_DSE: its tiles and its processes count gmem and no name as one bundle") {
  function program("copy");
  program.scope([] {
    var i("i", 0, 64);
    placeholder A("A", {64}), B("B", {64}), C("C", {64});
    compute s("s", {i}, C(i) = A(i) + B(i));
    A.interface("m_axi");
    B.interface("m_axi", "gmem");
  });
  const auto externals = dse::explore::external_arrays(*program.record());
  REQUIRE(externals.size() == 2);
  CHECK(externals[0].bundle == externals[1].bundle);

  const auto made = driver::analyze_program(program.record(), Brake::unlimited);
  const auto scheduled = poly::apply_schedule(*made->as_written, *made->dependences, program.record()->schedule);
  REQUIRE(scheduled);
  CHECK(driver::BusBeats(*scheduled, {}).of({0}, 0, 1) == 2);
}
