#include "dse/estimate/estimate.hpp"
#include "dse/explore/bound/function_bound.hpp"
#include "nest_fixture.hpp"
#include "unit_bound.hpp"
#include "whole_function.hpp"

using namespace pom;

namespace {

/// `dsp`: the share of DSP blocks; more than of LUTs, and these are what limits.
void check_function(const std::function<void()>& body, double share, double largest_gap, double dsp = 0) {
  test::Whole whole(body);
  const double fastest = whole.fastest(test::part_of_device(share, dsp));
  CHECK(whole.less_than_units == 0);
  dse::explore::ExploreOptions options;
  options.lut = options.ff = share;
  options.dsp = std::max(share, dsp);
  options.seconds = 1000;
  const dse::explore::Exploration found = test::explore(whole.program.record(), options);
  MESSAGE("fastest of all ", fastest, ", found ", found.qor.latency_max, ", bound ", found.bound);
  CHECK(found.bound <= fastest);
  CHECK(found.bound <= found.qor.latency_average);
  CHECK(found.gap() == doctest::Approx(1 - found.bound / found.qor.latency_average));
  CHECK(found.gap() <= largest_gap);
  CHECK(found.qor.latency_average <= 1.1 * fastest);
}

void add_arrays(const std::string& number, int n, const placeholder& from, const placeholder& to) {
  var i("i" + number, 0, n);
  compute s("s" + number, {i}, from(i) * 3 + 1, to(i));
}

/// `extents`: of k, i, j.
void add_product(const std::string& number, const std::vector<int>& extents, const placeholder& left,
                 const placeholder& right, const placeholder& to) {
  var k("k" + number, 0, extents[0]), i("i" + number, 0, extents[1]), j("j" + number, 0, extents[2]);
  compute s("s" + number, {k, i, j}, to(i, j) + left(i, k) * right(k, j), to(i, j));
}

void add_vector_product(const std::string& number, int n, const placeholder& matrix, const placeholder& from,
                        const placeholder& to) {
  var k("k" + number, 0, n), i("i" + number, 0, n);
  compute s("s" + number, {k, i}, to(i) + matrix(i, k) * from(k), to(i));
}

}  // namespace

TEST_CASE("bound: nests that wait for each other through a third one follow each other") {
  const auto declare = [] {
    // Each goes the other way than the one before, so that no loop holds two of them.
    std::vector<placeholder> a;
    for (int n = 0; n <= 4; ++n) a.emplace_back("a" + std::to_string(n), std::vector<std::int64_t>{1024}, p_float32);
    for (std::size_t n = 0; n < 4; ++n) {
      var i("i" + std::to_string(n), 1, 1024);
      compute s("s" + std::to_string(n), {i}, a[n + 1](i) = 0.5f * a[n + 1](i - 1) + a[n](1024 - i));
    }
  };
  function program("chain");
  program.scope(declare);
  const dse::explore::Exploration found = test::explore(program.record());
  CHECK(found.gap() <= 0.02);
}

TEST_CASE("bound: no choice of many loops is faster than its trip counts and operators allow") {
  std::function<void()> body;
  SUBCASE("that run as one") {
    body = [] {
      var i("i", 0, 4), j("j", 0, 4), k("k", 0, 4), l("l", 0, 3), m("m", 0, 3);
      placeholder A("A", {4, 4, 4, 3, 3}, p_float32), B("B", {4, 4, 4, 3, 3}, p_float32);
      compute s("s", {i, j, k, l, m}, A(i, j, k, l, m), B(i, j, k, l, m));
    };
  }
  SUBCASE("that another loop enters again and again") {
    body = [] {
      var t("t", 0, 16), i("i", 0, 4), j("j", 0, 4), k("k", 0, 4), l("l", 0, 3), m("m", 0, 3);
      placeholder A("A", {4, 4, 4, 3, 3}, p_float32), B("B", {4, 4, 4, 3, 3}, p_float32), C("C", {16}, p_float32);
      compute first("first", {t}, B(0, 0, 0, 0, 0), C(t));
      compute s("s", {t, i, j, k, l, m}, A(i, j, k, l, m) + C(t), B(i, j, k, l, m));
      s.after(first, t);
    };
  }
  const test::Units nest(body);
  const std::size_t unit = nest.design->units.size() - 1;
  REQUIRE(nest.unit(unit).loops.size() >= 5);
  dse::explore::SearchWatch watch(1000, {}, {});
  const dse::explore::Limits limits = test::part_of_device(1);
  dse::explore::UnitSpace asked(nest.design->kernel, nest.unit(unit), {}, test::small_target(), watch);
  dse::explore::UnitSpace estimated(nest.design->kernel, nest.unit(unit), {}, test::small_target(), watch);
  int compared = 0;
  for (const dse::Configuration& choice : test::all_choices(nest.unit(unit))) {
    if (!asked.choices.has(choice, limits)) continue;
    double least = INFINITY;
    for (const dse::explore::UnitOption& option : asked.least.options_of(choice, limits, 0))
      least = std::min(least, option.latency);
    CAPTURE(choice.factors);
    CHECK(estimated.estimates.evaluate(choice).latency >= least);
    ++compared;
  }
  CHECK(compared > 100);
}

