#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace order_primitives_tests {

// reorder and reverse: one statement's loops in another order.

namespace {

/// The loops of `declare`, which must be accepted.
std::string loops(const std::function<void()>& declare) {
  test::Compiled program(declare);
  const auto scheduled = program.scheduled();
  if (!scheduled) return scheduled.errors().front().message;
  return poly::to_string(*poly::generate_loops(*scheduled));
}

std::string refusal(const std::function<void()>& declare) { return test::Compiled(declare).refusal(); }

/// A(i,j,k) over a box, and what `schedule` makes of it.
std::function<void()> box(const std::function<void(compute&)>& schedule) {
  return [schedule] {
    var i("i", 0, 4), j("j", 0, 5), k("k", 0, 6);
    placeholder A("A", {4, 5, 6});
    compute s("s", {i, j, k}, 1.0, A(i, j, k));
    schedule(s);
  };
}

/// A(i,j) = A(i-1,j+1): distance (1,-1).
std::function<void()> anti_diagonal(const std::function<void(compute&)>& schedule) {
  return [schedule] {
    var i("i", 1, 8), j("j", 0, 7);
    placeholder A("A", {8, 8});
    compute s("s", {i, j}, A(i - 1, j + 1), A(i, j));
    schedule(s);
  };
}

}  // namespace

TEST_CASE("reorder: names loops outermost first") {
  CHECK(loops(box([](compute& s) {
          s.reorder({2, 0, 1});
        })) ==
        "s_k: for k in [0, 6)\n"
        "  s_i: for i in [0, 4)\n"
        "    s_j: for j in [0, 5)\n"
        "      s[i, j, k]\n");
}

TEST_CASE("reorder: loops that are not named keep their places") {
  const var i("i"), k("k");
  CHECK(loops(box([&](compute& s) {
          s.reorder({k, i});
        })) ==
        "s_k: for k in [0, 6)\n"
        "  s_j: for j in [0, 5)\n"
        "    s_i: for i in [0, 4)\n"
        "      s[i, j, k]\n");
}

TEST_CASE("reorder: the order that a nest has is no change") {
  CHECK(loops(box([](compute& s) { s.reorder({0, 1, 2}); })) == loops(box([](compute&) {})));
}

TEST_CASE("reorder: a mark stays with its loop") {
  CHECK(loops(box([](compute& s) {
          s.pipeline(2, 1).unroll(2, 2).reorder({0, 2, 1});
        })).find("k in [0, 6) pipeline") != std::string::npos);
}

TEST_CASE("reorder: a triangle's bounds change with its loops") {
  CHECK(loops([] {
          var i("i", 0, 6), j("j", 0, i + 1);
          placeholder A("A", {6, 6});
          compute s("s", {i, j}, 1.0, A(i, j));
          s.reorder({j, i});
        }) ==
        "s_j: for j in [0, 6)\n"
        "  s_i: for i in [j, 6)\n"
        "    s[i, j]\n");
}

TEST_CASE("reorder: is what the interchanges that lead to it are") {
  CHECK(loops(box([](compute& s) {
          s.reorder({2, 0, 1});
        })) == loops(box([](compute& s) { s.interchange(1, 2).interchange(0, 1); })));
}

TEST_CASE("reorder: one statement of a shared nest takes its own loops") {
  CHECK(loops([] {
          var i("i", 0, 4), j("j", 0, 5);
          placeholder A("A", {4, 5}), B("B", {5, 4});
          compute s1("s1", {i, j}, 1.0, A(i, j));
          compute s2("s2", {i, j}, 2.0, B(j, i));
          s2.after(s1, -1);
          s2.reorder({j, i});
        }) ==
        "s1_i: for i in [0, 4)\n  s1_j: for j in [0, 5)\n    s1[i, j]\n"
        "s2_j: for j in [0, 5)\n  s2_i: for i in [0, 4)\n    s2[i, j]\n");
}

TEST_CASE("reorder: what it refuses") {
  const var i("i"), j("j"), x("x");
  CHECK(refusal(box([&](compute& s) { s.reorder({i, x}); })) == "unknown-loop");
  CHECK(refusal(box([](compute& s) { s.reorder({0, 3}); })) == "unknown-loop");
  CHECK(refusal(box([](compute& s) { s.reorder({-1, 0}); })) == "unknown-loop");
  CHECK(refusal(box([&](compute& s) { s.reorder({i, j, i}); })) == "bad-loop-order");
  CHECK(refusal(box([&](compute& s) { s.reorder({i, 0}); })) == "bad-loop-order");
  CHECK(refusal(anti_diagonal([](compute& s) { s.reorder({1, 0}); })) == "illegal-reorder");
}

