#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace {

/// A(i,j) = A(i-1,j+1): distance (1,-1).
void anti_diagonal(const std::function<void(compute&)>& schedule) {
  var i("i", 1, 8), j("j", 0, 7);
  placeholder A("A", {8, 8});
  compute s("s", {i, j}, A(i - 1, j + 1), A(i, j));
  schedule(s);
}

}  // namespace

TEST_CASE("interchange: refuses a flow dependence of distance (1,-1)") {
  test::Compiled program([] { anti_diagonal([](compute& s) { s.interchange(0, 1); }); });
  const auto result = program.scheduled();
  REQUIRE_FALSE(result);
  const Diagnostic& error = result.errors().front();
  CHECK(error.code == "illegal-interchange");
  CHECK(
      error.message ==
      "cannot interchange i and j of \"s\"\n"
      "s[1,1] writes A[1,1] which s[2,0] reads; after the interchange s[2,0] would run first (flow, distance (1,-1))");
  CHECK(error.help == "s.skew(i, j, 1, 1) first makes it legal");
}

TEST_CASE("interchange: accepts the same dependence after the skew that the help names") {
  test::Compiled program([] { anti_diagonal([](compute& s) { s.skew(0, 1, 1, 1).interchange(0, 1); }); });
  CHECK(program.refusal() == "");
}

TEST_CASE("tile: refuses what an interchange of its loops would violate") {
  test::Compiled program([] { anti_diagonal([](compute& s) { s.tile(0, 1, 2, 2); }); });
  CHECK(program.refusal() == "illegal-tile");
}

TEST_CASE("split: is always legal on a nest of its own") {
  test::Compiled program([] { anti_diagonal([](compute& s) { s.split(1, 3).split(0, 2); }); });
  CHECK(program.refusal() == "");
}

TEST_CASE("after: refuses a fusion that reads what is not yet written") {
  test::Compiled program([] {
    var i("i", 0, 8);
    placeholder A("A", {9}), B("B", {9});
    compute s1("s1", {i}, B(i), A(i));
    compute s2("s2", {i}, A(i + 1), B(i));
    s1.split(i, 2).after(s2, -1);
  });
  CHECK(program.refusal() == "illegal-after");
}

TEST_CASE("interchange: refuses to turn one of two stencil statements against the other") {
  test::Compiled program([] {
    var t("t", 0, 4), i("i", 1, 7);
    placeholder A("A", {8}), B("B", {8});
    compute s1("s1", {t, i}, A(i - 1) + A(i + 1), B(i));
    compute s2("s2", {t, i}, B(i), A(i));
    s2.after(s1, t);
    s1.interchange(t, i);
  });
  CHECK(program.refusal() == "illegal-interchange");
}

TEST_CASE("schedule: both statements of a shared nest may be transformed one after the other") {
  const auto jacobi = [](bool both) {
    return [both] {
      var t("t", 0, 4), i("i", 1, 7), t2("t2"), i2("i2");
      placeholder A("A", {8}), B("B", {8});
      compute s1("s1", {t, i}, A(i - 1) + A(i) + A(i + 1), B(i));
      compute s2("s2", {t, i}, B(i), A(i));
      s2.after(s1, t);
      s1.split(t, 2);
      if (both) s2.split(t, 2);
    };
  };
  CHECK(test::Compiled(jacobi(false)).refusal() == "illegal-split");
  // Splitting t in both leaves the statements apart: positions agree on the strips only down to the outer loop.
  CHECK(test::Compiled(jacobi(true)).refusal() == "");
}

TEST_CASE("schedule: independent errors of two statements are reported together") {
  test::Compiled program([] {
    var i("i", 0, 8), j("j", 0, 8), x("x");
    placeholder A("A", {8, 8}), B("B", {8, 8});
    compute s1("s1", {i, j}, 1.0, A(i, j));
    compute s2("s2", {i, j}, 2.0, B(i, j));
    s1.split(x, 2).split(x, 4);
    s2.pipeline(x, 1);
  });
  const auto result = program.scheduled();
  REQUIRE_FALSE(result);
  CHECK(result.errors().size() == 2);
}

TEST_CASE("schedule: of many nests each illegal split is reported, with the dependence that it breaks itself") {
  constexpr int nests = 10;
  test::Compiled program([] {
    var i("i", 0, 24), t("t", 0, 3);
    std::vector<placeholder> T;
    for (int n = 0; n <= nests; ++n) T.emplace_back("T" + std::to_string(n), std::vector<std::int64_t>{24});
    std::vector<compute> sums;
    for (int n = 0; n < nests; ++n) {
      const std::string number = std::to_string(n);
      compute clear("z" + number, {i}, T[n + 1](i) = 0);
      sums.emplace_back("s" + number, std::vector<var>{i, t}, T[n + 1](i) += T[n](i) * t);
      sums.back().after(clear, i);
    }
    for (compute& sum : sums) sum.split(0, 8);
  });
  const auto result = program.scheduled();
  REQUIRE_FALSE(result);
  REQUIRE(result.errors().size() == nests);
  for (int n = 0; n < nests; ++n) {
    const std::string& message = result.errors()[n].message;
    CHECK(result.errors()[n].code == "illegal-split");
    CHECK(message.find("cannot split loop i of \"s" + std::to_string(n) + "\"\nz" + std::to_string(n) + "[") == 0);
  }
}

