#include <vector>

#include "dse/explore/values/index_rows.hpp"
#include "unit_bound.hpp"
#include "whole_function.hpp"

using namespace pom;

namespace operator_needs_tests {

namespace {

/// Operators that the copies of the program's only unit need at least; they are no more than it is estimated to take.
double count(const std::function<void()>& body, const std::vector<std::int64_t>& factors) {
  const test::Units nest(body);
  REQUIRE(nest.design->units.size() == 1);
  dse::explore::SearchWatch watch(1000, {}, {});
  dse::explore::UnitSpace space(nest.design->kernel, nest.unit(0), {}, test::small_target(), watch);
  dse::Configuration choice = dse::one_copy(nest.unit(0));
  REQUIRE(choice.factors.size() == factors.size());
  choice.factors = factors;
  test::check_operators(space.work, nest.unit(0), space.estimates.around(), space.estimates.evaluate(choice));
  return space.work.count_operators(choice);
}

}  // namespace

TEST_CASE("operators: loops that move one element together give no more values than it has places") {
  const auto body = [] {
    var t("t", 0, 4), i("i", 0, 4), k("k", 0, 3);
    placeholder x("x", {4, 8}, p_float32), y("y", {4, 4, 4}, p_float32);
    compute s("s", {t, i, k}, x(t, i + k) * x(t, i + k), y(t, i, k));
  };
  CHECK(count(body, {1, 1, 1}) == 1);
  CHECK(count(body, {1, 2, 1}) == 2);
  CHECK(count(body, {1, 2, 3}) == 3);
  CHECK(count(body, {2, 2, 3}) == 6);
}

TEST_CASE("operators: a value that is copied and read again is no value of its own") {
  const auto body = [] {
    var i("i", 0, 8);
    placeholder x("x", {8}, p_float32), y("y", {8}, p_float32), on("on", {8}, p_float32), p("p", {8}, p_float32),
        q("q", {8}, p_float32);
    compute copy("copy", {i}, x(i), on(i));
    compute first("first", {i}, x(i) * y(i), p(i));
    compute second("second", {i}, on(i) * y(i), q(i));
    first.after(copy, i);
    second.after(first, i);
  };
  CHECK(count(body, {1}) == 1);
  CHECK(count(body, {4}) == 4);
}

TEST_CASE("operators: products by constants that differ by little are two") {
  const auto body = [] {
    var i("i", 0, 8);
    placeholder x("x", {8}, p_float32), y("y", {8}, p_float32), z("z", {8}, p_float32);
    compute first("first", {i}, x(i) * 1e-7f, y(i)), second("second", {i}, x(i) * 2e-7f, z(i));
    second.after(first, i);
  };
  CHECK(count(body, {1}) == 2);
}

TEST_CASE("operators: of a body of more loops than are told apart, any copy may leave something out") {
  const auto body = [] {
    var i("i", 0, 8);
    placeholder x("x", {8}, p_float32), y("y", {40, 8, 2}, p_float32);
    std::vector<compute> all;
    for (int n = 0; n < 33; ++n) {
      const std::string name = std::to_string(n);
      var j("j" + name, 0, 2);
      all.emplace_back("s" + name, std::vector<var>{i, j}, x(i) * 2.0f, y(n, i, j));
      if (n > 0) all[n].after(all[n - 1], i);
    }
  };
  const test::Units nest(body, {}, 1);
  dse::explore::SearchWatch watch(1000, {}, {});
  dse::explore::UnitSpace space(nest.design->kernel, nest.unit(0), {}, test::small_target(), watch);
  dse::Configuration choice = dse::one_copy(nest.unit(0));
  CHECK_FALSE(space.work.may_leave_out(choice));
  choice.factors.front() = 2;
  CHECK(space.work.may_leave_out(choice));
}

TEST_CASE("operators: a copy that no guard ever lets run has none") {
  const auto guarded = [](int from) {
    return [from] {
      var t("t", 0, 4), i("i", 0, 8);
      placeholder x("x", {4, 8}, p_float32), y("y", {4, 8}, p_float32);
      compute s("s", {t, i}, x(t, i) * x(t, i), y(t, i));
      compute r("r", {t, i}, x(t, i) * 3.0f, y(t, i));
      r.where(i >= from);
      r.after(s, i);
    };
  };
  CHECK(count(guarded(6), {1, 8}) == 8 + 2);
  // Of which copy's iterations the guard leaves some is not looked at: as few copies have the others as may.
  CHECK(count(guarded(6), {1, 4}) == 4 + 1);
  CHECK(count(guarded(2), {1, 3}) == 3 + 2);
}

TEST_CASE("operators: where loops decide a choice, only its arms' copies count") {
  const auto body = [] {
    var t("t", 0, 4), i("i", 0, 8);
    placeholder x("x", {4, 8}, p_float32), y("y", {4, 8}, p_float32);
    compute s("s", {t, i}, select(i < 2, x(t, i) * x(t, i), 0.0f), y(t, i));
  };
  CHECK(count(body, {1, 8}) == 2);
  CHECK(count(body, {1, 1}) == 1);
}

TEST_CASE("operators: what copies hand on to the next iteration of an outer loop moves with it") {
  const auto body = [] {
    var t("t", 0, 6), i("i", 0, 8);
    placeholder A("A", {10}, p_float32);
    compute s("s", {t, i}, A(i) + A(i + 1) + A(i + 2), A(i + 1));
  };
  CHECK(count(body, {1, 8}) == 2 * 8);
  CHECK(count(body, {1, 2}) == 2 * 2);
}

TEST_CASE("operators: elements that every iteration leaves as they are move nothing") {
  const auto body = [] {
    var t("t", 0, 6), i("i", 0, 4);
    placeholder A("A", {4}, p_float32), B("B", {4}, p_float32), C("C", {6, 4}, p_float32);
    compute s("s", {t, i}, A(i) * A(i), B(i));
    compute r("r", {t, i}, B(i) + C(t, i), C(t, i));
    r.after(s, i);
  };
  CHECK(count(body, {1, 4}) == 4);
}

TEST_CASE("operators: a half of a matrix that is mirrored is no other iteration's") {
  const auto body = [] {
    var i("i", 0, 6), j("j", i, 6);
    placeholder A("A", {6, 6}, p_float32);
    compute divide("divide", {i, j}, A(i, j) / 3.0f, A(i, j));
    compute mirror("mirror", {i, j}, A(i, j), A(j, i));
    mirror.after(divide, j);
  };
  CHECK(count(body, {1, 1}) == 1);
  CHECK(count(body, {1, 3}) == 3);
}

TEST_CASE("index rows: loops are independent where their columns are") {
  dse::explore::IndexRows rows(3);
  CHECK(rows.independent_loops() == std::vector<unsigned>{0});
  rows.add({1, 1, 0});
  CHECK(rows.loops() == 3);
  CHECK(rows.independent_loops() == std::vector<unsigned>{2, 1});
  rows.add({2, 2, 0});
  CHECK(rows.span({-3, -3, 0}));
  CHECK_FALSE(rows.span({1, 0, 0}));
  rows.add({0, 1, 5});
  CHECK(rows.span({1, 0, -5}));
  CHECK(rows.independent_loops() == std::vector<unsigned>{6, 5, 3});
  rows.add({0, 0, 4});
  CHECK(rows.independent_loops() == std::vector<unsigned>{7});
}

TEST_CASE("index rows: coefficients that are too large tell nothing apart") {
  constexpr std::int64_t large = INT64_MAX / 2;
  dse::explore::IndexRows rows(2);
  rows.add({large, large - 1});
  rows.add({large - 2, large});
  CHECK(rows.independent_loops().front() != 3U);
  CHECK_FALSE(rows.span({large - 2, large}));
}

}  // namespace operator_needs_tests
