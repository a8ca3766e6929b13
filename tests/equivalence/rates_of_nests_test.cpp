#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// A product that one nest clears, one adds to and a third one reads; `grouped`: the first two are said to be a
/// process.
void nests_of_a_product(function& program, bool grouped) {
  program.scope([&] {
    const int rows = 12, terms = 16, columns = 10;
    placeholder A("A", {rows, terms}, p_int16), B("B", {terms, columns}, p_int16), T("T", {rows, columns}, p_int32),
        O("O", {rows, columns}, p_int32);
    T.local();
    var i("i", 0, rows), j("j", 0, columns), k("k", 0, terms);
    compute clear("clear", {i, j}, T(i, j) = 0);
    compute add("add", {i, j, k}, T(i, j) += A(i, k) * B(k, j));
    compute relu("relu", {i, j}, O(i, j) = p_max(T(i, j), 0));
    if (grouped) program.process("product", {clear, add});
  });
  program.dataflow(Channels::automatic);
}

}  // namespace

TEST_CASE("rates: nests that write one array are one process, which the program may also say") {
  for (const bool grouped : {false, true}) {
    CAPTURE(grouped);
    function written("written"), found("found");
    nests_of_a_product(written, grouped);
    nests_of_a_product(found, grouped);
    const Report as_written = written.codegen(silent());
    CHECK(as_written.verified);
    CHECK(as_written.estimate.run.processes.size() == 2);
    DseOptions options = silent();
    options.device = "xczu3eg";
    const Report report = found.auto_DSE(options);
    CHECK(report.verified);
    REQUIRE(report.exploration.trail.size() == 3);
    CHECK((report.exploration.schedule.find("process(") != std::string::npos) == grouped);
    CHECK(report.estimate.run.latency * 10 < as_written.estimate.run.latency);
  }
}

TEST_CASE("rates: arguments that several processes read come from processes of their own, which have rates too") {
  function program("twice");
  program.scope([] {
    var i("i", 0, 24), j("j", 0, 16);
    placeholder A("A", {24, 16}, p_int16), p("p", {16}, p_int16), r("r", {24}, p_int16);
    placeholder q("q", {24}, p_int32), s("s", {16}, p_int32), t("t", {16}, p_int32);
    t.local();
    scalar a("a", p_int32);
    compute a0("a0", {i}, a = 0), a1("a1", {i, j}, a += A(i, j) * p(j)), a2("a2", {i}, q(i) = a);
    a1.after(a0, i);
    a2.after(a1, i);
    compute b0("b0", {i, j}, t(j) = 0), b1("b1", {i, j}, t(j) += A(i, j) * r(i)), b2("b2", {i, j}, s(j) = t(j));
    b0.where(i == 0);
    b1.after(b0, j);
    b2.where(i == 23);
    b2.after(b1, j);
  });
  program.dataflow(Channels::automatic);
  DseOptions options = silent();
  options.device = "xck26";
  const Report report = program.auto_DSE(options);
  CHECK(report.verified);
  CHECK(report.exploration.schedule.find("read_A_in = A.broadcast(\"A_in\")") != std::string::npos);
  CHECK(report.exploration.schedule.find("read_A_in.pipeline(") != std::string::npos);
}

TEST_CASE("rates: a nest for the first element and one for the others are one process") {
  function program("smoothed");
  program.scope([] {
    var i("i", 1, 50), z("z", 0, 1), j("j", 0, 50);
    placeholder A("A", {50}), B("B", {50}), C("C", {50});
    B.local();
    compute first("first", {z}, B(z) = A(z)), next("next", {i}, B(i) = A(i) * 0.5F + B(i - 1) * 0.5F);
    compute twice("twice", {j}, C(j) = B(j) * 2.0F);
  });
  program.dataflow(Channels::automatic);
  CHECK(program.auto_DSE(silent()).verified);
}

TEST_CASE("rates: nests of variable bounds, and without a loop, have a rate too") {
  function program("triangle");
  program.scope([] {
    var i("i", 0, 12), j("j", 0, i + 1), k("k", 0, 12), l("l", 0, k + 1);
    placeholder A("A", {12, 12}, p_int32), B("B", {12, 12}, p_int32), C("C", {12}, p_int32), D("D", {4}, p_int32);
    B.local();
    scalar s("s", p_int32), last("last", p_int32);
    last.output();
    compute a("a", {i, j}, B(i, j) = A(i, j) * 3);
    compute c0("c0", {k}, s = 0), c1("c1", {k, l}, s += B(k, l)), c2("c2", {k}, C(k) = s);
    c1.after(c0, k);
    c2.after(c1, k);
    compute one("one", {}, last = D(3));
  });
  program.dataflow(Channels::automatic);
  const Report report = program.auto_DSE(silent());
  CHECK(report.verified);
  CHECK(report.exploration.speedup > 1);
}

TEST_CASE("rates: one value that a nest sums up is a channel") {
  function program("centred");
  program.scope([] {
    var x("x", 0, 32), y("y", 0, 32);
    placeholder I("I", {32}, p_int32), O("O", {32}, p_int32);
    scalar s("s", p_int32);
    compute z("z", {x}, s = 0), a("a", {x}, s += I(x)), b("b", {y}, O(y) = s - y);
    z.where(x == 0);
    a.after(z, x);
  });
  program.dataflow(Channels::automatic);
  const Report report = program.auto_DSE(silent());
  CHECK(report.verified);
  CHECK(report.exploration.speedup > 1);
}

TEST_CASE("rates: an iteration that keeps a bus busy for longer than any interval has a rate too") {
  function program("swapped");
  program.scope([] {
    var g("g", 0, 4);
    placeholder A("A", {16}, p_int32), P("P", {16}, p_uint8);
    const expr left = A(2 * g), right = A(2 * g + 1), p = P(2 * g), q = P(2 * g + 1);
    const expr swaps = select(g % 2 == 0, left > right, left < right);
    simultaneous exchange("exchange", {g},
                          {{A(2 * g), select(swaps, right, left)},
                           {A(2 * g + 1), select(swaps, left, right)},
                           {P(2 * g), select(swaps, q, p)},
                           {P(2 * g + 1), select(swaps, p, q)}});
    A.interface("m_axi", "gmem");
  });
  program.dataflow(Channels::automatic);
  CHECK(program.auto_DSE(silent()).verified);
}
