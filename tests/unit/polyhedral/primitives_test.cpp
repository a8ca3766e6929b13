#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace {

std::string refusal(const std::function<void(compute&, placeholder&)>& schedule) {
  test::Compiled program([&] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8, 8});
    compute s("s", {i, j}, A(i, j) + 1, A(i, j));
    schedule(s, A);
  });
  const auto scheduled = program.scheduled();
  if (!scheduled) return scheduled.errors().front().code;
  const auto loops = poly::generate_loops(*scheduled);
  return loops ? "" : loops.errors().front().code;
}

}  // namespace

TEST_CASE("primitives: what each refuses") {
  const var i("i"), j("j"), x("x");
  CHECK(refusal([&](compute& s, placeholder&) { s.interchange(i, x); }) == "unknown-loop");
  CHECK(refusal([&](compute& s, placeholder&) { s.interchange(0, 7); }) == "unknown-loop");
  CHECK(refusal([&](compute& s, placeholder&) { s.interchange(i, i); }) == "bad-loop-order");
  CHECK(refusal([&](compute& s, placeholder&) { s.split(i, 2, x, j); }) == "duplicate-loop-name");
  CHECK(refusal([&](compute& s, placeholder&) { s.tile(j, i, 2, 2); }) == "bad-loop-order");
  CHECK(refusal([&](compute& s, placeholder&) { s.skew(j, i, 1, 1); }) == "bad-loop-order");
  CHECK(refusal([&](compute& s, placeholder&) { s.pipeline(i, 1).split(i, 2); }) == "marked-loop");
  CHECK(refusal([&](compute& s, placeholder&) { s.unroll(j, 2).skew(i, j, 1, 1); }) == "marked-loop");
  CHECK(refusal([&](compute& s, placeholder&) { s.pipeline(i, 1).pipeline(j, 1); }) == "nested-pipeline");
  CHECK(refusal([&](compute& s, placeholder&) { s.pipeline(i, 1).pipeline(i, 2); }) == "conflicting-mark");
  CHECK(refusal([&](compute& s, placeholder&) { s.unroll(i, 2).unroll(i, 4); }) == "conflicting-mark");
  CHECK(refusal([&](compute& s, placeholder&) { s.unroll(i, 9); }) == "unroll-factor");
  CHECK(refusal([&](compute& s, placeholder&) { s.flatten_off(x); }) == "unknown-loop");
  CHECK(refusal([&](compute& s, placeholder&) { s.flatten_off(i).split(i, 2); }) == "marked-loop");
  CHECK(refusal([&](compute& s, placeholder&) { s.flatten_off(j).pipeline(i, 1); }) == "conflicting-mark");
  CHECK(refusal([&](compute& s, placeholder&) { s.unroll(i, -1).flatten_off(i); }) == "conflicting-mark");
  CHECK(refusal([&](compute& s, placeholder&) { s.unroll(i, 8).flatten_off(i); }) == "conflicting-mark");
  CHECK(refusal([&](compute& s, placeholder&) { s.unroll(i, 2).flatten_off(i); }) == "");
  CHECK(refusal([&](compute& s, placeholder&) { s.flatten_off(i).flatten_off(i).pipeline(j, 1); }) == "");
  CHECK(refusal([&](compute& s, placeholder&) { s.skew(i, j, 1, 1).interchange(i, j).unroll(i, -1); }) ==
        "unroll-variable-bound");
  CHECK(refusal([&](compute& s, placeholder&) { s.skew(i, j, 1, 1).interchange(i, j).pipeline(i, 1); }) == "");
  CHECK(refusal([&](compute& s, placeholder&) { s.skew(i, j, 1, 1).interchange(i, j).pipeline(j, 1); }) ==
        "pipeline-variable-bound");
  CHECK(refusal([&](compute&, placeholder& A) {
          A.partition({2, 1}, "cyclic").partition({2, 1}, "block");
        }) == "conflicting-mark");
  CHECK(refusal([&](compute& s, placeholder& A) {
          s.tile(i, j, 2, 4).pipeline(1, 1).unroll(2, -1).unroll(3, 4);
          A.partition({2, 4}, "cyclic");
        }) == "");
}

TEST_CASE("interchange: a mark stays with its loop") {
  test::Compiled program([] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8, 8});
    compute s("s", {i, j}, 1.0, A(i, j));
    s.pipeline(j, 3).interchange(i, j);
  });
  CHECK(program.loops() ==
        "s_j: for j in [0, 8) pipeline(3)\n"
        "  s_i: for i in [0, 8)\n"
        "    s[i, j]\n");
}

TEST_CASE("flatten_off: a mark on the loop, whoever of those that share it asks") {
  test::Compiled program([] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8, 8}), B("B", {8, 8});
    compute s("s", {i, j}, 1.0, A(i, j)), r("r", {i, j}, 2.0, B(i, j));
    r.after(s, i);
    r.flatten_off(i);
  });
  CHECK(program.loops() ==
        "s_i: for i in [0, 8) flatten_off\n"
        "  s_j: for j in [0, 8)\n"
        "    s[i, j]\n"
        "  r_j: for j in [0, 8)\n"
        "    r[i, j]\n");
}

TEST_CASE("skew: the new loops are i and f1*i + f2*j on the whole domain") {
  for (int f1 : {-2, -1, 1, 2, 3}) {
    for (int f2 : {1, 2, 3}) {
      test::Compiled program([&] {
        var i("i", 0, 5), j("j", 0, 4), a("a"), b("b");
        placeholder A("A", {5, 4});
        compute s("s", {i, j}, 1.0, A(i, j));
        s.skew(i, j, f1, f2, a, b);
      });
      const auto scheduled = program.scheduled();
      REQUIRE(scheduled);
      const std::string expected =
          "{ s[i, j] -> [i, " + std::to_string(f1) + "i + " + std::to_string(f2) + "j] : 0 <= i < 5 and 0 <= j < 4 }";
      CHECK(scheduled->statements[0].loop_map.is_equal(isl::map(program.context.get(), expected)));
    }
  }
}
