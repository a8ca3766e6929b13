#include <doctest/doctest.h>

#include <functional>

#include "dsl/execute/interpret.hpp"
#include "dsl/print/print_program.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

constexpr int rows = 9, columns = 11;

/// Counts in D(i, j) how often the interpreter runs instance (i, j) of a compute with these guards.
std::vector<std::int32_t> visits(const std::function<void(compute&, const var&, const var&)>& guard) {
  init("visits");
  var i("i", -4, rows - 4), j("j", 0, columns);
  placeholder D("D", {rows, columns}, p_int32);
  compute s("s", {i, j}, D(i + 4, j) + 1, D(i + 4, j));
  guard(s, i, j);
  REQUIRE(codes(program()->findings).empty());
  dsl::Memory memory = dsl::make_memory(*program(), 1);
  memory.arrays[0].assign(memory.arrays[0].size(), std::byte{0});
  dsl::interpret(*program(), memory);
  return contents<std::int32_t>(memory.arrays[0]);
}

std::vector<std::int32_t> loop(const std::function<bool(int i, int j)>& condition) {
  std::vector<std::int32_t> counts;
  for (int i = -4; i < rows - 4; ++i) {
    for (int j = 0; j < columns; ++j) counts.push_back(condition(i, j) ? 1 : 0);
  }
  return counts;
}

int floor_of(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

/// "code" of what is found about a guard over loops i, j, with an array A, an argument n and a loop x from elsewhere.
std::string finding(const std::function<void(compute&, const var&, const placeholder&, const constant&)>& guard) {
  init("refused");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_int32);
  constant n("n", p_int32);
  compute s("s", {i, j}, A(i, j) * n, A(i, j));
  guard(s, i, A, n);
  const std::vector<std::string> found = codes(program()->findings);
  return found.empty() ? "" : found.front();
}

}  // namespace

TEST_CASE("where: each comparison runs the iterations that C++'s would") {
  using Guard = std::function<void(compute&, const var&, const var&)>;
  const std::vector<std::pair<Guard, std::function<bool(int, int)>>> guards = {
      {[](auto& s, auto& i, auto& j) { s.where(i < j); }, [](int i, int j) { return i < j; }},
      {[](auto& s, auto& i, auto& j) { s.where(!(i < j)); }, [](int i, int j) { return !(i < j); }},
      {[](auto& s, auto& i, auto& j) { s.where(!!(i == j)); }, [](int i, int j) { return i == j; }},
      {[](auto& s, auto& i, auto& j) { s.where(!(i < j && !(i == 2 || j > 6))); },
       [](int i, int j) { return !(i < j && !(i == 2 || j > 6)); }},
      {[](auto& s, auto& i, auto& j) { s.where(i <= j - 2); }, [](int i, int j) { return i <= j - 2; }},
      {[](auto& s, auto& i, auto& j) { s.where(2 * i > j); }, [](int i, int j) { return 2 * i > j; }},
      {[](auto& s, auto& i, auto& j) { s.where(i + j >= 5); }, [](int i, int j) { return i + j >= 5; }},
      {[](auto& s, auto& i, auto& j) { s.where(i == j); }, [](int i, int j) { return i == j; }},
      {[](auto& s, auto& i, auto& j) { s.where(i != j); }, [](int i, int j) { return i != j; }},
      {[](auto& s, auto& i, auto&) { s.where(3 > i); }, [](int i, int) { return 3 > i; }}};
  for (std::size_t n = 0; n < guards.size(); ++n) {
    CAPTURE(n);
    CHECK(visits(guards[n].first) == loop(guards[n].second));
  }
}

TEST_CASE("where: && and || nest, and iterations that both sides allow run once") {
  CHECK(visits([](compute& s, auto& i, auto& j) { s.where(i < 2 || j < 3); }) ==
        loop([](int i, int j) { return i < 2 || j < 3; }));
  CHECK(visits([](compute& s, auto& i, auto& j) { s.where((i < 2 || j < 3) && (i > -2 || j == 7)); }) ==
        loop([](int i, int j) { return (i < 2 || j < 3) && (i > -2 || j == 7); }));
}

