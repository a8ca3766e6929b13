#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace steady_tests {

namespace {

/// Which arrays the loop of this label keeps, as the printed tree says it.
std::string kept_by(const test::Compiled& program, const std::string& label) {
  const std::string tree = program.loops();
  const std::size_t at = tree.find(label + ": ");
  REQUIRE(at != std::string::npos);
  const std::string line = tree.substr(at, tree.find('\n', at) - at);
  const std::size_t found = line.find("steady(");
  return found == std::string::npos ? "" : line.substr(found);
}

/// x(i + offset) -= A(j, i) · x(j) for each finished x(j), eight rows at once.
void declare_substitution(int offset, bool of_all_rows) {
  var j("j", 0, 30), i("i", of_all_rows ? expr(0) : expr(j), 30), i0("i0"), i1("i1");
  placeholder A("A", {30, 30}, p_float32), x("x", {31}, p_float32);
  compute s("s", {j, i}, x(i + offset) - A(j, i) * x(j), x(i + offset));
  s.split(i, 8, i0, i1);
  s.pipeline(i0, 1);
  s.unroll(i1, 8);
}

}  // namespace

TEST_CASE("steady: copies that change later elements keep the one that all of them load") {
  const test::Compiled program([] { declare_substitution(1, false); });
  CHECK(kept_by(program, "s_i1") == "steady(x)");
}

TEST_CASE("steady: an element that one of the copies changes is loaded by each of them") {
  const test::Compiled program([] { declare_substitution(0, true); });
  CHECK(kept_by(program, "s_i1") == "");
}

TEST_CASE("steady: no element is loaded in front of a loop that the array does not have there") {
  // Where i is 30, no iteration loads x(i + 1).
  const test::Compiled guarded([] {
    var i("i", 0, 31), j("j", 0, 4);
    placeholder A("A", {31, 4}, p_float32), x("x", {31}, p_float32), y("y", {31, 4}, p_float32);
    compute s("s", {i, j}, select(i < 30, x(i + 1), 0.0f) + A(i, j), y(i, j));
    compute t("t", {i, j}, y(i, j) + 1.0f, x(0));
    t.after(s, j);
    s.pipeline(i, 1);
    s.unroll(j, 4);
    t.unroll(j, 4);
  });
  CHECK(kept_by(guarded, "s_j") == "");
}

TEST_CASE("steady: the parameters of a program decide which elements are others") {
  for (const bool meets : {false, true}) {
    const test::Compiled program([&] {
      parameter N("N", meets ? 3 : 4, 32);
      var i("i", 0, 4);
      placeholder x("x", {40}, p_float32);
      compute s("s", {i}, x(i) + x(N), x(i));
      s.unroll(i, 4);
    });
    CHECK(kept_by(program, "s_i") == (meets ? "" : "steady(x)"));
  }
}

TEST_CASE("steady: elements behind a bus stay where they are loaded") {
  for (const bool on_bus : {false, true}) {
    const test::Compiled program([&] {
      var j("j", 0, 8), i("i", 0, 8);
      placeholder A("A", {8, 8}, p_float32), x("x", {9}, p_float32);
      compute s("s", {j, i}, x(8) + A(j, i), x(i));
      s.unroll(i, 8);
      if (on_bus) x.interface("m_axi");
    });
    CHECK(kept_by(program, "s_i") == (on_bus ? "" : "steady(x)"));
  }
}

}  // namespace steady_tests
