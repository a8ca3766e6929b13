#include <algorithm>

#include "dse/estimate/estimate.hpp"
#include "dse/explore/banks/banking.hpp"
#include "dse/explore/directives.hpp"
#include "dse/explore/unit/unit_iterations.hpp"
#include "dse/explore/unit/unit_work.hpp"
#include "dse/kernel/rewrite/cut_kernel.hpp"
#include "dse/kernel/rewrite/cut_plan.hpp"
#include "nest_fixture.hpp"

using namespace pom;
using test::Units;

namespace {

dse::Configuration choice(std::vector<std::int64_t> factors) {
  dse::Configuration made;
  made.factors = std::move(factors);
  return made;
}

}  // namespace

TEST_CASE("units: all loops of a permutable nest may be cut") {
  const Units u([] {
    var i("i", 0, 8), j("j", 0, 8), k("k", 0, 8);
    placeholder A("A", {8, 8}, p_float32), B("B", {8, 8}, p_float32), C("C", {8, 8}, p_float32);
    compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
  });
  REQUIRE(u.design->units.size() == 1);
  CHECK(u.loops(0) == "i! j! k!");
  CHECK(u.unit(0).first_perfect == 0);
}

TEST_CASE("units: a loop that bounds others and the inner loop of changing length may be cut, in strips that fit") {
  const Units u([] {
    var i("i", 0, 16), j("j", 0, i);
    placeholder A("A", {16, 16}, p_float32), x("x", {16}, p_float32), y("y", {16}, p_float32);
    compute s("s", {i, j}, y(i) + A(i, j) * x(j), y(i));
  });
  CHECK(u.loops(0) == "i! j!*");
  CHECK(u.unit(0).loops[1].trip == 15);
  CHECK(dse::is_buildable(u.unit(0), choice({1, 4})));
  CHECK_FALSE(dse::is_buildable(u.unit(0), choice({1, 15})));  // it cannot be unrolled completely
  CHECK_FALSE(dse::is_buildable(u.unit(0), choice({16, 1})));
  CHECK(dse::is_buildable(u.unit(0), choice({2, 1})));
  CHECK(dse::is_buildable(u.unit(0), choice({4, 2})));
  CHECK_FALSE(dse::is_buildable(u.unit(0), choice({4, 3})));  // strips of j would begin at quotients
}

TEST_CASE("units: a loop that bounds others and carries a sum stays whole") {
  const Units u([] {
    var i("i", 0, 16), j("j", 0, i);
    placeholder A("A", {16, 16}, p_float32), y("y", {16}, p_float32);
    compute s("s", {i, j}, y(j) + A(i, j), y(j));
  });
  CHECK(u.loops(0) == "i j!*");
}

TEST_CASE("units: the strips of a triangle are counted, not averaged") {
  const Units u([] {
    var i("i", 0, 13), j("j", 0, i + 1);
    placeholder A("A", {13, 13}, p_float32), B("B", {13, 13}, p_float32);
    compute s("s", {i, j}, A(i, j) * 2, B(i, j));
  });
  const dse::explore::UnitIterations iterations(u.design->kernel.top_function(), u.unit(0));
  for (const std::int64_t outer : {1, 2, 3, 5, 8}) {
    for (const std::int64_t inner : {1, 2, 4, 6}) {
      std::int64_t strips = 0;
      for (std::int64_t first = 0; first < 13; first += outer) {
        const std::int64_t longest = std::min<std::int64_t>(first + outer, 13);  // of the copies' rows
        strips += (longest + inner - 1) / inner;
      }
      CAPTURE(outer);
      CAPTURE(inner);
      CHECK(iterations.of(choice({outer, inner})) == doctest::Approx(static_cast<double>(strips)));
    }
  }
}

TEST_CASE("units: a loop that holds two nests is not pipelined") {
  const Units u([] {
    var t("t", 0, 4), i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
    compute s("s", {t, i}, A(i) + 1, A(i));
    compute r("r", {t, j}, A(j) * 2, B(j));
    r.after(s, t);
  });
  REQUIRE(u.design->units.size() == 2);
  CHECK(u.unit(0).first_perfect == 1);
  CHECK(u.loops(0) == "t i!");
  CHECK(dse::is_buildable(u.unit(0), choice({1, 4})));
  CHECK_FALSE(dse::is_buildable(u.unit(0), choice({1, 8})));  // t would be what is left to pipeline
}

TEST_CASE("units: loops of one iteration, which the loops leave out, do not shift names") {
  const Units u([] {
    var i("i", 0, 8), o("o", 0, 1), j("j", 0, 8);
    placeholder A("A", {8, 8}, p_float32), B("B", {8, 8}, p_float32);
    compute s("s", {i, o, j}, A(i, j) * 2, B(i, j));
  });
  REQUIRE(u.design->units.size() == 1);
  REQUIRE(u.unit(0).loops.size() == 2);
  CHECK(u.unit(0).names[0] == std::vector<std::string>{"i", "j"});
}

