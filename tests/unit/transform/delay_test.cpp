#include <algorithm>

#include "fixture.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

using namespace pom;

namespace delay_tests {
using test::Transformed;

namespace {

constexpr int N = 32;

/// The alternative that fuses by delaying; nothing: there is none.
std::optional<dse::transform::TransformResult> delayed(const Transformed& t) {
  for (const auto& one :
       dse::transform::transform_alternatives(t.program.record(), t.as_written, t.graph(), t.options)) {
    const auto is_shift = [](const Directive& d) { return std::holds_alternative<Shift>(d.primitive); };
    if (std::any_of(one.directives.begin(), one.directives.end(), is_shift)) return one;
  }
  return std::nullopt;
}

/// Two stencils of so many neighbours on each side, one after the other in each step of time.
Transformed two_stencils(int reach) {
  return Transformed([=] {
    var t("t", 0, 8), i("i", reach, N - reach);
    placeholder A("A", {N}), B("B", {N});
    compute there("there", {t, i}, A(i - reach) + A(i + reach), B(i));
    compute back("back", {t, i}, B(i - reach) + B(i + reach), A(i));
    back.after(there, t);
  });
}

}  // namespace

TEST_CASE("delay: of two stencils in turn the second runs in the loop of the first, as late as it has to") {
  for (const int reach : {1, 2}) {
    const Transformed t = two_stencils(reach);
    const auto found = delayed(t);
    REQUIRE(found);
    CHECK(found->trail.back().directives == "back.shift(i, " + std::to_string(reach) + "); back.fuse(there, i)");
    CHECK(found->tight == 0);
    const poly::Scop fused = t.apply(found->directives);
    CHECK(test::keeps_all_conflicts(t.as_written, fused));
    CHECK(poly::share_loop(fused.statements[0], fused.statements[1], 1));
    // One iteration less is not legal.
    Schedule less = found->directives;
    std::get<Shift>(less.front().primitive).distance -= 1;
    CHECK_FALSE(poly::apply_schedule(t.as_written, t.dependences, less));
  }
}

TEST_CASE("delay: nothing is fused where most iterations would be of one statement only") {
  CHECK_FALSE(delayed(two_stencils(5)));
}

TEST_CASE("delay: in planes only the outer loop is delayed, so that the fused iterations fill a rectangle") {
  const auto declare = [](bool corners) {
    return Transformed([=] {
      var t("t", 0, 4), i("i", 1, N - 1), j("j", 1, N - 1);
      placeholder A("A", {N, N}), B("B", {N, N});
      const auto around = [&](placeholder& P) {
        return corners ? P(i - 1, j - 1) + P(i + 1, j + 1) : P(i - 1, j) + P(i + 1, j) + P(i, j - 1) + P(i, j + 1);
      };
      compute there("there", {t, i, j}, around(A), B(i, j));
      compute back("back", {t, i, j}, around(B), A(i, j));
      back.after(there, t);
    });
  };
  // (-1, 0) becomes (0, 0); (-1, -1) has to be carried: (1, -1).
  for (const bool corners : {false, true}) {
    const Transformed t = declare(corners);
    const auto found = delayed(t);
    REQUIRE(found);
    CHECK(found->trail.back().directives ==
          std::string(corners ? "back.shift(i, 2)" : "back.shift(i, 1)") + "; back.fuse(there, j)");
    CHECK(test::keeps_all_conflicts(t.as_written, t.apply(found->directives)));
    CHECK(t.info(*found, "back").loops[2].parallel);
  }
}

TEST_CASE("delay: three in turn follow each other in one loop") {
  const Transformed t([] {
    var t("t", 0, 4), i("i", 1, N - 1);
    placeholder A("A", {N}), B("B", {N}), C("C", {N});
    compute s1("s1", {t, i}, A(i - 1) + A(i + 1), B(i));
    compute s2("s2", {t, i}, B(i - 1) + B(i + 1), C(i));
    compute s3("s3", {t, i}, C(i), A(i));
    s2.after(s1, t);
    s3.after(s2, t);
  });
  const auto found = delayed(t);
  REQUIRE(found);
  const poly::Scop fused = t.apply(found->directives);
  CHECK(poly::share_loop(fused.statements[0], fused.statements[2], 1));
  CHECK(test::keeps_all_conflicts(t.as_written, fused));
}

TEST_CASE("delay: what needs the last value first, or runs on both sides of another statement, stays apart") {
  CHECK_FALSE(delayed(Transformed([] {
    var t("t", 0, 4), i("i", 0, N);
    placeholder A("A", {N}), B("B", {N});
    compute there("there", {t, i}, A(i) * 2.0f, B(i));
    compute back("back", {t, i}, B(N - 1 - i) + 1.0f, A(i));
    back.after(there, t);
  })));
  CHECK_FALSE(delayed(Transformed([] {
    var t("t", 0, 4), i("i", 1, N - 1);
    placeholder A("A", {N}), B("B", {N}), c("c", {4});
    compute there("there", {t, i}, A(i - 1) + A(i + 1), B(i));
    compute between("between", {t}, B(5), c(t));
    compute back("back", {t, i}, B(i - 1) + B(i + 1) + c(t), A(i));
    between.after(there, t);
    back.after(between, t);
  })));
}

TEST_CASE("delay: not without fusion") {
  Transformed t = two_stencils(1);
  t.options.strategies.erase(dse::transform::Strategy::fuse);
  CHECK_FALSE(delayed(t));
}

}  // namespace delay_tests
