#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace cut_primitives_tests {

// peel and separate: loops cut apart, the order of execution unchanged.

namespace {

std::string loops(const std::function<void()>& declare) {
  test::Compiled program(declare);
  const auto scheduled = program.scheduled();
  if (!scheduled) return scheduled.errors().front().message;
  const auto tree = poly::generate_loops(*scheduled);
  return tree ? poly::to_string(*tree) : tree.errors().front().message;
}

std::string refusal(const std::function<void()>& declare) { return test::Compiled(declare).refusal(); }

std::function<void()> line(const std::function<void(compute&)>& schedule) {
  return [schedule] {
    var i("i", 2, 12);
    placeholder A("A", {12});
    compute s("s", {i}, 1.0, A(i));
    schedule(s);
  };
}

std::function<void()> triangle(const std::function<void(compute&)>& schedule) {
  return [schedule] {
    var i("i", 0, 8), j("j", 0, i + 1);
    placeholder A("A", {8, 8});
    compute s("s", {i, j}, 1.0, A(i, j));
    schedule(s);
  };
}

}  // namespace

TEST_CASE("peel: the first iterations get a loop in front") {
  CHECK(loops(line([](compute& s) { s.peel(0, 3); })) ==
        "s_i: for i in [2, 5)\n  s[i]\n"
        "s_i_2: for i in [5, 12)\n  s[i]\n");
}

TEST_CASE("peel: a negative count takes the last iterations") {
  CHECK(loops(line([](compute& s) { s.peel(0, -2); })) ==
        "s_i: for i in [2, 10)\n  s[i]\n"
        "s_i_2: for i in [10, 12)\n  s[i]\n");
}

TEST_CASE("peel: both ends, and the mark that comes after, on all parts") {
  CHECK(loops(line([](compute& s) { s.peel(0, 1).peel(0, -1).pipeline(0, 2); })) ==
        "s_i: for i in [2, 3) pipeline(2)\n  s[2]\n"
        "s_i_2: for i in [3, 11) pipeline(2)\n  s[i]\n"
        "s_i_3: for i in [11, 12) pipeline(2)\n  s[11]\n");
}

TEST_CASE("peel: a second one at the same end counts from the loop's own start") {
  CHECK(loops(line([](compute& s) { s.peel(0, 1).peel(0, 3); })) ==
        "s[2]\n"
        "s_i: for i in [3, 5)\n  s[i]\n"
        "s_i_2: for i in [5, 12)\n  s[i]\n");
}

TEST_CASE("peel: strips of one statement are peeled with those of another one in their loops") {
  CHECK(loops([] {
          var i("i", 0, 10), i0("i0"), i1("i1");
          placeholder A("A", {10}), B("B", {10});
          compute s("s", {i}, 1.0, A(i));
          compute t("t", {i}, A(i), B(i));
          t.after(s, i);
          s.split(i, 2, i0, i1);
          t.split(i, 2, i0, i1);
          t.peel(i0, 3);
        }) ==
        "s_i0: for i0 in [0, 3)\n"
        "  s_i1: for i1 in [0, 2)\n"
        "    s[2*i0 + i1]\n"
        "    t[2*i0 + i1]\n"
        "s_i0_2: for i0 in [3, 5)\n"
        "  s_i1_2: for i1 in [0, 2)\n"
        "    s[2*i0 + i1]\n"
        "    t[2*i0 + i1]\n");
}

TEST_CASE("peel: a triangle is peeled for each iteration of the loops outside") {
  CHECK(loops(triangle([](compute& s) { s.peel(1, 1); })) ==
        "s_i: for i in [0, 8)\n"
        "  s[i, 0]\n"
        "  s_j: for j in [1, i + 1)\n"
        "    s[i, j]\n");
  CHECK(loops(triangle([](compute& s) { s.peel(1, -1); })) ==
        "s_i: for i in [0, 8)\n"
        "  s_j: for j in [0, i)\n"
        "    s[i, j]\n"
        "  s[i, i]\n");
}

TEST_CASE("peel: takes a guard out of the loop that remains") {
  CHECK(loops([] {
          var i("i", 0, 9);
          placeholder A("A", {9}), B("B", {9});
          compute first("first", {i}, 0.0, A(i));
          first.where(i == 0);
          compute s("s", {i}, 1.0, B(i));
          s.after(first, i);
          s.peel(i, 1);
        }) ==
        "first[0]\n"
        "s[0]\n"
        "s_i: for i in [1, 9)\n"
        "  s[i]\n");
}

