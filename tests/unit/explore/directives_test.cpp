#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "dse/estimate/estimate.hpp"
#include "dse/explore/banks/banking.hpp"
#include "dse/explore/directives.hpp"
#include "nearest.hpp"
#include "nest_fixture.hpp"
#include "random_programs.hpp"

using namespace pom;

namespace directives_tests {

namespace {

using Factors = std::vector<std::int64_t>;

/// A configuration that can be built: any factors along loops that may be cut, mostly small ones.
dse::Configuration draw(const dse::Unit& unit, std::mt19937& random) {
  const auto number = [&](std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random);
  };
  for (int attempt = 0; attempt < 50; ++attempt) {
    dse::Configuration drawn = dse::one_copy(unit);
    for (std::size_t n = 0; n < unit.loops.size(); ++n) {
      if (unit.loops[n].cuttable && number(0, 2) > 0)
        drawn.factors[n] = number(1, std::min<std::int64_t>(unit.loops[n].trip, number(0, 3) == 0 ? 16 : 5));
    }
    drawn.fabric_adders = number(0, 1) == 1;
    drawn.interval = static_cast<int>(number(0, 3) == 0 ? number(2, 6) : 1);
    drawn.outer_apart = number(0, 3) == 0 && dse::loop_apart(unit, drawn);
    if (dse::is_buildable(unit, drawn) && drawn.copies() <= 64) return drawn;
  }
  return dse::one_copy(unit);
}

/// The kernel that the directives of the units' configurations make of the program.
dse::Kernel by_directives(const test::Units& u, const std::vector<dse::Configuration>& chosen,
                          const dse::explore::BankFactors& banks) {
  std::set<std::string> taken;
  Schedule schedule;
  const auto append = [&](const Schedule& more) { schedule.insert(schedule.end(), more.begin(), more.end()); };
  for (std::size_t n = 0; n < chosen.size(); ++n)
    append(dse::explore::make_directives(*u.as_written.program, u.unit(n), chosen[n], u.unit(n).statements, taken));
  append(dse::explore::make_partitions(banks));
  const auto scop = poly::apply_schedule(u.as_written, u.dependences, schedule);
  REQUIRE(scop);
  const auto loops = poly::generate_loops(*scop);
  INFO((loops ? "" : loops.errors().front().message));
  REQUIRE(loops);
  return dse::make_kernel(*loops);
}

dse::estimate::Qor estimate_of(const dse::Kernel& kernel) {
  return std::get<dse::estimate::Qor>(dse::estimate::estimate(kernel, test::small_target()));
}

std::string describe(const std::vector<dse::Configuration>& chosen) {
  std::string text;
  for (const dse::Configuration& one : chosen) {
    for (const std::int64_t factor : one.factors) text += std::to_string(factor) + " ";
    text += (one.fabric_adders ? "fabric " : "") + std::string(one.outer_apart ? "apart " : "") + "at " +
            std::to_string(one.interval) + "; ";
  }
  return text;
}

/// Loops, their trips and intervals, in the order in which they run.
std::string describe(const dse::estimate::Qor& qor) {
  std::string text;
  for (const dse::estimate::LoopEstimate& loop : qor.loops)
    text += std::to_string(loop.trip) + (loop.pipelined ? " every " + std::to_string(loop.interval) : "") + "; ";
  return text;
}

/// Some configurations of the program's only nest, each cut in the kernel and made by directives. `slack`: the share by
/// which LUTs and FFs may differ.
void compare(const std::function<void()>& body, int configurations, unsigned seed, std::size_t variant = 0,
             double slack = 0) {
  const test::Units u(body, {}, variant);
  std::mt19937 random(seed);
  for (int n = 0; n < configurations; ++n) {
    std::vector<dse::Configuration> chosen;
    dse::Kernel cut = u.design->kernel;
    for (const dse::Unit& unit : u.design->units) chosen.push_back(draw(unit, random));
    for (std::size_t unit = 0; unit < chosen.size(); ++unit)
      dse::cut_unit(cut.top_function(), u.unit(unit), chosen[unit]);
    dse::explore::BankFactors banks;
    for (const dse::Unit& unit : u.design->units)
      dse::explore::merge_banks(banks, dse::explore::find_banks(cut.top_function(), unit, 2));
    dse::explore::set_banks(cut.top_function(), banks);
    const dse::Kernel made = by_directives(u, chosen, banks);
    INFO(describe(chosen));
    INFO(dse::to_string(cut));
    INFO(dse::to_string(made));
    const dse::estimate::Qor foreseen = estimate_of(cut), real = estimate_of(made);
    CHECK(describe(foreseen) == describe(real));
    CHECK(foreseen.latency_average == real.latency_average);
    CHECK(foreseen.latency_max == real.latency_max);
    CHECK(foreseen.resources.dsp == real.resources.dsp);
    CHECK(foreseen.resources.bram_18k == real.resources.bram_18k);
    CHECK(std::abs(foreseen.resources.lut - real.resources.lut) <= slack * real.resources.lut);
    CHECK(std::abs(foreseen.resources.ff - real.resources.ff) <= slack * real.resources.ff);
  }
}

}  // namespace

TEST_CASE("directives: the kernel of a product's configuration equals the kernel of its directives") {
  compare(
      [] {
        var i("i", 0, 12), j("j", 0, 10), k("k", 0, 14);
        placeholder A("A", {12, 14}, p_float32), B("B", {14, 10}, p_float32), C("C", {12, 10}, p_float32);
        compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
      },
      60, 1);
}

