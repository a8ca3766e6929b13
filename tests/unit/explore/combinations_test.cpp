#include "dse/explore/combine/combinations.hpp"

#include "combinations.hpp"
#include "nest_fixture.hpp"

using namespace pom;

namespace {

/// Units over the same arrays, one of which reads them with a stride and backwards: copies that suit one do not suit
/// the other.
void strided_program() {
  constexpr int n = 480;
  var i("i", 0, n), j("j", 0, n / 2), k("k", 0, n);
  placeholder A("A", {n}, p_float32), B("B", {n}, p_float32), C("C", {n}, p_float32);
  compute along("along", {i}, A(i) * 3, B(i));
  compute strided("strided", {j}, A(2 * j + 1) + B(2 * j), C(j));
  compute back("back", {k}, B(n - 1 - k) * C(n - 1 - k), A(k));
}

/// The combinations of the program's units, each nest as written in the structure that is best alone.
struct Combined : test::Compiled {
  dse::explore::ExploreOptions options;
  graph::DependenceGraph dependences;
  dse::explore::SearchContext search;
  dse::explore::SearchedNests searched;
  dse::explore::Structures structures;
  dse::explore::Assembly assembly;
  dse::Kernel base;
  std::vector<dse::explore::Frontier> frontiers;
  dse::explore::Combinations all;

  explicit Combined(const std::function<void()>& body)
      : Compiled(body),
        dependences(graph()),
        search(as_written, dependences, test::small_target(), options),
        structures(dse::explore::choose_structures(search, dse::make_kernel(*poly::generate_loops(as_written)),
                                                   dse::explore::list_groupings(search).back(), searched)),
        assembly{&structures, structures.best, {}},
        base(*dse::explore::lower(search, dse::explore::structure_of(assembly, search.program()))),
        frontiers(dse::explore::make_frontiers(search, assembly, base, dse::explore::Adders::dsp, INFINITY)),
        all(search, base, frontiers, search.limits) {}
};

}  // namespace

TEST_CASE("combinations: an estimate shows the model the cycles of units in others' banks") {
  Combined program(strided_program);
  constexpr std::size_t most_points = 9;
  std::vector<std::vector<std::size_t>> points;  // by unit: some of its frontier, from the slowest to the fastest
  for (const dse::explore::Frontier& frontier : program.frontiers) {
    points.emplace_back();
    const std::size_t all = frontier.points.size(), some = std::min(all, most_points);
    REQUIRE(some > 1);
    for (std::size_t n = 0; n < some; ++n) points.back().push_back(n * (all - 1) / (some - 1));
  }
  REQUIRE(points.size() == 3);
  dse::explore::Points slowest(points.size());
  // Cycles of the function alone: before, between and behind its units.
  const double beside = program.all.estimate(slowest).latency - program.all.model(slowest).cycles;
  int slower = 0;
  std::vector<std::size_t> chosen(points.size());
  do {
    dse::explore::Points at;
    for (std::size_t u = 0; u < points.size(); ++u) at.push_back(points[u][chosen[u]]);
    const double assumed = program.all.model(at).cycles + beside;
    const double latency = program.all.estimate(at).latency;
    CAPTURE(latency);
    CHECK(program.all.model(at).cycles + beside == doctest::Approx(latency).epsilon(0.01));
    slower += assumed < 0.95 * latency;
  } while (test::next_combination(chosen, points));
  CHECK(slower > 0);
}