TEST_CASE("bound: no choice of a unit is faster") {
  SUBCASE("a product") {
    test::check_unit([] {
      var i("i", 0, 6), j("j", 0, 5), k("k", 0, 7);
      placeholder A("A", {6, 7}, p_float32), B("B", {7, 5}, p_float32), C("C", {6, 5}, p_float32);
      compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
    });
  }
  SUBCASE("a product, the sum outside") {
    test::check_unit([] {
      var i("i", 0, 6), j("j", 0, 8), k("k", 0, 5);
      placeholder A("A", {6, 5}, p_float32), B("B", {5, 8}, p_float32), C("C", {6, 8}, p_float32);
      compute s("s", {k, i, j}, C(i, j) + A(i, k) * B(k, j), C(i, j));
    });
  }
  SUBCASE("two stores whose order only one copy must keep") {
    test::check_unit([] {
      var o("o", 0, 2), t("t", 0, 3);
      placeholder y("y", {9, 9}, p_float32), v("v", {18}, p_float32);
      compute sum("sum", {o, t}, y(o, t + 1) + cast(o, p_float32), y(o, t + 1));
      compute move("move", {o, t}, v(o + 1), y(o + t, t / 2));
      move.where(t >= 1);
      move.after(sum, t);
    });
  }
  SUBCASE("neighbours that copies have in common") {
    test::check_unit([] {
      var i("i", 0, 40);
      placeholder A("A", {41}, p_float32), B("B", {40}, p_float32);
      compute s("s", {i}, A(i) * 3 + A(i + 1) * 3, B(i));
    });
  }
  SUBCASE("a sum and its transpose") {
    test::check_unit([] {
      var i("i", 0, 9), j("j", 0, 9);
      placeholder A("A", {9, 9}, p_float32), x("x", {9}, p_float32), y("y", {9}, p_float32);
      compute s("s", {i, j}, y(j) + (A(i, j) + A(j, i)) * x(i), y(j));
    });
  }
  SUBCASE("fewer banks for two copies than for one") {
    test::check_unit([] {
      var i("i", 0, 5);
      placeholder A("A", {7}, p_float32);
      compute s("s", {i}, A(i + 2) + A(i), A(i));
    });
  }
  SUBCASE("a product that no loop moves when another is unrolled") {
    test::check_unit([] {
      var i("i", 0, 16), j("j", 0, 4);
      placeholder A("A", {16, 4}, p_float32), x("x", {4}, p_float32), y("y", {4}, p_float32);
      compute s("s", {i, j}, x(j) * y(j), A(i, j));
    });
  }
  SUBCASE("a triangle of any size") {
    test::check_unit([] {
      parameter N("N", 0, 7);
      var i("i", 0, N + 1), j("j", 0, i + 1);
      placeholder A("A", {N + 1, N + 1}, p_int32), O("O", {N + 1}, p_int32);
      compute s("s", {i, j}, O(i) + A(i, j), O(i));
    });
  }
  SUBCASE("a triangle") {
    test::check_unit([] {
      var i("i", 0, 24), j("j", 0, i);
      placeholder A("A", {24, 24}, p_float32), x("x", {24}, p_float32);
      compute s("s", {i, j}, A(i, j) * x(j) + 2, A(i, j));
    });
  }
}

