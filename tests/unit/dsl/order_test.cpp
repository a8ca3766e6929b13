#include <doctest/doctest.h>

#include "dsl/model/program_order.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

using Positions = std::vector<std::vector<int>>;

Positions positions() {
  Positions result;
  for (const dsl::Compute& compute : program()->computes) result.push_back(compute.position);
  return result;
}

/// Four computes s1 … s4 over (i, j), each with an array of its own.
struct FourNests {
  var i{"i", 0, 4}, j{"j", 0, 4};
  placeholder A{start(), {4, 4}};
  compute s1{"s1", {i, j}, A(i, j) + 1, A(i, j)};
  compute s2{"s2", {i, j}, A(i, j) + 2, A(i, j)};
  compute s3{"s3", {i, j}, A(i, j) + 3, A(i, j)};
  compute s4{"s4", {i, j}, A(i, j) + 4, A(i, j)};

 private:
  static std::string start() {
    init("four");
    return "A";
  }
};

}  // namespace

TEST_CASE("program order: computes stand in nests of their own, in order of declaration") {
  FourNests p;
  CHECK(positions() == Positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}});
}

TEST_CASE("after: shares loops down to the level, by var or by number") {
  FourNests p;
  p.s2.after(p.s1, p.i);
  p.s4.after(&p.s3, 1);
  CHECK(positions() == Positions{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 0, 1}});
  CHECK(program()->schedule.empty());
}

TEST_CASE("after: behind the other, computes keep their order of declaration") {
  FourNests p;
  p.s3.after(p.s1, p.i);
  p.s2.after(p.s1, p.i);
  p.s4.after(p.s1, p.i);
  CHECK(positions() == Positions{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 3, 0}});
}