TEST_CASE("reverse: the last iteration comes first, in the same range") {
  CHECK(loops(box([](compute& s) { s.reverse(1); })) ==
        "s_i: for i in [0, 4)\n"
        "  s_j: for j in [0, 5)\n"
        "    s_k: for k in [0, 6)\n"
        "      s[i, -1*j + 4, k]\n");
}

TEST_CASE("reverse: twice is not at all") {
  CHECK(loops(box([](compute& s) { s.reverse(1).reverse(1); })) == loops(box([](compute&) {})));
}

TEST_CASE("reverse: a range that does not start at 0 stays where it is") {
  CHECK(loops([] {
          var i("i", 3, 9);
          placeholder A("A", {9});
          compute s("s", {i}, 1.0, A(i));
          s.reverse(i);
        }) == "s_i: for i in [3, 9)\n  s[-1*i + 11]\n");
}

TEST_CASE("reverse: a triangle's inner loop ends where the others end") {
  CHECK(loops([] {
          var i("i", 0, 6), j("j", 0, i + 1);
          placeholder A("A", {6, 6});
          compute s("s", {i, j}, 1.0, A(i, j));
          s.reverse(j);
        }) ==
        "s_i: for i in [0, 6)\n"
        "  s_j: for j in [-1*i + 5, 6)\n"
        "    s[i, -1*j + 5]\n");
}

TEST_CASE("reverse: both loops of a split") {
  CHECK(loops([] {
          var i("i", 0, 12);
          placeholder A("A", {12});
          compute s("s", {i}, 1.0, A(i));
          s.split(i, 4).reverse(0).reverse(1);
        }) ==
        "s_i_0: for i_0 in [0, 3)\n"
        "  s_i_1: for i_1 in [0, 4)\n"
        "    s[-4*i_0 + -1*i_1 + 11]\n");
}

TEST_CASE("reverse: statements of equal ranges that share a loop meet again when both are reversed") {
  CHECK(loops([] {
          var i("i", 0, 8);
          placeholder A("A", {8}), B("B", {8});
          compute s1("s1", {i}, 1.0, A(i));
          compute s2("s2", {i}, A(i), B(i));
          s2.after(s1, i);
          s1.reverse(i);
          s2.reverse(i);
        }) == "s1_i: for i in [0, 8)\n  s1[-1*i + 7]\n  s2[-1*i + 7]\n");
}

TEST_CASE("reverse: what it refuses") {
  const var x("x");
  CHECK(refusal(box([&](compute& s) { s.reverse(x); })) == "unknown-loop");
  CHECK(refusal(box([](compute& s) { s.reverse(3); })) == "unknown-loop");
  CHECK(refusal(box([](compute& s) { s.pipeline(2, 1).reverse(2); })) == "marked-loop");
  CHECK(refusal(box([](compute& s) { s.unroll(0, 2).reverse(0); })) == "marked-loop");
  CHECK(refusal(box([](compute& s) { s.pipeline(2, 1).reverse(0); })) == "");
  CHECK(refusal(anti_diagonal([](compute& s) { s.reverse(0); })) == "illegal-reverse");
}

TEST_CASE("reverse: turns the distance (1,-1) around, so that the nest can be tiled") {
  CHECK(refusal(anti_diagonal([](compute& s) { s.tile(0, 1, 2, 2); })) == "illegal-tile");
  CHECK(refusal(anti_diagonal([](compute& s) { s.reverse(1).tile(0, 1, 2, 2); })) == "");
}

TEST_CASE("reverse: a refused reversal names two instances and their dependence") {
  test::Compiled program([] {
    var i("i", 1, 8);
    placeholder A("A", {8});
    compute s("s", {i}, A(i - 1), A(i));
    s.reverse(i);
  });
  const auto result = program.scheduled();
  REQUIRE_FALSE(result);
  CHECK(result.errors().front().message ==
        "cannot reverse loop i of \"s\"\n"
        "s[1] writes A[1] which s[2] reads; after the reversal s[2] would run first (flow, distance (1))");
}

}  // namespace order_primitives_tests