TEST_CASE("units: each statement's own names for a shared loop") {
  const Units u([] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
    compute s("s", {i}, A(i) + 1, A(i));
    compute r("r", {j}, A(j) * 2, B(j));
    r.after(s, i);
  });
  REQUIRE(u.design->units.size() == 1);
  CHECK(u.unit(0).statements == std::vector<int>{0, 1});
  CHECK(u.unit(0).names == std::vector<std::vector<std::string>>{{"i"}, {"j"}});
}

TEST_CASE("units: what no iteration hands on is stated where the tool may not see it") {
  const Units u([] {
    var i("i", 1, 16), j("j", 0, i);
    placeholder A("A", {16, 16}, p_float32);
    // Row i is read at (j, j), above: another row.
    compute s("s", {i, j}, A(i, j) * A(j, j), A(i, j));
  });
  REQUIRE(u.unit(0).facts.size() == 1);
  CHECK(u.unit(0).facts[0].array == "A");
  CHECK(u.unit(0).facts[0].asked);
  CHECK_FALSE(u.unit(0).facts[0].flow_only);
}

TEST_CASE("units: a recurrence leaves nothing to state") {
  const Units u([] {
    var i("i", 1, 16);
    placeholder A("A", {16}, p_float32);
    compute s("s", {i}, A(i - 1) * 2, A(i));
  });
  CHECK(u.unit(0).facts.empty());
}

TEST_CASE("banks: an element that another loop moves does not keep the copies from banks of their own") {
  const Units u([] {
    var i("i", 0, 64), k("k", 0, i), j("j", k + 1, 64);
    placeholder A("A", {64, 64}, p_float32);
    compute s("s", {i, k, j}, A(i, j) - A(i, k) * A(k, j), A(i, j));
  });
  REQUIRE(u.loops(0) == "i k* j!*");
  dse::Kernel kernel = u.design->kernel;
  dse::cut_unit(kernel.functions.front(), u.unit(0), choice({1, 1, 4}));
  const dse::explore::BankFactors banks = dse::explore::find_banks(kernel.functions.front(), u.unit(0), 2);
  // A bank holds its copy's element of row i, read and written, and of row k, and perhaps A(i, k).
  CHECK(banks == dse::explore::BankFactors{{"A", {1, 4}}});
}

TEST_CASE("banks: of equally good ones those along several dimensions are taken") {
  const Units u([] {
    var i("i", 0, 2), j("j", 0, 4), t("t", 0, 64);
    placeholder A("A", {2, 4, 64}, p_float32), B("B", {64}, p_float32);
    compute s("s", {t, i, j}, B(t) + A(i, j, t), B(t));
  });
  dse::Kernel kernel = u.design->kernel;
  dse::Configuration whole;
  for (const dse::UnitLoop& loop : u.unit(0).loops) whole.factors.push_back(loop.name == "t" ? 1 : loop.trip);
  dse::cut_unit(kernel.functions.front(), u.unit(0), whole);
  // Eight elements, two of each bank: four banks along j would do as well, but suit fewer other loops.
  CHECK(dse::explore::find_banks(kernel.functions.front(), u.unit(0), 2).at("A") == std::vector<std::int64_t>{2, 2, 1});
}

TEST_CASE("banks: what is only read has the time that sums take, what is summed up has not") {
  const Units u([] {
    var j("j", 0, 64), i("i", 0, 64);
    placeholder A("A", {64, 64}, p_float32), x("x", {64}, p_float32), y("y", {64}, p_float32);
    compute s("s", {j, i}, y(i) + A(i, j) * x(j), y(i));
  });
  dse::Kernel kernel = u.design->kernel;
  dse::cut_unit(kernel.functions.front(), u.unit(0), choice({1, 64}));
  const dse::explore::BankFactors at_once = dse::explore::find_banks(kernel.functions.front(), u.unit(0), 2),
                                  in_turn = dse::explore::find_banks(kernel.functions.front(), u.unit(0), 2, 4);
  CHECK(at_once.at("A") == std::vector<std::int64_t>{32, 1});
  CHECK(in_turn.at("A") == std::vector<std::int64_t>{8, 1});
  CHECK(in_turn.at("y") == std::vector<std::int64_t>{64});
}