TEST_CASE("after: a compute moves behind a later one") {
  FourNests p;
  p.s1.after(p.s3, p.j);
  CHECK(positions() == Positions{{1, 0, 1}, {0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
}

TEST_CASE("after: computes that were placed after it follow a compute that moves") {
  FourNests p;
  p.s3.after(p.s2, p.j);
  p.s2.after(p.s1, p.i);
  CHECK(positions() == Positions{{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}});
}

TEST_CASE("after with level -1: a separate nest behind stays where it is") {
  FourNests p;
  p.s4.after(p.s3, p.i);
  p.s4.after(p.s1, -1);
  CHECK(positions() == Positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}});
}

TEST_CASE("after with level -1: leaves a shared nest, or moves behind, followed by what came after it") {
  FourNests p;
  p.s2.after(p.s1, p.j);
  p.s2.after(p.s1, -1);
  p.s1.after(p.s3, -1);
  CHECK(positions() == Positions{{1, 0, 0}, {2, 0, 0}, {0, 0, 0}, {3, 0, 0}});
  CHECK(program()->findings.empty());
}

TEST_CASE("after: Fig. 9 of the paper, statements of different order share by position") {
  init("fig9");
  var t("t", 0, 32), i("i", 0, 32);
  constant temp("temp"), alpha("alpha");
  placeholder M("M", {32}), N("N", {32}), K("K", {32});
  compute S1("S1", {t, i}, temp, M(i));
  compute S2("S2", {t, i}, M(i) * alpha, N(i));
  compute S3("S3", {i, t}, K(i) + N(i), K(i));
  SUBCASE("before any transformation it is the program") {
    S2.after(S1, t);
    S3.after(S1, -1);
    CHECK(positions() == Positions{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}});
    CHECK(program()->schedule.empty());
  }
  SUBCASE("behind transformations it is a directive") {
    var i0("i0"), t0("t0"), i1("i1"), t1("t1");
    S3.interchange(i, t);
    S1.tile(t, i, 1, 8, t0, i0, t1, i1);
    S3.pipeline(i, 1);
    S1.unroll(i1, -1);
    S2.after(S1, t);
    S3.after(S1, -1);
    CHECK(positions() == Positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
    REQUIRE(program()->schedule.size() == 6);
    CHECK(to_string(program()->schedule[4]) == "S2.after(S1, t)");
    CHECK(to_string(program()->schedule[5]) == "S3.after(S1, -1)");
  }
  CHECK(program()->findings.empty());
}

TEST_CASE("after: Fig. 16 of the paper, the statements of a stencil share the time loop") {
  init("jacobi");
  var t("t", 0, 10), i("i", 0, 30);
  placeholder A("A", {32}), B("B", {32});
  constant factor(0.33333);
  compute s_1("s_1", {t, i}, factor * (B(i) + B(i + 1) + B(i + 2)), A(i + 1));
  compute s_2("s_2", {t, i}, factor * (A(i) + A(i + 1) + A(i + 2)), B(i + 1));
  s_2.after(s_1, t);
  CHECK(positions() == Positions{{0, 0, 0}, {0, 1, 0}});
  CHECK(program()->findings.empty());
  CHECK(program()->scalar_arguments().empty());
}

TEST_CASE("after: hardware directives do not make it a directive") {
  FourNests p;
  p.s1.pipeline(p.j, 1);
  p.s1.unroll(p.j, 2);
  p.A.partition({2, 2}, "cyclic");
  p.s2.after(p.s1, p.i);
  CHECK(positions()[1] == std::vector{0, 1, 0});
  CHECK(program()->schedule.size() == 3);
  p.s1.split(p.i, 2);
  p.s3.after(p.s1, p.i);
  CHECK(positions()[2] == std::vector{1, 0, 0});
  CHECK(program()->schedule.size() == 5);
}

TEST_CASE("after: statements with fewer loops share what they have") {
  init("init_then_sum");
  var i("i", 0, 4), k("k", 0, 8);
  placeholder A("A", {4, 8}), x("x", {4});
  compute zero("zero", {i}, 0, x(i));
  compute sum("sum", {i, k}, x(i) + A(i, k), x(i));
  compute halve("halve", {i}, x(i) / 2, x(i));
  sum.after(zero, i);
  halve.after(sum, i);
  CHECK(positions() == Positions{{0, 0}, {0, 1, 0}, {0, 2}});
  zero.after(halve, 1);
  CHECK(codes(program()->findings) == std::vector<std::string>{"bad-after"});
}

TEST_CASE("after: refuses levels, loops and cycles at the call's line") {
  FourNests p;
  init("other");
  placeholder B("B", {4});
  compute foreign("foreign", {p.i}, 0, B(p.i));
  compute short_one("short_one", {p.i}, 1, B(p.i));
  compute long_one("long_one", {p.i, p.j}, 2, B(p.i));
  unsigned line = __LINE__;
  long_one.after(short_one, 1);
  short_one.after(long_one, 1);
  long_one.after(short_one, -2);
  long_one.after(short_one, p.j);
  long_one.after(long_one, 0);
  long_one.after(p.s1, 0);
  long_one.after(nullptr, 0);
  long_one.after(short_one, 0).after(foreign, p.i);
  short_one.after(foreign, p.i);
  foreign.after(short_one, 0);
  CHECK(places(program()->findings) == std::vector{at_line("bad-level", line + 1), at_line("bad-level", line + 2),
                                                   at_line("bad-level", line + 3), at_line("unknown-loop", line + 4),
                                                   at_line("bad-after", line + 5), at_line("bad-after", line + 6),
                                                   at_line("bad-after", line + 7), at_line("replaced-after", line + 8),
                                                   at_line("bad-after", line + 10)});
}

TEST_CASE("simultaneous: its computes share their loops in the program, without a word, also where a schedule has begun") {
  for (const bool transformed : {false, true}) {
    CAPTURE(transformed);
    init("both");
    var i("i", 0, 8), i0("i0"), i1("i1");
    placeholder A("A", {8}), B("B", {8});
    compute s("s", {i}, A(i) * 2, B(i));
    transformed ? s.split(i, 4, i0, i1) : s.pipeline(i);
    placeholder_complex X("X", {8});
    simultaneous w("w", {i}, {{X(i), X(i) * 2.0}});
    CHECK(program()->findings.empty());
    CHECK(positions() == Positions{{0, 0}, {1, 0}, {1, 1}});
    CHECK(program()->schedule.size() == 1);
  }
}

TEST_CASE("simultaneous: what is assumed of an array holds for values that wait to be stored there") {
  init("swap");
  var i("i", 0, 4);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  A.assume(0, 7);
  simultaneous s("s", {i}, {{A(i), A(7 - i)}, {A(7 - i), A(i)}});
  CHECK(codes(program()->findings).empty());

  init("leaves");
  placeholder C("C", {8}, p_int32), D("D", {8}, p_int32);
  C.assume(0, 7);
  simultaneous t("t", {i}, {{C(i), D(7 - i)}, {D(7 - i), C(i)}});
  CHECK(codes(program()->findings) == std::vector<std::string>{"bad-assume"});
}

TEST_CASE("no-destination: a simultaneous assignment of nothing") {
  init("nothing");
  var i("i", 0, 4);
  simultaneous s("s", {i}, std::vector<assignment>{});
  CHECK(codes(program()->findings) == std::vector<std::string>{"no-destination"});
}

TEST_CASE("order: numbers become dense, equal positions stay equal, and one may be the beginning of another") {
  std::vector<std::vector<int>> positions = {{3, 7, 5}, {3, 7, 5}, {3, 7}, {9, 0}, {9, 4, 4}, {9, 4, 4}, {1 << 30, 2}};
  std::vector<std::vector<int>*> all;
  for (std::vector<int>& position : positions) all.push_back(&position);
  dsl::renumber(all);
  CHECK(positions[0] == positions[1]);
  CHECK(positions[2] == std::vector<int>{0, 0});
  CHECK(positions[0] == std::vector<int>{0, 0, 0});
  CHECK(positions[3] == std::vector<int>{1, 0});
  CHECK(positions[4] == std::vector<int>{1, 1, 0});
  CHECK(positions[4] == positions[5]);
  CHECK(positions[6] == std::vector<int>{2, 0});
}
