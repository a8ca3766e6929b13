#pragma once
#include "dse/explore/unit_space.hpp"
#include "nest_fixture.hpp"
#include "whole_function.hpp"

namespace pom::test {

/// Every choice of the only unit that is in the space, estimated: none within the limits is faster than what the search
/// proves.
inline void check_unit(const std::function<void()>& body) {
  const Units nest(body);
  dse::SearchWatch watch(1000, {}, {});
  const std::vector<dse::UnitChoice> choices = all_choices(nest.unit(0));
  for (double share : {0.05, 0.15, 0.4, 1.0}) {
    CAPTURE(share);
    dse::UnitSpace space(nest.design->kernel, nest.unit(0), {}, small_target(), watch);
    const dse::Limits limits = part_of_device(share);
    const auto search = space.find_fastest(limits, {100000, INFINITY, dse::UnitSpace::Futile::check});
    double fastest = INFINITY;
    for (const dse::UnitChoice& choice : choices) {
      if (!space.has(choice, limits)) continue;
      const dse::UnitPoint& point = space.evaluate(choice);
      if (limits.hold(point.resources)) fastest = std::min(fastest, point.latency);
    }
    CHECK(search.bound <= fastest);
    if (search.best) CHECK(search.best->latency >= fastest);
    CHECK(search.exhaustive);
  }
}

}  // namespace pom::test