TEST_CASE("directives: the kernel of all iterations at once equals the kernel of its directives") {
  compare(
      [] {
        var i("i", 0, 3), j("j", 0, 4);
        placeholder A("A", {3, 4}, p_float32), x("x", {4}, p_float32), y("y", {3}, p_float32);
        compute s("s", {i, j}, y(i) + A(i, j) * x(j), y(i));
      },
      60, 10);
}

TEST_CASE("directives: the kernel of a stencil's configuration equals the kernel of its directives") {
  compare(
      [] {
        var i("i", 1, 15), j("j", 1, 31);
        placeholder A("A", {16, 32}, p_float32), B("B", {16, 32}, p_float32);
        compute s("s", {i, j}, (A(i - 1, j) + A(i, j - 1) + A(i, j) + A(i, j + 1) + A(i + 1, j)) * 0.2f, B(i, j));
      },
      60, 2);
}

TEST_CASE("directives: the kernel of copies that load once what all of them read equals the kernel of its directives") {
  compare(
      [] {
        var t("t", 0, 7), i("i", 0, 4);
        placeholder first("first", {9}, p_float32), x("x", {9}, p_float32);
        compute s("s", {t, i}, first(0) * first(i + 2) + x(i), first(i + 1));
      },
      40, 11);
}

TEST_CASE("directives: the kernel of a triangle's configuration equals the kernel of its directives") {
  compare(
      [] {
        var i("i", 0, 16), j("j", 0, i);
        placeholder A("A", {16, 16}, p_float32), x("x", {16}, p_float32), y("y", {16}, p_float32);
        compute s("s", {i, j}, y(i) + A(i, j) * x(j), y(i));
      },
      40, 3);
}

TEST_CASE(
    "directives: the kernel of copies of a loop that bounds inside depend on equals the kernel of its directives") {
  // isl writes conditions in another order, and leaves out one that two others imply.
  constexpr double conditions = 0.1;
  compare(
      [] {
        var i("i", 0, 16), k("k", 0, 6), j("j", 0, i + 1);
        placeholder A("A", {16, 6}, p_float32), C("C", {16, 16}, p_float32);
        compute s("s", {i, k, j}, C(i, j) + A(i, k) * A(j, k), C(i, j));
      },
      60, 7, 0, conditions);
  compare(
      [] {
        var i("i", 0, 13), j("j", i - 2, i + 3);
        placeholder x("x", {19}, p_float32), y("y", {13, 19}, p_float32);
        compute s("s", {i, j}, x(j + 2) * 2.0f, y(i, j + 2));
      },
      60, 8, 0, conditions);
  compare(
      [] {
        var i("i", 0, 12), j("j", 0, i + 1), k("k", j, i + 1);
        placeholder L("L", {12, 12}, p_float32), M("M", {12, 12}, p_float32), C("C", {12, 12}, p_float32);
        compute s("s", {i, j, k}, C(i, j) + L(i, k) * M(k, j), C(i, j));
      },
      40, 9, 0, conditions);
}

TEST_CASE("directives: copies that keep an element load it once, in kernel and directives alike") {
  constexpr double conditions = 0.1;
  compare(
      [] {
        var k("k", 0, 14), i("i", k + 1, 14), j("j", k + 1, 14);
        placeholder A("A", {14, 14}, p_float32);
        compute s("s", {k, i, j}, A(i, j) - A(i, k) * A(k, j), A(i, j));
      },
      60, 11, 0, conditions);
}

TEST_CASE("directives: the kernel of configurations of several units of a nest equals the kernel of their directives") {
  compare(
      [] {
        var t("t", 0, 4), i("i", 0, 12), j("j", 0, 9);
        placeholder A("A", {12}, p_float32), B("B", {9}, p_float32), C("C", {12}, p_float32);
        compute s("s", {t, i}, A(i) * C(i), A(i));
        compute r("r", {t, j}, B(j) + A(j), B(j));
        r.after(s, t);
      },
      40, 4);
}

TEST_CASE("directives: the kernel of a convolution's configuration equals the kernel of its directives") {
  compare(
      [] {
        var o("o", 0, 6), y("y", 0, 7), x("x", 0, 8), i("i", 0, 3), p("p", 0, 3), q("q", 0, 3);
        placeholder in("in", {3, 9, 10}, p_float32), w("w", {6, 3, 3, 3}, p_float32), out("out", {6, 7, 8}, p_float32);
        compute s("s", {o, y, x, i, p, q}, out(o, y, x) + in(i, y + p, x + q) * w(o, i, p, q), out(o, y, x));
      },
      40, 5);
}

TEST_CASE(
    "directives: copies read and write the elements that their own indices name, in kernel and directives alike") {
  const auto gather = [] {
    var i("i", 0, 12), j("j", 0, 10);
    placeholder A("A", {16}, p_float32), at("at", {12, 10}, p_uint(4)), out("out", {12, 10}, p_float32);
    compute s("s", {i, j}, A(at(i, j)) * 3, out(i, j));
  };
  const auto scatter = [] {
    var i("i", 0, 12), j("j", 0, 10);
    placeholder A("A", {12, 10}, p_float32), at("at", {12, 10}, p_uint(4)), out("out", {16, 12}, p_float32);
    compute s("s", {i, j}, A(i, j) * 3, out(at(i, j), i));
  };
  compare(gather, 40, 8);
  compare(scatter, 40, 9);
}

TEST_CASE("directives: the kernel of a pipelined loop with whole loops inside equals the kernel of its directives") {
  const auto nearest = [] { test::declare_nearest(30, 5, 3); };
  compare(nearest, 40, 6, 1);  // all of a point at once
  compare(nearest, 40, 7, 2);  // all of a centre
}

}  // namespace directives_tests
