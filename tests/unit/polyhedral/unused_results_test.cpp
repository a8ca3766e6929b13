#include "polyhedral/analysis/unused_results.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "fixture.hpp"

using namespace pom;

namespace unused_results_tests {

namespace {

/// Computes on inputs A and D, on an output B and a local array T.
using Body = std::function<void(var& i, placeholder& A, placeholder& D, placeholder& B, placeholder& T)>;

std::string warnings_of(const Body& body) {
  test::Compiled program([&] {
    var i("i", 0, 16);
    placeholder A("A", {16}, p_int32), D("D", {16}, p_uint(4)), B("B", {16}, p_int32), T("T", {16}, p_int32);
    T.local();
    body(i, A, D, B, T);
  });
  std::string text;
  for (const Diagnostic& found : poly::find_unused_results(program.as_written, program.dependences)) {
    CHECK(found.code == "unused-result");
    CHECK(found.severity == Severity::warning);
    text += found.message + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("unused results: a local array that nothing reads, and what only goes into it") {
  CHECK(warnings_of([](var& i, placeholder& A, placeholder&, placeholder& B, placeholder& T) {
          compute s("s", {i}, A(i), B(i));
          compute t("t", {i}, B(i) + 1, T(i));
        }) == "nothing uses what \"t\" computes: no compute reads local array \"T\"\n");
  CHECK(warnings_of([](var& i, placeholder& A, placeholder&, placeholder& B, placeholder& T) {
          placeholder U("U", {16}, p_int32);
          U.local();
          compute s("s", {i}, A(i), T(i));
          compute t("t", {i}, T(i) + 1, U(i));
          compute u("u", {i}, U(i) + U(15 - i), U(i));
          compute v("v", {i}, A(i), B(i));
        }) ==
        "nothing uses what \"s\" computes: no output comes from what reads array \"T\"\n"
        "nothing uses what \"t\" computes: no output comes from what reads array \"U\"\n"
        "nothing uses what \"u\" computes: no compute reads local array \"U\"\n");
}

TEST_CASE("unused results: an output that others write over before it is read") {
  const auto written_over = [](int first, int last) {
    return warnings_of([=](var& i, placeholder& A, placeholder&, placeholder& B, placeholder&) {
      var j("j", 0, 8), k("k", first, last);
      compute s("s", {i}, A(i), B(i));
      compute t("t", {j}, A(j) + 1, B(j));
      compute u("u", {k}, A(k) + 2, B(k));
    });
  };
  CHECK(written_over(8, 16) ==
        "nothing uses what \"s\" computes: \"t\" and \"u\" write array \"B\" again before it is read\n");
  CHECK(written_over(9, 16).empty());
  CHECK(warnings_of([](var& i, placeholder& A, placeholder&, placeholder& B, placeholder&) {
          compute s("s", {i}, A(i), B(i));
          compute t("t", {i}, B(15 - i) + 1, B(i));
        }).empty());
}

TEST_CASE("unused results: what data decide may be used") {
  CHECK(warnings_of([](var& i, placeholder& A, placeholder& D, placeholder& B, placeholder& T) {
          compute s("s", {i}, A(i), T(i));
          compute t("t", {i}, T(D(i)), B(i));
          compute u("u", {i}, A(i), B(D(i)));
        }).empty());
}

TEST_CASE("unused results: a sum that an output takes is used, as are its first value and its parts") {
  CHECK(warnings_of([](var& i, placeholder& A, placeholder&, placeholder& B, placeholder&) {
          scalar sum("sum", p_int32);
          var j("j", 0, 16);
          compute z("z", {i}, sum = 0);
          compute a("a", {i, j}, sum += A(j));
          compute b("b", {i}, B(i) = sum);
          a.after(z, i);
          b.after(a, i);
        }).empty());
}

}  // namespace unused_results_tests
