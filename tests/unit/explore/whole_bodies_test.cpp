#include "fixture.hpp"
#include "kept_rows.hpp"
#include "nearest.hpp"
#include "unit_bound.hpp"

using namespace pom;

namespace whole_bodies_tests {

namespace {

/// An adaptive filter of 16 coefficients: each sample waits for the coefficients that the one before has changed.
void declare_filter() {
  var t("t", 0, 256), i("i", 0, 16);
  placeholder S("S", {16}, p_int32), A("A", {2, 16}, p_int16), X("X", {256}, p_int16), Y("Y", {256}, p_int32);
  scalar q("q", p_int32);
  compute z("z", {t}, q = X(t)), s("s", {t, i}, q += cast(S(i), p_int16) * A(0, i));
  compute u("u", {t, i}, S(i) = S(i) + (q >> 4) * A(1, i)), v("v", {t}, Y(t) = q);
  s.after(z, t);
  u.after(s, t);
  v.after(u, t);
}

function make(const std::function<void()>& declare) {
  function program("whole");
  program.scope(declare);
  return program;
}

}  // namespace

TEST_CASE("auto_DSE: a body of statements beside a loop is built whole inside of buffers that the program asks for") {
  CompileOptions silent;
  silent.write = silent.verify = false;
  silent.quiet = true;
  const Report by_hand = make([] { test::declare_kept_rows(test::RowSchedule::split); }).codegen(silent);
  DseOptions options = test::silent();
  options.verify = true;
  const Report found = make([] { test::declare_kept_rows(test::RowSchedule::none); }).auto_DSE(options);
  CHECK(found.verified);
  CHECK(found.estimate.latency <= by_hand.estimate.latency);
  CHECK(found.exploration.bound <= by_hand.estimate.latency);
}

TEST_CASE("auto_DSE: a loop around a search and its sums is one pipeline where that is faster") {
  function by_hand("hand");
  by_hand.scope([] {
    compute last = test::declare_nearest(512, 8, 4);
    last.pipeline(var("p"));
  });
  DseOptions options = test::silent();
  options.verify = true;
  const Report found = make([] { test::declare_nearest(512, 8, 4); }).auto_DSE(options);
  CHECK(found.verified);
  CHECK(found.estimate.latency <= by_hand.codegen(test::silent()).estimate.latency);
  // Two points a cycle have room on the device.
  CHECK(found.estimate.latency <= 300);
  CHECK(found.exploration.bound <= static_cast<double>(found.estimate.latency));
}

TEST_CASE("auto_DSE: with few memories outside a bound that is not reached proves nothing") {
  DseOptions options = test::silent();
  options.port_banks = 4;
  const Report found = make([] { test::declare_nearest(512, 8, 4); }).auto_DSE(options);
  REQUIRE(found.exploration.bound < static_cast<double>(found.estimate.latency));
  CHECK_FALSE(found.exploration.exhaustive);
}

TEST_CASE("auto_DSE: samples that wait for each other are one pipeline whose loops inside are built whole") {
  DseOptions options = test::silent();
  options.verify = true;
  const Report found = make(declare_filter).auto_DSE(options);
  CHECK(found.verified);
  // An iteration of two loops in turn takes 16 cycles and what fills their pipelines.
  CHECK(found.estimate.latency <= 256 * 10);
}

TEST_CASE("auto_DSE: a structure of which nothing fits leaves the others' bound as it is") {
  DseOptions options = test::silent();
  options.dsp = 0.05;
  const Report found = make(declare_filter).auto_DSE(options);
  CHECK(found.exploration.bound > 256);
  CHECK(found.exploration.bound <= static_cast<double>(found.estimate.latency));
}

TEST_CASE("auto_DSE: a nest whose whole body fills the device leaves room for the other one") {
  const auto declare = [] {
    const int size = 128;
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    placeholder A("A", {size, size}), B("B", {size, size}), C("C", {size, size}), D("D", {size, size}),
        T("T", {size, size});
    compute clear("clear", {i, j}, T(i, j) = 0.0f), first("first", {i, j, k}, T(i, j) += 1.5f * A(i, k) * B(k, j));
    compute scale("scale", {i, j}, D(i, j) = 1.2f * D(i, j)), second("second", {i, j, k}, D(i, j) += T(i, k) * C(k, j));
    first.after(clear, j);
    second.after(scale, j);
  };
  std::vector<std::int64_t> latencies;
  for (const double share : {1.0, 0.95, 0.8}) {
    DseOptions options = test::silent();
    options.dsp = options.lut = options.ff = share;
    latencies.push_back(make(declare).auto_DSE(options).estimate.latency);
  }
  CHECK(latencies[0] <= latencies[1]);
  CHECK(latencies[1] <= latencies[2]);
}

TEST_CASE("auto_DSE: nests of a few iterations overlap where all of their loops are built whole") {
  // Each of eight values becomes the least of its neighbours in six steps: 48 operations in a row of 6.
  const auto declare = [] {
    var s("s", 0, 6), i("i", 0, 8), l("l", 0, 8), q("q", 0, 8);
    placeholder A("A", {8}, p_int16), B("B", {8}, p_int16), W("W", {2, 8}, p_int16);
    W.local();
    compute load("load", {l}, W(0, l) = A(l));
    compute step("step", {s, i}, W((s + 1) % 2, i) = p_min(W(s % 2, i), W(s % 2, wrap(i + 1, 8))));
    compute store("store", {q}, B(q) = W(0, q));
  };
  DseOptions options = test::silent();
  options.verify = true;
  const Report found = make(declare).auto_DSE(options);
  CHECK(found.verified);
  CHECK(found.estimate.latency <= 3);
  CHECK(found.exploration.bound <= static_cast<double>(found.estimate.latency));
  options.verify = false;
  options.port_banks = 2;  // a memory for each argument: two elements a cycle
  const Report narrow = make(declare).auto_DSE(options);
  CHECK(narrow.estimate.latency >= 8);
}

TEST_CASE("bound: no choice for a loop with whole loops inside is faster") {
  for (const std::size_t variant : {1, 2}) {
    CAPTURE(variant);
    test::check_unit([] { test::declare_nearest(9, 3, 2); }, test::Choices::in_space, variant);
  }
  test::check_unit(declare_filter, test::Choices::in_space, 1);
}

TEST_CASE("whole bodies: the outermost loops with few operations inside, and the innermost ones") {
  const auto loops = [](int points, int centres, std::size_t variant) {
    return test::Units([&] { test::declare_nearest(points, centres, 4); }, {}, variant).loops(0);
  };
  CHECK(loops(512, 8, 1) == "p!");
  CHECK(loops(512, 8, 2) == "p c!");
  CHECK(loops(512, 512, 1) == "p c!");  // 512 centres are too many at once
}

TEST_CASE("auto_DSE: a statement that a guard keeps out of the loops which it shares spoils no design") {
  // Cholesky: "scale" and "update" may share a loop, of which each has half of the iterations.
  function program("cholesky");
  program.scope([] {
    const int n = 8;
    var j("j", 0, n), i("i", j + 1, n), k("k", 0, j), l("l", 0, j);
    placeholder L("L", {n, n});
    compute pivot("pivot", {j, k}, L(j, j) -= L(j, k) * L(j, k));
    compute root("root", {j}, L(j, j) = sqrt(p_max(L(j, j), 1e-3)));
    compute update("update", {j, i, l}, L(i, j) -= L(i, l) * L(j, l));
    compute scale("scale", {j, i}, L(i, j) /= L(j, j));
    root.after(pivot, j);
    update.after(root, j);
    scale.after(update, i);
  });
  const Report found = program.auto_DSE(test::silent());
  CHECK_FALSE(found.exploration.units.empty());
  CHECK(found.estimate.latency < 0.9 * static_cast<double>(found.exploration.automatic));
}

}  // namespace whole_bodies_tests
