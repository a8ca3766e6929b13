#include "fixture.hpp"

using namespace pom;

namespace nests_tests {
using test::Transformed;

namespace {

constexpr int N = 32;

}  // namespace

TEST_CASE("nest info: distances, reductions and bands of loops") {
  const Transformed t([] {
    var i("i", 2, N), j("j", 1, N - 1), k("k", 0, N);
    placeholder A("A", {N, N}), B("B", {N, N});
    compute s("s", {i, j}, A(i - 2, j + 1) * 0.5f, A(i, j));
    compute r("r", {i, j, k}, B(i, j) + A(i, k), B(i, j));
  });
  CHECK(test::describe(t.info("s")) == "i:d2* j:p");
  CHECK(t.info("s").tileable == 1);  // (2,-1) is not permutable
  CHECK(t.info("r").loops[0].reduction);
  CHECK(t.info("r").tileable == 3);
}

TEST_CASE("nest info: a value that only flows forward between two statements is no recurrence") {
  const Transformed t([] {
    var i("i", 1, N);
    placeholder A("A", {N}), B("B", {N});
    compute s1("s1", {i}, B(i) * 2.0f, A(i));
    compute s2("s2", {i}, A(i - 1) + 1.0f, B(i));
    s2.after(s1, i);
  });
  CHECK(t.result.tight_as_written == 0);
  CHECK_FALSE(t.info("s2").loops[0].parallel);
  CHECK_FALSE(t.info("s2").loops[0].recurrence);
}

TEST_CASE("nest info: a recurrence through two statements makes both tight") {
  const Transformed t([] {
    var i("i", 1, N);
    placeholder A("A", {N}), B("B", {N});
    compute s1("s1", {i}, B(i - 1) * 2.0f, A(i));
    compute s2("s2", {i}, A(i) + 1.0f, B(i));
    s2.after(s1, i);
  });
  CHECK(t.result.tight_as_written == 2);
  CHECK(t.result.tight == 2);
}

TEST_CASE("nest info: of a statement around another one's loop is no leaf") {
  const Transformed t([] {
    var i("i", 1, N), j("j", 0, N);
    placeholder A("A", {N}), B("B", {N, N});
    compute s1("s1", {i}, A(i - 1) * 2.0f, A(i));
    compute s2("s2", {i, j}, A(i) + 1.0f, B(i, j));
    s2.after(s1, i);
  });
  CHECK_FALSE(t.info("s1").leaf);
  CHECK(t.info("s2").leaf);
  CHECK(t.info("s2").perfect == 1);
  CHECK(t.result.tight_as_written == 0);
}

TEST_CASE("stage one: computes without loops and one without dependences pass through") {
  const Transformed t([] {
    var i("i", 0, N);
    placeholder A("A", {N}), x("x", {1});
    compute s1("s1", std::vector<var>{}, 1.0f, x(0));
    compute s2("s2", {i}, A(i) + 1.0f, A(i));
  });
  CHECK(t.result.directives.empty());
  CHECK(t.info("s1").loops.empty());
}

TEST_CASE("fusion: neighbours merge when the options say so, and only then") {
  const auto declare = [] {
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
    compute s1("s1", {i, j}, A(i, j) * 2.0f, B(i, j));
    compute s2("s2", {i, j}, B(i, j) + 1.0f, C(i, j));
  };
  CHECK_FALSE(Transformed(declare).share("s1", "s2", 0));
  dse::transform::TransformOptions options;
  options.fuse_nests = true;
  const Transformed fused(declare, options);
  CHECK(fused.share("s1", "s2", 1));
  CHECK(fused.result.tight == 0);
  options.fuse_nests = false;
  CHECK(Transformed(declare, options).result.directives.empty());
}

TEST_CASE("fusion: neighbours of which one wants another order are fused as they are written, and reordered together") {
  dse::transform::TransformOptions options;
  options.fuse_nests = true;
  const Transformed t(
      [] {
        var i("i", 0, N), j("j", 0, N);
        placeholder A("A", {N, N}), B("B", {N, N}), c("c", {N});
        compute s1("s1", {i, j}, A(i, j) * 2.0f, B(i, j));
        compute s2("s2", {i, j}, c(i) + B(i, j), c(i));
      },
      options);
  CHECK(t.share("s1", "s2", 1));
  CHECK(t.info("s2").parallel_inner == 1);  // i, which the sums do not wait in
}

TEST_CASE("fusion: a consumer that reads ahead runs that much later") {
  dse::transform::TransformOptions options;
  options.fuse_nests = true;
  const Transformed t(
      [] {
        var i("i", 0, N - 1);
        placeholder A("A", {N}), B("B", {N}), C("C", {N});
        compute s1("s1", {i}, A(i) * 2.0f, B(i));
        compute s2("s2", {i}, B(i + 1) + 1.0f, C(i));
      },
      options);
  CHECK(t.result.trail.back().directives == "s2.shift(i, 1); s2.fuse(s1, i)");
  CHECK(t.share("s1", "s2", 0));
}

}  // namespace nests_tests
