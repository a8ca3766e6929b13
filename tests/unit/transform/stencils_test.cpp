#include "fixture.hpp"

using namespace pom;

namespace stencils_tests {
using test::Transformed;

namespace {

constexpr int N = 64;

void declare_nine_points_in_place() {
  var t("t", 0, N), i("i", 1, N - 1), j("j", 1, N - 1);
  placeholder A("A", {N, N});
  compute s("s", {t, i, j},
            (A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) + A(i, j + 1) + A(i + 1, j - 1) +
             A(i + 1, j) + A(i + 1, j + 1)) /
                9,
            A(i, j));
}

}  // namespace

TEST_CASE("stage one: a stencil in place is skewed by the least factor and runs along wavefronts") {
  const Transformed t(declare_nine_points_in_place);
  CHECK(t.steps() == "skew interchange");
  CHECK(t.result.trail[0].directives == "s.skew(i, j, 2, 1)");
  CHECK(t.order("s") == "t j i");
  CHECK(t.info("s").loops[2].parallel);
  CHECK(t.result.tight_as_written == 1);
  CHECK(t.result.tight == 0);
}

TEST_CASE("stage one: without skewing the stencil in place stays as it is") {
  dse::transform::TransformOptions options;
  options.strategies.erase(dse::transform::Strategy::skew);
  const Transformed t(declare_nine_points_in_place, options);
  CHECK(t.result.directives.empty());
  CHECK(t.result.tight == 1);
}

TEST_CASE("stage one: the four neighbours in place need a skew by one") {
  const Transformed t([] {
    var i("i", 1, N - 1), j("j", 1, N - 1);
    placeholder A("A", {N, N});
    compute s("s", {i, j}, (A(i - 1, j) + A(i, j - 1)) * 0.5, A(i, j));
  });
  CHECK(t.result.trail[0].directives == "s.skew(i, j, 1, 1)");
  CHECK(t.info("s").parallel_inner == 1);
  CHECK(t.result.tight == 0);
}

TEST_CASE("stage one: stencils between two arrays keep time outside and have free space loops") {
  const Transformed line([] {
    var t("t", 0, N), i("i", 1, N - 1);
    placeholder A("A", {N}), B("B", {N});
    compute s1("s1", {t, i}, (A(i - 1) + A(i) + A(i + 1)) * 0.33f, B(i));
    compute s2("s2", {t, i}, (B(i - 1) + B(i) + B(i + 1)) * 0.33f, A(i));
    s2.after(s1, t);
  });
  CHECK(line.result.directives.empty());
  CHECK(line.result.tight == 0);
  CHECK(line.info("s1").parallel_inner == 1);
  const Transformed plane([] {
    var t("t", 0, N), i("i", 1, N - 1), j("j", 1, N - 1);
    placeholder A("A", {N, N}), B("B", {N, N});
    compute s1("s1", {t, i, j}, (A(i, j) + A(i, j - 1) + A(i, j + 1) + A(i + 1, j) + A(i - 1, j)) * 0.2f, B(i, j));
    compute s2("s2", {t, i, j}, (B(i, j) + B(i, j - 1) + B(i, j + 1) + B(i + 1, j) + B(i - 1, j)) * 0.2f, A(i, j));
    s2.after(s1, t);
  });
  CHECK(plane.result.directives.empty());
  CHECK(plane.info("s2").parallel_inner == 2);
  CHECK(plane.info("s2").tileable == 2);
}

TEST_CASE("stage one: a stencil in place along one line finds its wavefront in time and space") {
  const Transformed t([] {
    var t("t", 0, N), i("i", 1, N - 1);
    placeholder A("A", {N});
    compute s("s", {t, i}, (A(i - 1) + A(i) + A(i + 1)) * 0.33f, A(i));
  });
  // (0,1), (1,-1), (1,0): i + 2t grows along each.
  CHECK(t.result.trail[0].directives == "s.skew(t, i, 2, 1)");
  CHECK(t.order("s") == "i t");
  CHECK(t.result.tight == 0);
}

TEST_CASE("stage one: filters without recurrences stay as written, and their window sums go outside") {
  const Transformed blur([] {
    var i("i", 1, N - 1), j("j", 1, N - 1), c("c", 0, 3);
    placeholder A("A", {N, N, 3}), B("B", {N, N, 3}), C("C", {N, N, 3});
    compute s1("s1", {i, j, c}, (A(i, j - 1, c) + A(i, j, c) + A(i, j + 1, c)) / 3, B(i, j, c));
    compute s2("s2", {i, j, c}, (B(i - 1, j, c) + B(i, j, c) + B(i + 1, j, c)) / 3, C(i, j, c));
  });
  CHECK(blur.result.directives.empty());
  CHECK(blur.info("s1").parallel_inner == 3);
  const Transformed window([] {
    var i("i", 3, N - 3), j("j", 3, N - 3), c("c", 0, 3), w("w", 0, 7);
    placeholder A("A", {N, N, 3}), B("B", {N, N, 3}), F("F", {7});
    compute s("s", {i, j, c, w}, B(i, j, c) + A(i, j + w - 3, c) * F(w), B(i, j, c));
  });
  CHECK(window.order("s") == "w i j c");
  CHECK(window.info("s").parallel_inner == 3);
}

TEST_CASE("stage one: a recurrence in one loop only has no remedy and stays as written") {
  const Transformed t([] {
    var i("i", 1, N);
    placeholder A("A", {N});
    compute s("s", {i}, A(i - 1) * 0.5f + A(i), A(i));
  });
  CHECK(t.result.directives.empty());
  CHECK(t.result.tight == 1);
  CHECK(t.info("s").loops[0].recurrence);
}

TEST_CASE("stage one: far dependences are no reason to change anything") {
  const Transformed t([] {
    var i("i", 32, 2 * N);
    placeholder A("A", {2 * N});
    compute s("s", {i}, A(i - 32) * 0.5f, A(i));
  });
  CHECK(t.result.tight == 0);
  CHECK(t.info("s").loops[0].distance == 32);
  CHECK_FALSE(t.info("s").loops[0].parallel);
}

}  // namespace stencils_tests
