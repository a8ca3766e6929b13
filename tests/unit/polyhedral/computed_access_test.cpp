#include <doctest/doctest.h>

#include <algorithm>

#include "brute_force.hpp"
#include "fixture.hpp"
#include "polyhedral/analysis/carried.hpp"
#include "polyhedral/analysis/local_arrays.hpp"

using namespace pom;
using namespace pom::poly;

namespace {

/// "flow A s->t" for each dependence.
std::vector<std::string> listing(const test::Compiled& program) {
  std::vector<std::string> lines;
  for (const Dependence& dependence : program.dependences.direct) {
    lines.push_back(std::string(to_string(dependence.kind)) + " " +
                    program.as_written.program->arrays[dependence.array]->name + " " +
                    program.as_written.statements[dependence.source].name + "->" +
                    program.as_written.statements[dependence.sink].name);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<std::string> bounds_of(const test::Compiled& program) {
  std::vector<std::string> messages;
  for (const Diagnostic& finding : check_bounds(program.as_written))
    messages.push_back(finding.code + ": " + finding.message);
  return messages;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("computed accesses: every pair of a histogram's iterations may conflict") {
  test::Compiled program([] {
    var i("i", 0, 8);
    placeholder x("x", {8}, p_uint(4)), h("h", {16}, p_int32);
    compute s("s", {i}, h(x(i)) + 1, h(x(i)));
    s.reverse(i);
  });
  CHECK(listing(program) == Lines{"anti h s->s", "flow h s->s", "output h s->s"});
  for (const Dependence& dependence : program.dependences.direct) CHECK(*minimum(dependence.relation.deltas(), 0) == 1);
  CHECK(program.refusal() == "illegal-reverse");
  CHECK(program.as_written.statements[0].write.may);
}

TEST_CASE("computed accesses: a write that may be elsewhere hides no earlier one") {
  test::Compiled program([] {
    var i("i", 0, 8);
    placeholder A("A", {8}, p_int32), B("B", {8}, p_uint(3)), C("C", {8}, p_int32);
    compute first("first", {i}, 1, A(i));
    compute second("second", {i}, 2, A(B(i)));
    compute third("third", {i}, A(i), C(i));
    compute fourth("fourth", {i}, 4, A(i));
    compute fifth("fifth", {i}, A(B(i)), C(i));
  });
  const Lines lines = listing(program);
  const auto has = [&](const char* line) { return std::find(lines.begin(), lines.end(), line) != lines.end(); };
  CHECK(has("flow A first->third"));
  CHECK(has("flow A second->third"));
  CHECK(has("output A second->fourth"));
  CHECK(has("output A first->fourth"));
  CHECK(has("anti A third->fourth"));
  CHECK(has("flow A fourth->fifth"));
  CHECK_FALSE(has("anti A fifth->first"));
}

TEST_CASE("computed accesses: elements outside the range of the index are not touched") {
  test::Compiled program([] {
    var i("i", 0, 8);
    placeholder A("A", {16}, p_int32), B("B", {8}, p_int32), C("C", {8}, p_int32);
    B.assume(0, 7);
    compute s("s", {i}, 1, A(B(i)));
    compute t("t", {i}, A(i + 8), C(i));
  });
  CHECK(listing(program) == Lines{"output A s->s"});
}

TEST_CASE("computed accesses: private copies push conflicts apart") {
  test::Compiled program([] {
    var i("i", 0, 64);
    placeholder x("x", {64}, p_uint(4)), h("h", {4, 16}, p_int32);
    compute s("s", {i}, h(i % 4, x(i)) + 1, h(i % 4, x(i)));
  });
  REQUIRE(!program.dependences.direct.empty());
  for (const Dependence& dependence : program.dependences.direct) CHECK(*minimum(dependence.relation.deltas(), 0) == 4);
  const CarriedConflicts carried = find_carried_conflicts(program.as_written, {0}, Band{0, 0, {{64}}}, 1);
  CHECK(carried.least_flow_distance == std::optional<std::int64_t>(4));
}

TEST_CASE("computed accesses: schedules that are accepted keep all pairs that may conflict") {
  int accepted = 0, refused = 0;
  for (int choice = 0; choice < 12; ++choice) {
    test::Compiled program([&] {
      var i("i", 0, 4), j("j", 0, 5);
      placeholder x("x", {4, 5}, p_uint(2)), h("h", {4, 4}, p_int32), y("y", {4, 5}, p_int32);
      compute s("s", {i, j}, h(i, x(i, j)) + 1, choice % 2 == 0 ? h(i, x(i, j)) : h(x(i, j), i));
      compute t("t", {i, j}, h(i, x(i, j) / 2), y(i, j));
      if (choice / 2 == 0) s.interchange(i, j);
      if (choice / 2 == 1) t.interchange(i, j);
      if (choice / 2 == 2) t.after(s, i);
      if (choice / 2 == 3) s.reverse(i);
      if (choice / 2 == 4) s.tile(i, j, 2, 2);
      if (choice / 2 == 5) t.reverse(j);
    });
    const Result<Scop> scheduled = program.scheduled();
    if (scheduled) {
      ++accepted;
      CHECK(test::keeps_all_conflicts(program.as_written, *scheduled));
    } else {
      ++refused;
    }
  }
  CHECK(accepted >= 5);
  CHECK(refused >= 3);
}

namespace {

/// Of i, an array A and data D.
using GuardedValue = std::function<expr(const var&, placeholder&, placeholder&)>;

/// The accesses that may be outside, where i runs over 16 values and A has so many elements.
std::size_t count_bounds(const GuardedValue& value, std::int64_t elements, Type data) {
  return bounds_of(test::Compiled([&] {
           var i("i", 0, 16);
           placeholder A("A", {elements}, p_int32), D("D", {16}, data), y("y", {16}, p_int32);
           compute s("s", {i}, value(i, A, D), y(i));
         }))
      .size();
}

}  // namespace

TEST_CASE("out-of-bounds: what loops tell of a choice guards its elements, whatever data have a part in it") {
  const auto bounds_under = [](const GuardedValue& value) { return count_bounds(value, 16, p_int32); };
  CHECK(bounds_under([](auto& i, auto& A, auto& D) { return select(i > 0 && D(i) > 3, A(i - 1), 5); }) == 0);
  CHECK(bounds_under([](auto& i, auto& A, auto& D) { return select(D(i) > 4 || i == 0, 5, A(i - 1)); }) == 0);
  CHECK(bounds_under([](auto& i, auto& A, auto& D) { return select(i > 0 || D(i) > 3, A(i - 1), 5); }) == 1);
  CHECK(bounds_under([](auto& i, auto& A, auto& D) { return select(D(i) > 4 && i == 0, 5, A(i - 1)); }) == 1);
}

TEST_CASE("out-of-bounds: what loops tell of a choice guards indices that choose, and none that data decide") {
  const auto bounds_under = [](const GuardedValue& value) { return count_bounds(value, 6, p_uint8); };
  CHECK(bounds_under([](auto& i, auto& A, auto&) { return select(i > 0, A(p_min(i - 1, 5)), 7); }) == 0);
  CHECK(bounds_under([](auto& i, auto& A, auto&) { return select(i < 6, A(select(i > 2, i, 2)), 7); }) == 0);
  CHECK(bounds_under([](auto& i, auto& A, auto&) { return select(i >= 0, A(p_min(i - 1, 5)), 7); }) == 1);
  CHECK(bounds_under([](auto& i, auto& A, auto&) { return select(i > 0, A(p_min(i - 1, 6)), 7); }) == 1);
  CHECK(bounds_under([](auto& i, auto& A, auto& D) { return select(i > 0, A(p_min(D(i) - 1, 5)), 7); }) == 1);
}

TEST_CASE("out-of-bounds: an index that nothing proves says what it may be") {
  test::Compiled program([] {
    var i("i", 0, 8);
    placeholder T("T", {100}, p_int32), B("B", {8}, p_uint8), y("y", {8}, p_int32);
    compute s("s", {i}, T(B(i)), y(i));
    compute t("t", {i}, 1, T(B(i) + i));
    compute u("u", {i}, T(B(i) % 100) + T(p_min(B(i), 99)) + T(B(i) & 63), y(i));
  });
  CHECK(
      bounds_of(program) ==
      Lines{
          "out-of-bounds: \"s\" may read outside T[100]\nindex 0 is computed and may be 0 to 255, not only 0 to 99",
          "out-of-bounds: \"t\" may write outside T[100]\nindex 0 is computed and may be 0 to 262, not only 0 to 99"});
}

TEST_CASE(
    "uninitialized-read: a computed read needs every element that it may meet, a computed write makes none sure") {
  const auto findings = [](bool all, bool sure) {
    test::Compiled program([&] {
      var i("i", 0, 8), b("b", 0, all ? 16 : 15);
      placeholder x("x", {8}, p_uint(4)), h("h", {16}, p_int32), y("y", {8}, p_int32);
      h.local();
      if (sure) compute zero("zero", {b}, 0, h(b));
      compute set("set", {i}, 1, h(x(i)));
      compute get("get", {i}, h(x(i)), y(i));
    });
    Lines lines;
    for (const Diagnostic& finding : check_local_arrays(program.as_written)) lines.push_back(finding.message);
    return lines;
  };
  CHECK(findings(true, true).empty());
  CHECK(findings(true, false).size() == 1);
  CHECK(findings(false, true) == Lines{"\"get\" reads local array \"h\" before it is written\nget[0] may read h[15]"});
}

TEST_CASE("reductions: a histogram's additions may run in any order where sums may") {
  test::Compiled program([] {
    allow_reassociation();
    var i("i", 0, 8);
    placeholder x("x", {8}, p_uint(4)), h("h", {16}, p_int32);
    compute s("s", {i}, h(x(i)) + 1, h(x(i)));
    s.reverse(i);
  });
  CHECK(is_reduction(program.as_written.program->computes[0]));
  CHECK(program.refusal().empty());
}

TEST_CASE("reductions: a sum that also takes up what depends on its own element keeps its order") {
  test::Compiled program([] {
    var i("i", 0, 2), j("j", 0, 8);
    placeholder x("x", {2, 8}, p_uint32), sum("sum", {2}, p_uint32);
    compute s("s", {i, j}, sum(i) + (x(i, j) >> sum(i)), sum(i));
    s.reverse(j);
  });
  CHECK_FALSE(is_reduction(program.as_written.program->computes[0]));
  CHECK(program.refusal() == "illegal-reverse");
}
