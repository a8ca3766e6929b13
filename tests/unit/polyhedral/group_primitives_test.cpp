#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace group_primitives_tests {

// shift, fuse and distribute: statements against each other.

namespace {

std::string loops(const std::function<void()>& declare) {
  test::Compiled program(declare);
  const auto scheduled = program.scheduled();
  if (!scheduled) return scheduled.errors().front().message;
  return poly::to_string(*poly::generate_loops(*scheduled));
}

std::string refusal(const std::function<void()>& declare) { return test::Compiled(declare).refusal(); }

using Pair = std::function<void(compute& s1, compute& s2)>;

/// Two one-dimensional nests; s2 reads what s1 writes, `ahead` elements further on.
std::function<void()> producer_consumer(int ahead, const Pair& schedule) {
  return [ahead, schedule] {
    var i("i", 0, 8);
    placeholder A("A", {8 + ahead}), B("B", {8 + ahead});
    var n("i", 0, 8 + ahead);
    compute s1("s1", {n}, 1.0, A(n));
    compute s2("s2", {i}, A(i + ahead), B(i));
    schedule(s1, s2);
  };
}

/// Two statements in one nest (t, i) that touch different arrays.
std::function<void()> shared_nest(const Pair& schedule) {
  return [schedule] {
    var t("t", 0, 3), i("i", 0, 8);
    placeholder A("A", {3, 8}), B("B", {3, 8});
    compute s1("s1", {t, i}, 1.0, A(t, i));
    compute s2("s2", {t, i}, 2.0, B(t, i));
    s2.after(s1, i);
    schedule(s1, s2);
  };
}

}  // namespace

TEST_CASE("shift: delays one statement of a shared loop") {
  CHECK(loops(shared_nest([](compute&, compute& s2) { s2.shift(1, 1); })) ==
        "s1_t: for t in [0, 3)\n"
        "  s1_i: for i in [0, 9)\n"
        "    if -1*i + 7 >= 0\n"
        "      s1[t, i]\n"
        "    if i + -1 >= 0\n"
        "      s2[t, i + -1]\n");
}

TEST_CASE("shift: a negative distance brings a statement forward") {
  CHECK(loops(shared_nest([](compute&, compute& s2) { s2.shift(1, -2); })) ==
        "s1_t: for t in [0, 3)\n"
        "  s1_i: for i in [-2, 8)\n"
        "    if i >= 0\n"
        "      s1[t, i]\n"
        "    if -1*i + 5 >= 0\n"
        "      s2[t, i + 2]\n");
}

TEST_CASE("shift: a loop of its own only counts from elsewhere") {
  CHECK(loops([] {
          var i("i", 0, 6), j("j", 0, i + 1);
          placeholder A("A", {6, 6});
          compute s("s", {i, j}, 1.0, A(i, j));
          s.shift(i, 3);
        }) ==
        "s_i: for i in [3, 9)\n"
        "  s_j: for j in [0, i + -2)\n"
        "    s[i + -3, j]\n");
}

TEST_CASE("shift: there and back is no change") {
  CHECK(loops(shared_nest([](compute&, compute& s2) { s2.shift(0, 5).shift(0, -5); })) ==
        loops(shared_nest([](compute&, compute&) {})));
}

TEST_CASE("shift: what it refuses") {
  const var x("x");
  CHECK(refusal(shared_nest([&](compute& s, compute&) { s.shift(x, 1); })) == "unknown-loop");
  CHECK(refusal(shared_nest([](compute& s, compute&) { s.shift(2, 1); })) == "unknown-loop");
  CHECK(refusal(shared_nest([](compute& s, compute&) { s.pipeline(1, 1).shift(1, 1); })) == "marked-loop");
  CHECK(refusal(shared_nest([](compute& s, compute&) { s.unroll(1, 2).shift(1, 1); })) == "marked-loop");
  CHECK(refusal(shared_nest([](compute& s, compute&) { s.pipeline(1, 1).shift(0, 1); })) == "");
}

TEST_CASE("shift: a distance that a loop's counter cannot hold is refused where it is written") {
  CHECK_THROWS_AS(
      [] {
        function program("f");
        program.scope(shared_nest([](compute& s, compute&) { s.shift(0, std::int64_t{1} << 31); }));
        program.verify();
      }(),
      CompileError);
}

TEST_CASE("shift: refuses to bring a reader before its writer, and accepts to delay it") {
  const auto together = [](int distance) {
    return producer_consumer(0, [distance](compute& s1, compute& s2) {
      s2.fuse(s1, 0);
      s2.shift(0, distance);
    });
  };
  CHECK(refusal(together(-1)) == "illegal-shift");
  CHECK(refusal(together(0)) == "");
  CHECK(refusal(together(3)) == "");
}

TEST_CASE("fuse: a reader that looks ahead can be fused after a shift by as much") {
  const auto fused = [](int distance) {
    return producer_consumer(2, [distance](compute& s1, compute& s2) { s2.shift(0, distance).fuse(s1, 0); });
  };
  CHECK(refusal(fused(1)) == "illegal-fuse");
  CHECK(loops(fused(2)) ==
        "s1_i: for i in [0, 10)\n"
        "  s1[i]\n"
        "  if i + -2 >= 0\n"
        "    s2[i + -2]\n");
}

