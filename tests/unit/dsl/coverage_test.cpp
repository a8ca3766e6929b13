#include <doctest/doctest.h>

#include <cstring>

#include <pom/pom.hpp>

#include "dsl/execute/interpret.hpp"

using namespace pom;

namespace {

/// Runs the implicit function on an array A of these integers and tells what its decisions did.
dsl::Coverage run_on(const std::vector<std::int32_t>& contents) {
  const auto program = global::get_implicit_function()->record();
  REQUIRE(program->findings.empty());
  dsl::Coverage coverage(*program);
  dsl::Memory memory = dsl::make_memory(*program, 1);
  std::memcpy(memory.arrays[0].data(), contents.data(), contents.size() * sizeof(std::int32_t));
  dsl::interpret(*program, memory, &coverage);
  return coverage;
}

bool mentions(const std::vector<std::string>& lines, const std::string& text) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("coverage: a clamp has four arms, and those that were not taken are named with their line") {
  init("clamped");
  var i("i", 0, 3);
  placeholder A("A", {3}, p_int32), B("B", {3}, p_int32);
  compute s("s", {i}, p_min(p_max(A(i), 0), 255), B(i));
  const dsl::Coverage inside = run_on({1, 2, 3});
  CHECK(inside.arms() == 4);
  CHECK(inside.arms_taken() == 2);
  CHECK(mentions(inside.never_taken(), "coverage_test.cpp:"));
  CHECK(mentions(inside.never_taken(), "max never takes its second operand"));
  CHECK(mentions(inside.never_taken(), "min never takes its second operand"));
  const dsl::Coverage all = run_on({-1, 2, 300});
  CHECK(all.arms_taken() == 4);
  CHECK(all.never_taken().empty());
}

TEST_CASE("coverage: a select is counted once, not for its comparison again") {
  init("selected");
  var i("i", 0, 2);
  placeholder A("A", {2}, p_int32), B("B", {2}, p_int32);
  compute s("s", {i}, select(A(i) > 10, A(i), 10 - A(i)), B(i));
  const dsl::Coverage coverage = run_on({11, 12});
  CHECK(coverage.arms() == 2);
  CHECK(coverage.arms_taken() == 1);
  CHECK(mentions(coverage.never_taken(), "the condition > is never false"));
}

TEST_CASE("coverage: an arm counts where what it computes is used, not where a select throws it away") {
  init("nested");
  var i("i", 0, 2);
  placeholder A("A", {2}, p_int32), B("B", {2}, p_int32);
  compute s("s", {i}, select(A(i) > 1000, 7, p_min(A(i), 100)), B(i));
  const dsl::Coverage thrown_away = run_on({5000, 50});
  CHECK(thrown_away.arms() == 4);
  CHECK(thrown_away.arms_taken() == 3);
  CHECK(mentions(thrown_away.never_taken(), "min never takes its second operand"));
  CHECK(run_on({5000, 500}).arms_taken() == 3);
  CHECK(run_on({50, 500}).arms_taken() == 3);
}

TEST_CASE("coverage: of equal operands min and max take the second") {
  init("equal");
  var i("i", 0, 2);
  placeholder A("A", {2}, p_int32), B("B", {2}, p_int32);
  compute s("s", {i}, p_max(A(i), 7), B(i));
  CHECK(mentions(run_on({7, 7}).never_taken(), "max never takes its first operand"));
}

TEST_CASE("coverage: conversions that clamp and guards are decisions") {
  init("guarded");
  var i("i", 0, 4);
  placeholder A("A", {4}, p_int32), B("B", {4}, p_int8), F("F", {4}, p_float32);
  compute s("s", {i}, cast(cast(A(i), p_float32) * 2.0, p_int8), B(i));
  s.where(i < 2);
  const dsl::Coverage coverage = run_on({1, 2, 1000, 1000});
  CHECK(coverage.arms() == 4);
  CHECK(coverage.arms_taken() == 3);
  CHECK(mentions(coverage.never_taken(), "the cast to p_int8 never clamps"));
}

TEST_CASE("coverage: a compute that reads data and stores one value is constant; one that says a number is not") {
  init("constants");
  var i("i", 0, 4);
  placeholder A("A", {4}, p_int32), B("B", {4}, p_int32), C("C", {4}, p_int32);
  compute quantised("quantised", {i}, A(i) >> 20, B(i)), cleared("cleared", {i}, 0, C(i));
  CHECK(run_on({1, 2, 3, 4}).constant_computes() == std::vector<int>{0});
  CHECK(run_on({1, 2, 1 << 21, 4}).constant_computes().empty());
}

TEST_CASE("coverage: the clamps that keep a guarded index inside are no decisions of the program") {
  init("bordered");
  var i("i", 0, 4);
  placeholder A("A", {4}, p_int32), B("B", {4}, p_int32);
  compute s("s", {i}, B(i) = select(i > 0 && i < 3, A(i - 1) + A(i + 1), A(i)));
  const dsl::Coverage coverage = run_on({1, 2, 3, 4});
  CHECK(coverage.never_taken().empty());
  CHECK_FALSE(mentions(coverage.never_taken(), "min"));
  CHECK(coverage.arms() == 6);
}
