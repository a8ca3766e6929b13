#include <doctest/doctest.h>

#include <cstdint>

#include "fixture.hpp"
#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/loops/conjunction.hpp"
#include "polyhedral/loops/loop_tree.hpp"

using namespace pom;

TEST_CASE("loops: a tiled product has constant bounds and the user's names") {
  test::Compiled program([] {
    var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    placeholder A("A", {32, 32}), B("B", {32, 32}), C("C", {32, 32});
    compute s("s", {k, i, j}, A(i, j) + B(i, k) * C(k, j), A(i, j));
    s.tile(i, j, 4, 4, i0, j0, i1, j1);
    s.pipeline(j0, 1);
    s.unroll(i1, 4);
    s.unroll(j1, 4);
  });
  CHECK(program.loops() ==
        "s_k: for k in [0, 32)\n"
        "  s_i0: for i0 in [0, 8)\n"
        "    s_j0: for j0 in [0, 8) pipeline(1) carries-flow(A, distance 64)\n"
        "      s_i1: for i1 in [0, 4) unroll(4)\n"
        "        s_j1: for j1 in [0, 4) unroll(4)\n"
        "          s[k, 4*i0 + i1, 4*j0 + j1]\n");
}

TEST_CASE("loops: syntax trees that are kept from another nest or program give the same loops") {
  test::Compiled program([] {
    var i("i", 0, 10), j("j", 0, 7), k("k", 0, i);
    placeholder A("A", {10, 10}), B("B", {10, 10}), C("C", {10, 10}), D("D", {10, 10});
    compute first("first", {i, j}, A(i, j) + 1, B(i, j)), equal("equal", {i, j}, B(i, j) + 2, C(i, j));
    compute cut("cut", {i, j}, C(i, j) * 2, D(i, j)), triangle("triangle", {i, k}, D(i, k) + 1, A(i, k));
    cut.tile(i, j, 4, 3).pipeline(1, 1);
    triangle.split(1, 2);
  });
  const poly::Scop written = program.as_written, scheduled = *program.scheduled();
  poly::AstCache cache;
  for (const poly::Scop* scop : {&written, &scheduled, &written, &scheduled})
    CHECK(poly::to_string(*poly::generate_loops(*scop, &cache)) == poly::to_string(*poly::generate_loops(*scop)));
}

TEST_CASE("loops: the iteration that a guard leaves out of each run is jumped over in one loop of constant bounds") {
  test::Compiled program([] {
    var k("k", 0, 8), i("i", 0, 8), j("j", 0, 8), d("d", -1, 2), e("e", -1, 2), i0("i0"), i1("i1");
    placeholder A("A", {8, 8}), B("B", {8, 8}), C("C", {10, 10}), D("D", {8});
    compute rows("rows", {k, i, j}, A(i, j) - A(k, j), A(i, j)), cut("cut", {k, i}, A(k, i), B(k, i));
    compute around("around", {i, j, d, e}, B(i, j) + C(i + d + 1, j + e + 1), B(i, j)), fixed("fixed", {i}, 1.0, D(i));
    rows.where(i != k);
    cut.where(k != i + 2);
    cut.split(i, 4, i0, i1);
    around.where(d != 0 || e != 0);
    fixed.where(i != 3);
  });
  CHECK(program.loops() ==
        "rows_k: for k in [0, 8)\n"
        "  rows_i: for i in [0, 8)\n"
        "    rows_j: for j in [0, 8)\n"
        "      unless i + -1*k = 0\n"
        "        rows[k, i, j]\n"
        "cut_k: for k in [0, 8)\n"
        "  cut_i0: for i0 in [0, 2)\n"
        "    cut_i1: for i1 in [0, 4)\n"
        "      unless 4*i0 + i1 + -1*k + 2 = 0\n"
        "        cut[k, 4*i0 + i1]\n"
        "around_i: for i in [0, 8)\n"
        "  around_j: for j in [0, 8)\n"
        "    around_d: for d in [-1, 2)\n"
        "      around_e: for e in [-1, 2)\n"
        "        unless d = 0 and e = 0\n"
        "          around[i, j, d, e]\n"
        // Two loops of constant bounds need no guard.
        "fixed_i: for i in [0, 3)\n"
        "  fixed[i]\n"
        "fixed_i_2: for i in [4, 8)\n"
        "  fixed[i]\n");
}

