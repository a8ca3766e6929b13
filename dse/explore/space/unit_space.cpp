#include "dse/explore/space/unit_space.hpp"

#include <utility>

namespace pom::dse::explore {

UnitSpace::UnitSpace(const Kernel& nest, const Unit& of, std::set<std::string> used_by_others,
                     const devices::Target& target, SearchWatch& watched, estimate::NestMemo* memo)
    : watch(watched),
      unit(of),
      work(nest.top_function(), unit, target),
      estimator(nest, unit, work, std::move(used_by_others), target, memo),
      estimates(estimator, unit, watch),
      bound(estimator, estimates, work, unit),
      choices(bound, work, unit, nest.top_function().body.size() == 1),
      least(estimator, estimates, bound, choices, work, unit, watch) {}

}  // namespace pom::dse::explore