TEST_CASE("fuse: moves all statements that share the loops, in their order") {
  CHECK(loops([] {
          var i("i", 0, 4), j("j", 0, 5);
          placeholder A("A", {4, 5}), B("B", {4, 5}), C("C", {4, 5});
          compute s1("s1", {i, j}, 1.0, A(i, j));
          compute s2("s2", {i, j}, 2.0, B(i, j));
          compute s3("s3", {i, j}, 3.0, C(i, j));
          s3.after(s2, i);
          s2.fuse(s1, i);
        }) ==
        "s1_i: for i in [0, 4)\n"
        "  s1_j: for j in [0, 5)\n    s1[i, j]\n"
        "  s2_j: for j in [0, 5)\n    s2[i, j]\n"
        "  s3_j: for j in [0, 5)\n    s3[i, j]\n");
}

TEST_CASE("fuse: nests of different depth share the loops that both have") {
  CHECK(loops([] {
          var i("i", 0, 4), j("j", 0, i + 1);
          placeholder x("x", {4}), A("A", {4, 4});
          compute s1("s1", {i}, 1.0, x(i));
          compute s2("s2", {i, j}, x(i), A(i, j));
          s2.fuse(s1, i);
        }) ==
        "s1_i: for i in [0, 4)\n"
        "  s1[i]\n"
        "  s2_j: for j in [0, i + 1)\n"
        "    s2[i, j]\n");
}

TEST_CASE("fuse: what it refuses") {
  const var x("x"), i("i");
  const auto nothing = [](const Pair& schedule) { return refusal(producer_consumer(0, schedule)); };
  CHECK(nothing([&](compute& s1, compute& s2) { s2.fuse(s1, x); }) == "unknown-loop");
  CHECK(nothing([](compute& s1, compute& s2) { s2.fuse(s1, 1); }) == "unknown-loop");
  CHECK(nothing([](compute& s1, compute& s2) { s2.fuse(s1, 0).fuse(s1, 0); }) == "already-fused");
  CHECK(nothing([](compute& s1, compute& s2) { s1.split(0, 2), s2.fuse(s1, 1); }) == "bad-level");
  CHECK(refusal(producer_consumer(1, [](compute& s1, compute& s2) { s2.fuse(s1, 0); })) == "illegal-fuse");
}

TEST_CASE("distribute: cuts the loop in front of the statement, and the loops inside it") {
  CHECK(loops(shared_nest([](compute&, compute& s2) { s2.distribute(0); })) ==
        "s1_t: for t in [0, 3)\n  s1_i: for i in [0, 8)\n    s1[t, i]\n"
        "s2_t: for t in [0, 3)\n  s2_i: for i in [0, 8)\n    s2[t, i]\n");
}

TEST_CASE("distribute: loops outside stay shared") {
  CHECK(loops(shared_nest([](compute&, compute& s2) { s2.distribute(1).reverse(1); })) ==
        "s1_t: for t in [0, 3)\n"
        "  s1_i: for i in [0, 8)\n    s1[t, i]\n"
        "  s2_i: for i in [0, 8)\n    s2[t, -1*i + 7]\n");
}

TEST_CASE("distribute: what stands behind the statement goes with it, and nests behind stay behind") {
  CHECK(loops([] {
          var i("i", 0, 4);
          placeholder A("A", {4}), B("B", {4}), C("C", {4}), D("D", {4});
          compute s1("s1", {i}, 1.0, A(i));
          compute s2("s2", {i}, A(i), B(i));
          compute s3("s3", {i}, B(i), C(i));
          compute s4("s4", {i}, C(i), D(i));
          s2.after(s1, i);
          s3.after(s2, i);
          s2.distribute(i);
        }) ==
        "s1_i: for i in [0, 4)\n  s1[i]\n"
        "s2_i: for i in [0, 4)\n  s2[i]\n  s3[i]\n"
        "s4_i: for i in [0, 4)\n  s4[i]\n");
}

TEST_CASE("distribute: is undone by fuse") {
  CHECK(loops(shared_nest([](compute& s1, compute& s2) { s2.distribute(0).fuse(s1, 1); })) ==
        loops(shared_nest([](compute&, compute&) {})));
}

TEST_CASE("distribute: what it refuses") {
  const var x("x");
  CHECK(refusal(shared_nest([&](compute&, compute& s2) { s2.distribute(x); })) == "unknown-loop");
  CHECK(refusal(shared_nest([](compute& s1, compute&) { s1.distribute(0); })) == "nothing-to-distribute");
  CHECK(refusal(shared_nest([](compute&, compute& s2) { s2.distribute(0).distribute(0); })) == "nothing-to-distribute");
  CHECK(refusal([] {
          var t("t", 0, 3), i("i", 1, 7);
          placeholder A("A", {8}), B("B", {8});
          compute s1("s1", {t, i}, A(i - 1) + A(i + 1), B(i));
          compute s2("s2", {t, i}, B(i), A(i));
          s2.after(s1, t);
          s2.distribute(t);
        }) == "illegal-distribute");
}

}  // namespace group_primitives_tests