TEST_CASE("where: a flag of the host's program is a side of && and ||") {
  const bool yes = true, no = false;
  CHECK(visits([&](compute& s, auto& i, auto&) { s.where(i < 2 && yes); }) == loop([](int i, int) { return i < 2; }));
  CHECK(visits([&](compute& s, auto& i, auto&) { s.where(no || i < 2); }) == loop([](int i, int) { return i < 2; }));
  CHECK(visits([&](compute& s, auto& i, auto&) { s.where(yes || i < 2); }) == loop([](int, int) { return true; }));
  CHECK(visits([&](compute& s, auto& i, auto& j) { s.where((i < 2 && no) || j == 3); }) ==
        loop([](int, int j) { return j == 3; }));
}

TEST_CASE("where: / and % round down, as in array indices") {
  CHECK(visits([](compute& s, auto& i, auto& j) { s.where((i + j) % 3 == 1); }) ==
        loop([](int i, int j) { return i + j - 3 * floor_of(i + j, 3) == 1; }));
  CHECK(visits([](compute& s, auto& i, auto& j) { s.where(i / 2 == -1 && j % 4 != 0); }) ==
        loop([](int i, int j) { return floor_of(i, 2) == -1 && j % 4 != 0; }));
}

TEST_CASE("where: several calls must all hold") {
  CHECK(visits([](compute& s, auto& i, auto& j) { s.where(i > -1).where(j < 6).where(i + j != 4); }) ==
        loop([](int i, int j) { return i > -1 && j < 6 && i + j != 4; }));
}

TEST_CASE("where: guards one statement of a shared nest, and leaves the other alone") {
  init("shared");
  var i("i", 0, 12);
  placeholder A("A", {12}, p_int32), B("B", {12}, p_int32);
  compute s("s", {i}, i, A(i));
  compute t("t", {i}, A(i) * 10, B(i));
  t.after(s, i);
  t.where(i % 5 == 2);
  REQUIRE(program()->findings.empty());
  dsl::Memory memory = dsl::make_memory(*program(), 3);
  std::vector<std::int32_t> expected = contents<std::int32_t>(memory.arrays[1]);
  for (int n = 2; n < 12; n += 5) expected[n] = 10 * n;
  dsl::interpret(*program(), memory);
  CHECK(contents<std::int32_t>(memory.arrays[1]) == expected);
  CHECK(contents<std::int32_t>(memory.arrays[0]) == std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
}

TEST_CASE("where: is part of the program and not a directive") {
  init("guarded");
  var i("i", 0, 8);
  placeholder A("A", {8});
  compute s("s", {i}, 1, A(i));
  s.where(i > 2);
  CHECK(program()->schedule.empty());
}

TEST_CASE("where: a dump shows the guards in front of the statement") {
  init("printed");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8});
  compute s("s", {i, j}, 1.5, A(i, j));
  s.where(i + 2 * j < 12 && (i % 3 == 0 || j != 4)).where(i >= 1);
  const std::string text = dsl::to_string(*program());
  CAPTURE(text);
  CHECK(text.find("s: if (i + j * 2 < 12 && (i % 3 == 0 || j != 4)) if (i >= 1) A[i][j] = ") != std::string::npos);
}

TEST_CASE("where: what it refuses") {
  using Compute = compute&;
  CHECK(finding([](Compute s, auto& i, auto& A, auto&) { s.where(A(i, 0) > 0); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto& i, auto&, auto& n) { s.where(i < n); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto& i, auto&, auto&) { s.where(i * i < 9); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto& i, auto&, auto&) { s.where(i < 2.5); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto& i, auto&, auto&) { s.where(i); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto& i, auto&, auto&) { s.where(i + 1 && i < 3); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto& i, auto&, auto&) { s.where((i < 3) == (i > 1)); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto& i, auto&, auto&) { s.where(i % 0 == 1); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto& i, auto&, auto&) { s.where(p_max(i, 3) == 3); }) == "non-affine-guard");
  CHECK(finding([](Compute s, auto&, auto&, auto&) {
          var x("x", 0, 4);
          s.where(x < 2);
        }) == "unknown-loop");
  CHECK(finding([](Compute s, auto& i, auto&, auto&) { s.where(i < 8); }) == "");
}

TEST_CASE("where: a refusal stands at the guard's line") {
  init("line");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  compute s("s", {i}, A(i) + 1, A(i));
  const unsigned line = __LINE__ + 1;
  s.where(i > 2).where(A(i) > 0);
  CHECK(places(program()->findings) == std::vector<std::string>{at_line("non-affine-guard", line)});
}
