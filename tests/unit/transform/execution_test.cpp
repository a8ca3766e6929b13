#include "../../equivalence/execution.hpp"

#include "fixture.hpp"

using namespace pom;

namespace execution_tests {
using test::Transformed;

namespace {

constexpr int N = 9;

/// The program as written, the affine module and the HLS C++ under stage one's schedule, bit for bit.
void check_equal(const std::function<void()>& declare) {
  const Transformed t(declare);
  CHECK(t.result.tight < t.result.tight_as_written);
  CHECK(test::difference(declare, [&](function& program) { program.set_schedule(t.result.directives); }) == "");
}

}  // namespace

TEST_CASE("execution: split sums compute what was written") {
  check_equal([] {
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}), p("p", {N}), q("q", {N}), r("r", {N}), s("s", {N});
    compute s1("s1", {i, j}, s(j) + A(i, j) * r(i), s(j));
    compute s2("s2", {i, j}, q(i) + A(i, j) * p(j), q(i));
    s2.after(s1, j);
  });
}

TEST_CASE("execution: wavefronts compute what was written") {
  check_equal([] {
    var t("t", 0, 4), i("i", 1, N - 1), j("j", 1, N - 1);
    placeholder A("A", {N, N});
    compute s("s", {t, i, j}, (A(i - 1, j - 1) + A(i - 1, j + 1) + A(i, j - 1) + A(i + 1, j + 1)) * 0.25f, A(i, j));
  });
}

TEST_CASE("execution: a triangular system from its columns computes what was written") {
  check_equal([] {
    var i("i", 0, N), j("j", 0, i);
    placeholder L("L", {N, N}), x("x", {N}), b("b", {N});
    compute first("first", {i}, b(i), x(i));
    compute sum("sum", {i, j}, x(i) - L(i, j) * x(j), x(i));
    compute divide("divide", {i}, x(i) / L(i, i), x(i));
    sum.after(first, i);
    divide.after(sum, i);
  });
}

TEST_CASE("execution: a product cut from its clearing computes what was written") {
  check_equal([] {
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
    compute clear("clear", {i, j}, 0.0f, C(i, j));
    compute sum("sum", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
    sum.after(clear, j);
  });
}

}  // namespace execution_tests