TEST_CASE(
    "banks: of those that elements move among one number is the least, another a power of two, and both suffice") {
  const Units u([] {
    var i("i", 0, 4094);
    placeholder A("A", {4096}, p_float32);
    compute s("s", {i}, A(i) + A(i + 1) + A(i + 2), A(i));
  });
  int different = 0;
  for (std::int64_t copies = 2; copies <= 32; ++copies) {
    CAPTURE(copies);
    dse::Kernel kernel = u.design->kernel;
    dse::cut_unit(kernel.functions.front(), u.unit(0), choice({copies}));
    const dse::explore::BankOptions options = dse::explore::find_bank_options(kernel.functions.front(), u.unit(0), 2);
    CHECK(options.fewest == dse::explore::find_banks(kernel.functions.front(), u.unit(0), 2));
    for (const dse::explore::BankFactors& banks : {options.fewest, options.powers_of_two}) {
      const std::int64_t factor = banks.at("A").front();
      for (std::int64_t first = 0; first < 32 * copies; first += copies) {
        std::vector<int> used(static_cast<std::size_t>(factor));
        for (std::int64_t n = 0; n < copies + 2; ++n) ++used[(first + n) % factor];  // reads
        for (std::int64_t n = 0; n < copies; ++n) ++used[(first + n) % factor];
        CHECK(*std::max_element(used.begin(), used.end()) <= 2);
      }
    }
    const std::int64_t power = options.powers_of_two.at("A").front();
    const bool stays = copies % power == 0;
    CHECK((stays || (power & (power - 1)) == 0));
    different += options.fewest != options.powers_of_two;
  }
  CHECK(different > 16);
}

TEST_CASE("cuts: a nest stores what only other nests read") {
  const auto interval = [](bool local) {
    const Units u([&] {
      var g("g", 0, 64);
      placeholder H("H", {64}, p_int32), C("C", {64}, p_int32), O("O", {64}, p_int32);
      placeholder sum("sum", {1}, p_int32);
      if (local) C.local();
      compute add("add", {g}, sum(0) + H(g), sum(0)), keep("keep", {g}, C(g) = sum(0));
      keep.after(add, g);
      compute look("look", {g}, C(g) * 3, O(g));
    });
    dse::Kernel cut = u.design->kernel;
    dse::cut_unit(cut.top_function(), u.unit(0), choice({8}));
    for (dse::Array& array : cut.top_function().arrays) {
      if (array.shape.front() == 64) array.banking = {{dse::BankingKind::complete, 0, false}};
    }
    const auto qor = std::get<dse::estimate::Qor>(dse::estimate::estimate(cut, test::small_target()));
    REQUIRE(qor.loops.size() == 1);
    return qor.loops.front().interval;
  };
  // Each sum is stored, so that the eight additions of an iteration follow each other.
  CHECK(interval(true) > 1);
  CHECK(interval(true) == interval(false));
}

TEST_CASE("bounds: operations that copies may share count once") {
  const auto dsp_of = [](const std::function<void()>& body) {
    const Units u(body);
    return dse::explore::UnitWork(u.design->kernel.functions.front(), u.unit(0), test::small_target())
        .operators(choice({1}))
        .dsp;
  };
  // Products of three DSP blocks, sums of two.
  CHECK(dsp_of([] {
          var i("i", 1, 31);
          placeholder A("A", {32}, p_float32), B("B", {32}, p_float32);
          compute s("s", {i}, (A(i + 1) - A(i) * 2.0f) + (A(i - 1) - A(i) * 2.0f), B(i));
        }) == 3 + 3 * 2);
  // What one copy computes as its second product is the next one's first.
  CHECK(dsp_of([] {
          var i("i", 0, 31);
          placeholder A("A", {32}, p_float32), B("B", {32}, p_float32);
          compute s("s", {i}, A(i) * 2.0f + A(i + 1) * 2.0f, B(i));
        }) == 3 + 2);
  CHECK(dsp_of([] {
          var i("i", 0, 31);
          placeholder A("A", {32}, p_float32), B("B", {32}, p_float32);
          compute s("s", {i}, A(i) * 2.0f + A(i + 1) * 3.0f, B(i));
        }) == 2 * 3 + 2);
}

namespace {

dse::estimate::Qor estimate_of(const dse::Kernel& kernel) {
  return std::get<dse::estimate::Qor>(dse::estimate::estimate(kernel, test::small_target()));
}

/// The kernel that the choice's directives make of the program, with the banks that belong to it.
dse::Kernel by_directives(const Units& u, const dse::Configuration& chosen, const dse::explore::BankFactors& banks) {
  std::set<std::string> taken;
  Schedule schedule =
      dse::explore::make_directives(*u.as_written.program, u.unit(0), chosen, u.unit(0).statements, taken);
  const Schedule partitions = dse::explore::make_partitions(banks);
  schedule.insert(schedule.end(), partitions.begin(), partitions.end());
  const auto scop = poly::apply_schedule(u.as_written, u.dependences, schedule);
  REQUIRE(scop);
  return dse::make_kernel(*poly::generate_loops(*scop));
}

}  // namespace