TEST_CASE("peel: cuts the statements that share the loop at the same place") {
  CHECK(loops([] {
          var i("i", 0, 9);
          placeholder A("A", {9}), B("B", {9});
          compute s1("s1", {i}, 1.0, A(i));
          compute s2("s2", {i}, A(i), B(i));
          s2.after(s1, i);
          s2.peel(i, 4);
        }) ==
        "s1_i: for i in [0, 4)\n  s1[i]\n  s2[i]\n"
        "s1_i_2: for i in [4, 9)\n  s1[i]\n  s2[i]\n");
}

TEST_CASE("peel: what is peeled stays peeled when the loop is split afterwards") {
  CHECK(loops(line([](compute& s) { s.peel(0, 4).split(0, 4); })) ==
        "s_i_1: for i_1 in [0, 4)\n  s[i_1 + 2]\n"
        "s_i_1_2: for i_1 in [0, 4)\n  s[i_1 + 6]\n"
        "s_i_1_3: for i_1 in [0, 2)\n  s[i_1 + 10]\n");
}

TEST_CASE("peel: needs no legality test, as it changes no order") {
  CHECK(refusal([] {
          var i("i", 1, 9);
          placeholder A("A", {9});
          compute s("s", {i}, A(i - 1), A(i));
          s.peel(i, 2).peel(i, -3);
        }) == "");
}

TEST_CASE("peel: what it refuses") {
  const var x("x");
  CHECK(refusal(line([&](compute& s) { s.peel(x, 1); })) == "unknown-loop");
  CHECK(refusal(line([](compute& s) { s.peel(1, 1); })) == "unknown-loop");
  CHECK(refusal(line([](compute& s) { s.peel(0, 9); })) == "");
  CHECK(refusal(line([](compute& s) { s.peel(0, 10); })) == "bad-factor");
  CHECK(refusal(line([](compute& s) { s.peel(0, -10); })) == "bad-factor");
  CHECK(refusal(line([](compute& s) { s.peel(0, 1000); })) == "bad-factor");
  CHECK(refusal(triangle([](compute& s) { s.peel(1, 8); })) == "bad-factor");
}

TEST_CASE("separate: a triangle's full strips stand apart, with constant bounds") {
  CHECK(loops([] {
          var i("i", 0, 16), j("j", 0, i + 1);
          placeholder A("A", {16, 16});
          compute s("s", {i, j}, 1.0, A(i, j));
          s.tile(i, j, 4, 4).separate(3);
        }) ==
        "s_i_0: for i_0 in [0, 4)\n"
        "  s_j_0: for j_0 in [0, i_0)\n"
        "    s_i_1: for i_1 in [0, 4)\n"
        "      s_j_1: for j_1 in [0, 4)\n"
        "        s[4*i_0 + i_1, 4*j_0 + j_1]\n"
        "  s_i_1_2: for i_1 in [0, 4)\n"
        "    s_j_1_2: for j_1 in [0, i_1 + 1)\n"
        "      s[4*i_0 + i_1, 4*i_0 + j_1]\n");
}

TEST_CASE("separate: a rectangle's strips are apart already") {
  const auto split = [](bool separate) {
    return line([separate](compute& s) {
      s.split(0, 4);
      if (separate) s.separate(1);
    });
  };
  CHECK(loops(split(true)) == loops(split(false)));
}

TEST_CASE("separate: a strip whose length divides every trip count is left alone") {
  CHECK(loops(triangle([](compute& s) { s.split(0, 4).separate(1); })) ==
        loops(triangle([](compute& s) { s.split(0, 4); })));
}

TEST_CASE("separate: full strips of one statement, in a loop that it shares") {
  CHECK(loops([] {
          var i("i", 0, 8), j("j", 0, i + 1);
          placeholder x("x", {8}), A("A", {8, 8});
          compute zero("zero", {i}, 0.0, x(i));
          compute s("s", {i, j}, x(i), A(i, j));
          s.after(zero, i);
          s.split(j, 4).separate(2);
        }).find("for j_1 in [0, 4)") != std::string::npos);
}

TEST_CASE("separate: what it refuses") {
  const var j("j"), x("x");
  CHECK(refusal(triangle([&](compute& s) { s.split(j, 4).separate(x); })) == "unknown-loop");
  CHECK(refusal(triangle([&](compute& s) { s.separate(j); })) == "not-a-strip");
  CHECK(refusal(triangle([&](compute& s) { s.split(j, 4).separate(1); })) == "not-a-strip");
  CHECK(refusal(triangle([&](compute& s) { s.split(j, 9).separate(2); })) == "no-full-strip");
}

}  // namespace cut_primitives_tests