TEST_CASE("loops: full and partial tiles are told apart, both with constant bounds") {
  test::Compiled program([] {
    var i("i", 1, 31), i0("i0"), i1("i1");
    placeholder A("A", {32});
    compute s("s", {i}, 1.0, A(i));
    s.split(i, 4, i0, i1);
  });
  CHECK(program.loops() ==
        "s_i0: for i0 in [0, 7)\n"
        "  s_i1: for i1 in [0, 4)\n"
        "    s[4*i0 + i1 + 1]\n"
        "s_i1_2: for i1 in [0, 2)\n"
        "  s[i1 + 29]\n");
}

TEST_CASE("loops: a strip inside a pipelined loop gets a guard instead of a loop of its own") {
  test::Compiled program([] {
    var i("i", 1, 31), i0("i0"), i1("i1");
    placeholder A("A", {32});
    compute s("s", {i}, 1.0, A(i));
    s.split(i, 4, i0, i1);
    s.pipeline(i0, 1);
  });
  CHECK(program.loops() ==
        "s_i0: for i0 in [0, 8) pipeline(1) carries-nothing(A)\n"
        "  s_i1: for i1 in [0, 4)\n"
        "    if -4*i0 + -1*i1 + 29 >= 0\n"
        "      s[4*i0 + i1 + 1]\n");
}

TEST_CASE("loops: separate cuts off the partial strip of a pipelined loop, too") {
  test::Compiled program([] {
    var i("i", 1, 31), i0("i0"), i1("i1");
    placeholder A("A", {32});
    compute s("s", {i}, 1.0, A(i));
    s.split(i, 4, i0, i1);
    s.separate(i1);
    s.pipeline(i0, 1);
  });
  CHECK(program.loops().find("if ") == std::string::npos);
  CHECK(program.loops().find("for i0 in [7, 8)") != std::string::npos);
}

TEST_CASE("loops: two tiled loops with remainders give four kinds of tiles") {
  test::Compiled program([] {
    var i("i", 0, 10), j("j", 0, 7);
    placeholder A("A", {10, 7});
    compute s("s", {i, j}, 1.0, A(i, j));
    s.tile(i, j, 4, 3);
    s.pipeline(1, 1);
  });
  CHECK(program.loops().find("min") == std::string::npos);
}

TEST_CASE("loops: a skewed and interchanged stencil runs along the wavefront") {
  test::Compiled program([] {
    var i("i", 0, 8), j("j", 0, 6), w("w"), p("p");
    placeholder A("A", {8, 6});
    compute s("s", {i, j}, 1.0, A(i, j));
    s.skew(i, j, 1, 1, p, w).interchange(p, w);
  });
  CHECK(program.loops() ==
        "s_w: for w in [0, 13)\n"
        "  s_p: for p in [max(0, w + -5), min(8, w + 1))\n"
        "    s[p, w + -1*p]\n");
}

TEST_CASE("loops: an innermost loop that isl names itself is the last one of the nest") {
  test::Compiled program([] {
    parameter N("N", 3, 6);
    var i("i", 0, 5), j("j", i, 5), k("k", 0, N);
    placeholder A("A", {5, 5, N}), B("B", {5, 5, N});
    compute s("s", {i, j, k}, A(i, j, k), B(i, j, k));
    s.skew(j, k, 6, 1).interchange(j, k);
  });
  CHECK(program.loops().find("s[") != std::string::npos);
}

TEST_CASE("loops: statements at different depths share a nest") {
  test::Compiled program([] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder x("x", {8}), A("A", {8, 8});
    compute zero("zero", {i}, 0.0, x(i));
    compute sum("sum", {i, j}, x(i) + A(i, j), x(i));
    sum.after(zero, i);
  });
  CHECK(program.loops() ==
        "zero_i: for i in [0, 8)\n"
        "  zero[i]\n"
        "  sum_j: for j in [0, 8)\n"
        "    sum[i, j]\n");
}

TEST_CASE("loops: a skew by two steps by two") {
  test::Compiled program([] {
    var i("i", 0, 8), j("j", 0, 6), a("a"), b("b");
    placeholder A("A", {8, 6});
    compute s("s", {i, j}, 1.0, A(i, j));
    s.skew(i, j, 1, 2, a, b);
  });
  CHECK(program.loops().find("step 2") != std::string::npos);
}

