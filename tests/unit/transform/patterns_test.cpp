#include "fixture.hpp"

using namespace pom;

namespace patterns_tests {
using test::Transformed;

namespace {

constexpr int N = 4096;

placeholder matrix(const std::string& name) { return placeholder(name, {N, N}); }
placeholder line(const std::string& name) { return placeholder(name, {N}); }

void product(const std::string& name, const placeholder& to, const placeholder& a, const placeholder& b) {
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  compute s(name, {i, j, k}, to(i, j) + a(i, k) * b(k, j), to(i, j));
}

struct Pattern {
  std::string name;
  std::function<void()> declare;
  int tight_as_written = 0;
};

std::vector<Pattern> sums() {
  return {
      {"one product", [] { product("s", matrix("C"), matrix("A"), matrix("B")); }, 1},
      {"two products",
       [] {
         const placeholder t = matrix("t");
         product("s1", t, matrix("A"), matrix("B"));
         product("s2", matrix("D"), t, matrix("C"));
       },
       2},
      {"three products",
       [] {
         const placeholder E = matrix("E"), F = matrix("F");
         product("s1", E, matrix("A"), matrix("B"));
         product("s2", F, matrix("C"), matrix("D"));
         product("s3", matrix("G"), E, F);
       },
       3},
      {"two sums across each other",
       [] {
         var i("i", 0, N), j("j", 0, N);
         placeholder A = matrix("A"), p = line("p"), q = line("q"), r = line("r"), s = line("s");
         compute s1("s1", {i, j}, s(j) + A(i, j) * r(i), s(j));
         compute s2("s2", {i, j}, q(i) + A(i, j) * p(j), q(i));
         s2.after(s1, j);
       },
       1},
      {"two sums side by side",
       [] {
         var i("i", 0, N), j("j", 0, N);
         placeholder A = matrix("A"), B = matrix("B"), x = line("x"), y = line("y"), t = line("t");
         compute s1("s1", {i, j}, t(i) + A(i, j) * x(j), t(i));
         compute s2("s2", {i, j}, y(i) + B(i, j) * x(j), y(i));
         compute s3("s3", {i}, 1.5f * t(i) + 1.2f * y(i), y(i));
         s2.after(s1, j);
         s3.after(s2, i);
       },
       2},
  };
}

std::vector<Pattern> stencils() {
  return {
      {"line, two arrays",
       [] {
         var t("t", 0, N), i("i", 1, N - 1);
         placeholder A = line("A"), B = line("B");
         compute s1("s1", {t, i}, (A(i - 1) + A(i) + A(i + 1)) * 0.33f, B(i));
         compute s2("s2", {t, i}, B(i), A(i));
         s2.after(s1, t);
       },
       0},
      {"plane, two arrays",
       [] {
         var t("t", 0, N), i("i", 1, N - 1), j("j", 1, N - 1);
         placeholder A = matrix("A"), B = matrix("B");
         compute s1("s1", {t, i, j}, (A(i, j) + A(i, j - 1) + A(i, j + 1) + A(i + 1, j) + A(i - 1, j)) * 0.2f, B(i, j));
         compute s2("s2", {t, i, j}, B(i, j), A(i, j));
         s2.after(s1, t);
       },
       0},
      {"line through time",
       [] {
         var t("t", 0, N - 1), i("i", 1, N - 1);
         placeholder A = matrix("A");
         compute s("s", {t, i}, A(t, i) + 0.125f * (A(t, i + 1) - 2.0f * A(t, i) + A(t, i - 1)), A(t + 1, i));
       },
       0},
      {"nine points in place",
       [] {
         var t("t", 0, N), i("i", 1, N - 1), j("j", 1, N - 1);
         placeholder A = matrix("A");
         expr sum = A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) + A(i, j + 1);
         compute s("s", {t, i, j}, (sum + A(i + 1, j - 1) + A(i + 1, j) + A(i + 1, j + 1)) / 9, A(i, j));
       },
       1},
      {"two filters and a window",
       [] {
         var i("i", 3, N - 3), j("j", 3, N - 3), c("c", 0, 3), w("w", 0, 7);
         placeholder A("A", {N, N, 3}), B("B", {N, N, 3}), C("C", {N, N, 3}), D("D", {N, N, 3}), F("F", {7});
         compute s1("s1", {i, j, c}, (A(i, j - 1, c) + A(i, j, c) + A(i, j + 1, c)) / 3, B(i, j, c));
         compute s2("s2", {i, j, c}, B(i - 1, j, c) + B(i, j, c) - B(i + 1, j, c), C(i, j, c));
         compute s3("s3", {i, j, c, w}, D(i, j, c) + C(i, j + w - 3, c) * F(w), D(i, j, c));
       },
       1},
  };
}

}  // namespace

TEST_CASE("stage one: the patterns of the paper's evaluation lose their tight dependences within 100 ms") {
  std::vector<Pattern> all = sums();
  for (const Pattern& pattern : stencils()) all.push_back(pattern);
  std::ostringstream table;
  for (const Pattern& pattern : all) {
    CAPTURE(pattern.name);
    const Transformed t(pattern.declare);
    CHECK(t.result.tight_as_written == pattern.tight_as_written);
    CHECK(t.result.tight == 0);
    CHECK(t.milliseconds < 100 * test::slowness);
    table << pattern.name << ": " << t.milliseconds << " ms";
    for (const Directive& directive : t.result.directives) table << "; " << to_string(directive);
    for (const dse::transform::NestInfo& nest : t.result.nests) table << "\n    " << test::describe(nest);
    table << "\n";
  }
  MESSAGE(table.str());
}

}  // namespace patterns_tests