TEST_CASE(
    "cuts: the last strip of a summed loop has loops of its own, and estimates foresee what the directives make") {
  const Units u([] {
    var i("i", 0, 64), j("j", 0, 254);
    placeholder A("A", {64, 254}, p_float32), r("r", {64}, p_float32), s("s", {254}, p_float32);
    compute c("c", {i, j}, s(j) + A(i, j) * r(i), s(j));
  });
  for (const std::vector<std::int64_t>& factors : {std::vector<std::int64_t>{7, 2}, {6, 1}, {9, 4}, {8, 4}, {1, 4}}) {
    CAPTURE(factors[0]);
    CAPTURE(factors[1]);
    const dse::Configuration chosen = choice(factors);
    dse::Kernel cut = u.design->kernel;
    dse::Function& function = cut.functions.front();
    dse::cut_unit(function, u.unit(0), chosen);
    CHECK(function.body.size() == (64 % factors[0] != 0 ? 2 : 1));
    dse::explore::BankFactors banks = dse::explore::find_banks(function, u.unit(0), 2);
    dse::explore::set_banks(function, banks);
    const dse::estimate::Qor foreseen = estimate_of(cut), made = estimate_of(by_directives(u, chosen, banks));
    CHECK(foreseen.latency_max == made.latency_max);
    CHECK(foreseen.resources.dsp == made.resources.dsp);
    CHECK(foreseen.resources.lut == doctest::Approx(made.resources.lut).epsilon(0.02));
    REQUIRE(!foreseen.loops.empty());
    CHECK(foreseen.loops.front().interval == 1);  // no sum waits for a condition
  }
}

TEST_CASE("cuts: beside the last strip of a summed loop there are the loops of the full ones, as the directives make") {
  const Units u([] {
    var i("i", 0, 7), a("a", 0, 4), o("o", 0, 8), y("y", 0, 8), x("x", 0, 8);
    placeholder A("A", {7, 8, 8}, p_float32), W("W", {4, 8, 7}, p_float32), B("B", {4, 8, 8, 8}, p_float32);
    compute c("c", {i, a, o, y, x}, B(a, o, y, x) + A(i, y, x) * W(a, o, i), B(a, o, y, x));
  });
  const dse::Configuration chosen = choice({2, 1, 1, 1, 1});
  REQUIRE(dse::plan_cuts(u.unit(0), chosen).separated == std::size_t{0});
  dse::Kernel cut = u.design->kernel;
  dse::cut_unit(cut.functions.front(), u.unit(0), chosen);
  dse::explore::BankFactors banks = dse::explore::find_banks(cut.functions.front(), u.unit(0), 2);
  dse::explore::set_banks(cut.functions.front(), banks);
  const dse::estimate::Qor foreseen = estimate_of(cut), made = estimate_of(by_directives(u, chosen, banks));
  REQUIRE(foreseen.loops.size() == made.loops.size());
  for (std::size_t n = 0; n < made.loops.size(); ++n) CHECK(foreseen.loops[n].trip == made.loops[n].trip);
  CHECK(foreseen.latency_max == made.latency_max);
}

TEST_CASE("cuts: copies that may lie beyond the last iteration stand outside of the others") {
  const Units u([] {
    var i("i", 0, 64), j("j", 0, 62);
    placeholder A("A", {64, 62}, p_float32), r("r", {64}, p_float32), s("s", {62}, p_float32);
    compute c("c", {i, j}, s(j) + A(i, j) * r(i), s(j));
  });
  const dse::CutPlan plan = dse::plan_cuts(u.unit(0), choice({7, 4}));
  CHECK(plan.separated == std::size_t{0});
  CHECK(plan.copies == std::vector<std::size_t>{1, 0});
  CHECK_FALSE(dse::plan_cuts(u.unit(0), choice({8, 4})).separated);
  CHECK(dse::plan_cuts(u.unit(0), choice({8, 2})).copies == std::vector<std::size_t>{0, 1});
}

TEST_CASE("units: copies that a condition leaves out stand inside of those for which an element is loaded once") {
  const auto copies = [](bool triangle) {
    const test::Units u([&] {
      var k("k", 0, 20), i("i", 0, triangle ? expr(k) : expr(20)), j("j", 0, 16);
      placeholder A("A", {20, 20}, p_float32), B("B", {40, 16}, p_float32);
      compute s("s", {k, i, j}, B(i, j) + A(k, i) * B(k + 20, j), B(i, j));
    });
    dse::Configuration choice = dse::one_copy(u.unit(0));
    choice.factors = {1, 4, 4};
    REQUIRE(u.unit(0).loops.size() == 3);
    return dse::plan_cuts(u.unit(0), choice).copies;
  };
  CHECK(copies(true) == std::vector<std::size_t>{2, 1});
  CHECK(copies(false) == std::vector<std::size_t>{1, 2});
}