TEST_CASE("loops: nests that share nothing keep their order of declaration") {
  test::Compiled program([] {
    var i("i", 0, 4);
    placeholder A("A", {4}), B("B", {4});
    compute s1("s1", {i}, 1.0, A(i));
    compute s2("s2", {i}, A(i), B(i));
  });
  CHECK(program.loops() ==
        "s1_i: for i in [0, 4)\n  s1[i]\n"
        "s2_i: for i in [0, 4)\n  s2[i]\n");
}

TEST_CASE("loops: expressions whose numbers leave 64 bits are refused, not wrapped around") {
  const poly::AffineExpr i = poly::AffineExpr::iterator(0);
  const std::int64_t large = std::int64_t{1} << 40;
  CHECK(large * (2 * i) == (2 * large) * i);
  CHECK_THROWS_AS(large * (large * i), poly::NumberTooLarge);
  CHECK_THROWS_AS(poly::AffineExpr::constant(INT64_MAX) + poly::AffineExpr::constant(1), poly::NumberTooLarge);
  CHECK_THROWS_AS(INT64_MAX * i + i, poly::NumberTooLarge);
}

TEST_CASE("loops: what isl counts beyond 64 bits is no number here") {
  const poly::IslContext context;
  const isl::set huge(context.get(), "{ [100000000000000000000] }"), last(context.get(), "{ [9223372036854775807] }");
  CHECK(poly::minimum(last, 0) == INT64_MAX);
  CHECK_THROWS_AS(poly::minimum(huge, 0), poly::NumberTooLarge);
  CHECK_THROWS_AS(poly::first_point(huge), poly::NumberTooLarge);
}

TEST_CASE("loops: a guard that is no convex set becomes few conditions, each without what others imply") {
  test::Compiled program([] {
    var i("i", 0, 4), j("j", 1, 6);
    placeholder A("A", {4, 6});
    compute s("s", {i, j}, expr(1.0f), A(i, j));
    s.where((i + j) % 3 != 1);
  });
  CHECK(program.loops() ==
        "s_i: for i in [0, 4)\n"
        "  s_j: for j in [1, 6)\n"
        "    if mod(i + j, 3) + -2 = 0\n"
        "      s[i, j]\n"
        "    if mod(i + j, 3) = 0\n"
        "      s[i, j]\n");
}

TEST_CASE("loops: a loop in pieces under such a guard has loops") {
  test::Compiled program([] {
    var i("i", 0, 4), j("j", 1, 6);
    placeholder A("A", {1});
    compute s("s", {i, j}, expr(1.0f), A(0));
    s.where((i + j) % 3 != 1);
    s.peel(j, 3);
  });
  CHECK(program.refusal().empty());
  CHECK(poly::generate_loops(*program.scheduled()));
}

TEST_CASE("conjunctions: the tightest bounds stay, opposite ones meet in an equality, and none remains of nothing") {
  const poly::AffineExpr x = poly::AffineExpr::iterator(0), y = poly::AffineExpr::iterator(1);
  const auto constant = [](std::int64_t value) { return poly::AffineExpr::constant(value); };
  const auto at_least = [&](std::int64_t least) { return poly::Constraint{x + constant(-least), false}; };
  const auto at_most = [&](std::int64_t most) { return poly::Constraint{-1 * x + constant(most), false}; };
  const poly::Constraint other{y + -1 * x, false};
  const auto simple = poly::simplify({at_least(2), other, at_least(5), at_most(9)});
  REQUIRE(simple);
  REQUIRE(simple->size() == 3);
  CHECK((*simple)[0].expr == x + constant(-5));
  CHECK((*simple)[1].expr == -1 * x + constant(9));
  CHECK((*simple)[2].expr == other.expr);
  const auto met = poly::simplify({at_least(5), at_most(5)});
  REQUIRE(met);
  REQUIRE(met->size() == 1);
  CHECK(met->front().equality);
  CHECK_FALSE(poly::simplify({at_least(6), at_most(5)}));
  CHECK_FALSE(poly::simplify({{mod(x, 3) + constant(-3), false}}));
  CHECK(poly::simplify({{mod(x, 3), false}})->empty());
  CHECK_FALSE(poly::simplify({{constant(-1), false}}));
}