TEST_CASE("schedule: a vanished loop says what it became") {
  test::Compiled program([] {
    var i("i", 0, 8), i0("i0"), i1("i1");
    placeholder A("A", {8});
    compute s("s", {i}, 1.0, A(i));
    s.split(i, 2, i0, i1);
    s.pipeline(i, 1);
  });
  const auto result = program.scheduled();
  REQUIRE_FALSE(result);
  CHECK(result.errors().front().code == "unknown-loop");
  REQUIRE(result.errors().front().notes.size() == 1);
  CHECK(result.errors().front().notes[0].text == "i became i0 and i1");
}

namespace {

/// x(i) += A(i,j) over a triangle whose tiling changes the order of the sum, between a statement that clears x and one
/// that reads it.
void tiled_sum() {
  var i("i", 0, 8), j("j", 0, 8), k("k", j, 8);
  placeholder A("A", {8, 8}), x("x", {8}), y("y", {8});
  compute clear("clear", {i}, 0, x(i));
  compute sum("sum", {i, j, k}, x(i) + A(j, k), x(i));
  compute copy("copy", {i}, x(i), y(i));
  sum.interchange(j, k);
}

}  // namespace

TEST_CASE("reassociation: a sum keeps its order unless the program allows another") {
  test::Compiled program(tiled_sum);
  CHECK(program.refusal() == "illegal-interchange");
}

TEST_CASE("legality: each directive that breaks a dependence of its own is refused, in the order of the program") {
  const test::Compiled program([] {
    var i("i", 1, 8), j("j", 1, 8);
    placeholder A("A", {8, 8}), B("B", {8, 8});
    compute s("s", {i, j}, A(i - 1, j) + 1, A(i, j));
    compute t("t", {i, j}, B(i, j - 1) + 1, B(i, j));
    t.reverse(j);
    s.reverse(i);
  });
  const auto scheduled = program.scheduled();
  REQUIRE_FALSE(scheduled);
  REQUIRE(scheduled.errors().size() == 2);
  CHECK(scheduled.errors()[0].message.find("loop i of \"s\"") != std::string::npos);
  CHECK(scheduled.errors()[1].message.find("loop j of \"t\"") != std::string::npos);
}

TEST_CASE("legality: a search learns which statements an order breaks, and nobody is blamed") {
  test::Compiled program(tiled_sum);
  const auto tried = poly::try_schedule(program.as_written, program.dependences, program.program.schedule());
  REQUIRE_FALSE(tried);
  REQUIRE(tried.errors().size() == 1);
  CHECK(tried.errors().front().message.find("\"sum\"") != std::string::npos);
  CHECK(tried.errors().front().code == "illegal-interchange");
  CHECK(tried.errors().front().help.empty());
  const test::Compiled legal([] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8, 8});
    compute s("s", {i, j}, A(i, j) + 1, A(i, j));
    s.interchange(i, j);
  });
  CHECK(poly::try_schedule(legal.as_written, legal.dependences, legal.program.schedule()));
}

TEST_CASE("reassociation: with permission the sum may be reordered, and is reported") {
  test::Compiled program([] { tiled_sum(); });
  program.program.allow_reassociation();
  const poly::Dependences relaxed = poly::analyze_dependences(program.as_written);
  const auto scheduled = poly::apply_schedule(program.as_written, relaxed, program.program.schedule());
  REQUIRE(scheduled);
  CHECK(poly::reassociated_statements(*scheduled, relaxed) == std::vector<std::string>{"sum"});
}

TEST_CASE("reassociation: every part of the sum stays behind what clears it and before what reads it") {
  for (bool before : {true, false}) {
    test::Compiled program([before] {
      var i("i", 0, 8), j("j", 0, 8);
      placeholder A("A", {8, 8}), x("x", {8}), y("y", {8});
      compute clear("clear", {i}, 0, x(i));
      compute sum("sum", {i, j}, x(i) + A(i, j), x(i));
      compute copy("copy", {i}, x(i), y(i));
      sum.interchange(i, j);
      if (before) {
        sum.after(copy, -1);
      } else {
        clear.after(sum, -1);
      }
    });
    program.program.allow_reassociation();
    const poly::Dependences relaxed = poly::analyze_dependences(program.as_written);
    const auto scheduled = poly::apply_schedule(program.as_written, relaxed, program.program.schedule());
    REQUIRE_FALSE(scheduled);
    CHECK(scheduled.errors().front().code == "illegal-after");
  }
}