TEST_CASE("bound: no design of a function of several nests is faster, and the gap is computed from it") {
  SUBCASE("two that follow each other") {
    check_function(
        [] {
          placeholder A("A", {48}, p_float32), B("B", {48}, p_float32), C("C", {48}, p_float32);
          add_arrays("1", 48, A, B);
          add_arrays("2", 48, B, C);
        },
        0.2, 0.3);
  }
  SUBCASE("two that run at once: the sum of their bounds would be none") {
    check_function(
        [] {
          placeholder A("A", {48}, p_float32), B("B", {48}, p_float32), C("C", {48}, p_float32),
              D("D", {48}, p_float32);
          add_arrays("1", 48, A, B);
          add_arrays("2", 48, C, D);
        },
        0.2, 0.6);
  }
  SUBCASE("two that read one array, short of LUTs: what stands beside operators adds up") {
    check_function(
        [] {
          placeholder A("A", {24, 30}, p_float32), r("r", {24}, p_float32), s("s", {30}, p_float32),
              p("p", {30}, p_float32), q("q", {24}, p_float32);
          var i("i", 0, 24), j("j", 0, 30), k("k", 0, 30), l("l", 0, 24);
          compute left("left", {i, j}, s(j) + A(i, j) * r(i), s(j));
          compute right("right", {k, l}, q(l) + A(l, k) * p(k), q(l));
        },
        0.1, 0.55, 1);
  }
  SUBCASE("two products, the second of the first's result") {
    check_function(
        [] {
          placeholder A("A", {30}, p_float32), B("B", {30}, p_float32), C("C", {30}, p_float32);
          var i("i", 0, 30), j("j", 0, 30);
          compute first("first", {i}, A(i) * B(i) + 1, C(i));
          compute second("second", {j}, C(j) * A(j) + 2, B(j));
        },
        0.12, 0.36, 1);
  }
  SUBCASE("two matrix products, the second of the first's result") {
    check_function(
        [] {
          placeholder A("A", {4, 4}, p_float32), B("B", {4, 5}, p_float32), C("C", {5, 4}, p_float32),
              T("T", {4, 5}, p_float32), D("D", {4, 4}, p_float32);
          add_product("1", {4, 4, 5}, A, B, T);
          add_product("2", {5, 4, 4}, T, C, D);
        },
        0.3, 0.45, 1);
  }
  SUBCASE("a vector twice through matrices, and a product of both results") {
    check_function(
        [] {
          placeholder A("A", {5, 5}, p_float32), B("B", {5, 5}, p_float32), x("x", {5}, p_float32),
              u("u", {5}, p_float32), y("y", {5}, p_float32), v("v", {5}, p_float32), w("w", {5}, p_float32);
          add_vector_product("1", 5, A, x, u);
          add_vector_product("2", 5, B, y, v);
          var i("i", 0, 5);
          compute s("s", {i}, u(i) * v(i) + 1, w(i));
        },
        0.3, 0.4, 1);
  }
  SUBCASE("sums in a vector that the banks of both make registers") {
    check_function(
        [] {
          placeholder y("y", {28}, p_float32), A("A", {6, 28}, p_float32), x("x", {4}, p_float32);
          var i("i", 0, 6), j("j", 0, 28), k("k", 0, 4), l("l", 0, 4);
          compute first("first", {i, j}, y(j) + A(i, j), y(j));
          compute second("second", {k, l}, y(l) + x(l), y(l));
        },
        0.2, 0.5, 1);
  }
  SUBCASE("quotients, which the tool reports as free, beside a product that is not") {
    check_function(
        [] {
          placeholder A("A", {24}, p_float32), B("B", {24}, p_float32), C("C", {24}, p_float32),
              D("D", {24}, p_float32);
          var i("i", 0, 24), j("j", 0, 24);
          compute first("first", {i}, A(i) / B(i), C(i));
          compute second("second", {j}, C(j) * A(j) + C(j) * B(j), D(j));
        },
        0.12, 0.55, 1);
  }
  SUBCASE("two that run at once, and one after both") {
    check_function(
        [] {
          placeholder A("A", {20}, p_float32), B("B", {20}, p_float32), C("C", {20}, p_float32),
              D("D", {20}, p_float32), E("E", {20}, p_float32);
          add_arrays("1", 20, A, B);
          add_arrays("2", 20, C, D);
          var i("i", 0, 20);
          compute s("s", {i}, B(i) * D(i) + 1, E(i));
        },
        0.15, 0.6);
  }
}

TEST_CASE("bound: structures with which nothing is faster than the design are left out, but for one") {
  const test::Compiled program([] {
    add_arrays("1", 8, placeholder("A", {8}), placeholder("B", {8}));
    add_arrays("2", 8, placeholder("C", {8}), placeholder("D", {8}));
  });
  const auto unit = [](int statement, double cycles) {
    dse::explore::UnitBound bound;
    bound.statements = {statement};
    bound.latency = cycles;
    bound.dsp_area = bound.lut_area = cycles;  // the whole device: both nests never run at once
    return bound;
  };
  // Each by itself, and beside the least of the other nest.
  const std::vector<dse::explore::NestBounds> all = {{{unit(0, 50)}, {unit(0, 90)}, {unit(0, 120)}}, {{unit(1, 10)}}};
  const auto left_below = [&](double incumbent) {
    std::vector<dse::explore::NestBounds> nests = all;
    dse::explore::drop_slower_structures(nests, program.as_written, incumbent);
    CHECK(nests[1].size() == 1);
    return nests[0].size();
  };
  CHECK(left_below(200) == 3);
  CHECK(left_below(110) == 2);
  CHECK(left_below(100) == 1);
  CHECK(left_below(20) == 1);
}
