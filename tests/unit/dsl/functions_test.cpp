#include <doctest/doctest.h>

#include <functional>
#include <stdexcept>
#include <thread>

#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

TEST_CASE("declarations: without a function they throw no-function at the user's line") {
  std::vector<std::string> found, expected;
  auto note = [&](const std::function<void()>& declare) {
    try {
      declare();
    } catch (const CompileError& error) {
      found.push_back(places(error.diagnostics())[0]);
    }
  };
  // The current function is a matter of the thread: a new one has none.
  std::thread([&] {
    function f("side");
    f.scope([] {});
    var i("i", 0, 4);
    unsigned line = __LINE__;
    note([] { placeholder A("A", {8}, p_float32); });
    note([] { constant c; });
    note([] { global::get_implicit_function(); });
    for (unsigned n = 1; n <= 3; ++n) expected.push_back(at_line("no-function", line + n));
  }).join();
  CHECK(found == expected);
}

TEST_CASE("init: a second one leaves nothing of the first") {
  init("first");
  std::shared_ptr<dsl::Function> first = program();
  var i("i", 0, 4);
  placeholder A("A", {4});
  compute s("s", {i}, A(i) * 2, A(i));
  s.pipeline(i, 1);
  init("second");
  CHECK(program() != first);
  CHECK(global::get_implicit_function()->name() == "second");
  CHECK(program()->arrays.empty());
  CHECK(program()->computes.empty());
  CHECK(program()->schedule.empty());
  CHECK(program()->findings.empty());
  placeholder again("A", {8});
  compute t("s", {i}, again(i) * 3, again(i));
  CHECK(program()->findings.empty());
  CHECK(first->computes.size() == 1);
}

TEST_CASE("init: unnamed loops and constants get the same names in every program") {
  auto record = [] {
    init("unnamed");
    var a, b;
    constant c;
    placeholder A("A", {4});
    var i("i", 0, 4);
    compute s("s", {i}, A(i) * c, A(i));
    s.split(i, 2, a, b);
    return to_string(program()->schedule[0]) + " " + program()->scalars[0]->name;
  };
  std::string once = record();
  CHECK(once == "s.split(i, 2, v0, v1) c0");
  CHECK(record() == once);
}

TEST_CASE("function: two live side by side, scopes nest and end with an exception") {
  init("implicit");
  function f("f"), g("g");
  f.scope([&] {
    placeholder A("A", {4});
    g.scope([&] { placeholder B("B", {4}); });
    placeholder C("C", {4});
  });
  CHECK_THROWS_AS(g.scope([] { throw std::runtime_error("user's own"); }), std::runtime_error);
  placeholder D("D", {4});
  CHECK(f.record()->arrays.size() == 2);
  CHECK(g.record()->arrays.size() == 1);
  CHECK(g.record()->find_array("B") == 0);
  CHECK(program()->find_array("D") == 0);
  CHECK(program()->arrays.size() == 1);
}

TEST_CASE("start_implicit_function: the first release's rules allow accesses out of bounds") {
  auto old_style = start_implicit_function("old", {}, LanguageRules::first_release);
  CHECK(old_style == program());
  CHECK(old_style->first_release_rules);
  CHECK(old_style->allow_out_of_bounds);
  auto current = start_implicit_function("now", {}, LanguageRules::current);
  CHECK_FALSE(current->first_release_rules);
  CHECK_FALSE(current->allow_out_of_bounds);
  global::get_implicit_function()->allow_out_of_bounds();
  CHECK(current->allow_out_of_bounds);
}

TEST_CASE("record: used arrays and scalar arguments, in order of declaration") {
  init("uses");
  var i("i", 0, 4);
  constant unused("unused"), number(2.5), beta("beta"), alpha("alpha");
  placeholder A("A", {4}), B("B", {4}), C("C", {4});
  compute s("s", {i}, A(i) * alpha + beta * number, C(i));
  CHECK(program()->used_arrays() == std::vector{0, 2});
  CHECK(program()->scalar_arguments() == std::vector{2, 3});
  CHECK(program()->computes[0].loads.size() == 1);
}

TEST_CASE("compute: loads are listed in the order of evaluation, all sides of select included") {
  init("order");
  var i("i", 0, 4);
  placeholder A("A", {4}), B("B", {4}), C("C", {4}), D("D", {4});
  compute s("s", {i}, select(B(i) > A(i), C(i), p_max(B(i), A(i))), D(i));
  std::vector<int> arrays;
  for (const dsl::Access& load : program()->computes[0].loads) arrays.push_back(load.array);
  CHECK(arrays == std::vector{1, 0, 2, 1, 0});
}

TEST_CASE("placeholder: A[i][j] and A(i, j) are the same, rank 0 is A()") {
  init("accesses");
  var i("i", 0, 4), j("j", 0, 4);
  placeholder A("A", {4, 4}), sum("sum", {});
  compute s("s", {i, j}, A[i][j] + A(i, j), sum());
  REQUIRE(program()->findings.empty());
  const dsl::Compute& recorded = program()->computes[0];
  CHECK(recorded.loads[0].indices.size() == 2);
  CHECK(recorded.loads[1].indices.size() == 2);
  CHECK(recorded.store.indices.empty());
  CHECK(program()->arrays[1]->elements() == 1);
}
