#include "fixture.hpp"

#include "dse/explore/budget/pareto.hpp"

using namespace pom;

namespace {

dse::explore::ParetoPoint point(double latency, double dsp, double lut) {
  dse::explore::ParetoPoint made;
  made.latency = latency;
  made.resources.dsp = dsp;
  made.resources.lut = lut;
  return made;
}

}  // namespace

TEST_CASE("pareto: what another point equals or beats in all three is no part of the front") {
  const auto front = dse::explore::find_pareto_front(
      {point(30, 1, 1), point(10, 9, 9), point(20, 9, 9), point(10, 9, 9), point(20, 3, 20), point(30, 2, 1)});
  REQUIRE(front.size() == 3);
  CHECK(front[0].latency == 10);
  CHECK(front[1].latency == 20);
  CHECK(front[1].resources.dsp == 3);
  CHECK(front[2].resources.dsp == 1);
}

TEST_CASE("pareto: the search's front is ordered and none of its designs beats another one") {
  const Report report = test::two_products(64).auto_DSE(test::silent());
  const auto& front = report.exploration.pareto;
  REQUIRE(front.size() > 3);
  for (std::size_t a = 0; a < front.size(); ++a) {
    if (a > 0) CHECK(front[a - 1].latency <= front[a].latency);
    for (std::size_t b = 0; b < front.size(); ++b) {
      if (a == b) continue;
      const bool beats =
          front[a].latency <= front[b].latency && front[a].dsp <= front[b].dsp && front[a].lut <= front[b].lut;
      CHECK_FALSE(beats);
    }
  }
}

TEST_CASE("pareto: a design stands in its front, and what was foreseen to be faster than the fastest does not") {
  const std::vector<dse::explore::ParetoPoint> foreseen = {point(50, 9, 1), point(100, 8, 1), point(200, 2, 1)};
  const auto fastest = dse::explore::find_front_with(point(100, 6, 1), foreseen, true),
             cheapest = dse::explore::find_front_with(point(100, 6, 1), foreseen, false);
  REQUIRE(fastest.size() == 2);
  CHECK(fastest[0].resources.dsp == 6);
  CHECK(fastest[1].latency == 200);
  REQUIRE(cheapest.size() == 3);
  CHECK(cheapest[0].latency == 50);
}
