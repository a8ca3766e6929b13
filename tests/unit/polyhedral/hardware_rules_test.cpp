#include <doctest/doctest.h>

#include <limits>

#include "fixture.hpp"

using namespace pom;

namespace hardware_rules_tests {

// What the directives mean for the hardware beyond the text of their pragmas.

namespace {

std::string loops(const std::function<void()>& declare) { return test::Compiled(declare).loops(); }

std::string refusal(const std::function<void()>& declare) {
  test::Compiled program(declare);
  const auto scheduled = program.scheduled();
  if (!scheduled) return scheduled.errors().front().code;
  const auto tree = poly::generate_loops(*scheduled);
  return tree ? "" : tree.errors().front().code;
}

}  // namespace

TEST_CASE("hardware rules: a claim about a loop that the tool flattens holds for the loops around it too") {
  // Flattened, iterations four apart depend on each other: fewer than a floating-point pipeline has stages.
  CHECK(loops([] {
          var t("t", 0, 64), i("i", 0, 4);
          placeholder A("A", {4});
          compute s("s", {t, i}, A(i) * 0.5 + 1, A(i));
          s.split(i, 2).pipeline(2, 1);
        }).find("carries-nothing(A)") == std::string::npos);
}

TEST_CASE("hardware rules: a request for a dependence is not lost when its loop is split") {
  CHECK(refusal([] {
          var i("i", 4, 32);
          placeholder A("A", {32});
          compute s("s", {i}, A(i - 4), A(i));
          s.dependence(i, A).split(i, 4);
        }) != "");
}

TEST_CASE("hardware rules: statements of different ranges that share a loop turn around one middle") {
  CHECK(loops([] {
          var i("i", 0, 5), n("i", 3, 10);
          placeholder A("A", {10}), B("B", {10});
          compute s1("s1", {i}, 1.0, A(i));
          compute s2("s2", {n}, 2.0, B(n));
          s2.fuse(s1, i);
          s1.reverse(0);
          s2.reverse(0);
        }).find("s2[-1*i + 9]") != std::string::npos);
}

TEST_CASE("hardware rules: nests that are fused cannot be two functions") {
  CHECK(refusal([] {
          var i("i", 0, 8);
          placeholder A("A", {8}), B("B", {8});
          compute s1("s1", {i}, 1.0, A(i));
          compute s2("s2", {i}, 2.0, B(i));
          s1.inline_off("one");
          s2.inline_off("two");
          s2.fuse(s1, i);
        }) == "conflicting-mark");
}

TEST_CASE("hardware rules: no iteration is left by a peel that is longer than any loop") {
  CHECK(refusal([] {
          var i("i", 0, 8);
          placeholder A("A", {8});
          compute s("s", {i}, 1.0, A(i));
          s.peel(i, 2'147'483'647);
        }) == "bad-factor");
  test::Compiled longer([] {
    var i("i", 0, 8);
    placeholder A("A", {8});
    compute s("s", {i}, 1.0, A(i));
    s.peel(i, std::int64_t{1} << 62);
    s.peel(i, std::numeric_limits<std::int64_t>::max());
  });
  const std::vector<Diagnostic>& findings = longer.program.record()->findings;
  REQUIRE(findings.size() == 2);
  CHECK(findings.front().code == "bad-factor");
}

TEST_CASE("hardware rules: after a separation the full strips can be unrolled completely") {
  CHECK(refusal([] {
          var i("i", 0, 16), j("j", 0, i + 1), j0("j0"), j1("j1");
          placeholder A("A", {16, 16});
          compute s("s", {i, j}, 1.0, A(i, j));
          s.split(j, 4, j0, j1).separate(j1).pipeline(j0, 1);
        }) == "");
}

TEST_CASE("hardware rules: strips of every second iteration are unrolled where all begin alike") {
  const auto strips_of = [](int length) {
    return refusal([length] {
      var j("j", 0, 15), j0("j0"), j1("j1");
      placeholder A("A", {16});
      compute s("s", {j}, 1.0, A(j));
      s.where(j % 2 == 0);
      s.split(j, length, j0, j1).pipeline(j0, 1);
    });
  };
  CHECK(strips_of(4) == "");
  CHECK(strips_of(3) == "pipeline-variable-bound");
}

TEST_CASE("hardware rules: a loop is split from where it was peeled") {
  CHECK(refusal([] {
          var i("i", 0, 34);
          placeholder A("A", {34});
          compute s("s", {i}, 1.0, A(i));
          s.peel(i, 2).split(i, 8).pipeline(0, 1);
        }) == "");
}

}  // namespace hardware_rules_tests
