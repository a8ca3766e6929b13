#include "fixture.hpp"

using namespace pom;
using test::Transformed;

namespace {

constexpr int N = 10;

/// The order of all conflicting accesses, by enumeration.
void check_kept(const Transformed& t) { CHECK(test::keeps_all_conflicts(t.as_written, t.scheduled)); }

}  // namespace

TEST_CASE("stage one: a triangular product gets its sum outside") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, N), k("k", i + 1, N);
    placeholder A("A", {N, N}), B("B", {N, N});
    compute sum("sum", {i, j, k}, B(i, j) + A(k, i) * B(k, j), B(i, j));
    compute scale("scale", {i, j}, B(i, j) * 1.5f, B(i, j));
    scale.after(sum, j);
  });
  CHECK(t.result.tight == 0);
  CHECK(t.info("sum").loops.back().name == "j");
  check_kept(t);
}

TEST_CASE("stage one: elimination without pivots") {
  const Transformed t([] {
    var k("k", 0, N), i("i", k + 1, N), j("j", k + 1, N);
    placeholder A("A", {N, N});
    compute divide("divide", {k, i}, A(i, k) / A(k, k), A(i, k));
    compute update("update", {k, i, j}, A(i, j) - A(i, k) * A(k, j), A(i, j));
    update.after(divide, k);
  });
  CHECK(t.result.tight == 0);
  CHECK(t.info("update").parallel_inner == 2);
  check_kept(t);
}

TEST_CASE("stage one: a factorisation row by row") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, i), k("k", 0, j), d("d", 0, i);
    placeholder A("A", {N, N});
    compute sum("sum", {i, j, k}, A(i, j) - A(i, k) * A(j, k), A(i, j));
    compute divide("divide", {i, j}, A(i, j) / A(j, j), A(i, j));
    compute corner("corner", {i, d}, A(i, i) - A(i, d) * A(i, d), A(i, i));
    compute root("root", {i}, pom::sqrt(A(i, i)), A(i, i));
    divide.after(sum, j);
    corner.after(divide, i);
    root.after(corner, i);
  });
  CHECK(t.result.tight <= t.result.tight_as_written);
  check_kept(t);
  CHECK(t.info("sum").loops.back().name == "j");
  CHECK(t.info("sum").parallel_inner == 1);
}

TEST_CASE("stage one: a triangular system passes each solved value on to all equations") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, i);
    placeholder L("L", {N, N}), x("x", {N}), b("b", {N});
    compute first("first", {i}, b(i), x(i));
    compute sum("sum", {i, j}, x(i) - L(i, j) * x(j), x(i));
    compute divide("divide", {i}, x(i) / L(i, i), x(i));
    sum.after(first, i);
    divide.after(sum, i);
  });
  CHECK(t.order("sum") == "j i");
  CHECK(t.result.tight_as_written == 1);
  CHECK(t.result.tight == 0);
  check_kept(t);
}
