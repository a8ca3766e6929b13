#include "dse/explore/space/unit_space.hpp"

#include <algorithm>
#include <utility>

#include "dse/kernel/any_loop.hpp"

namespace pom::dse::explore {

namespace {

bool is_or_holds_loop(const Node& node) {
  const auto is_any = [](const Loop&) { return true; };
  return node.kind == Node::Kind::loop || any_loop(node.branch.then, is_any) || any_loop(node.branch.otherwise, is_any);
}

/// Whether the nest has no loops but one and those inside.
bool has_one_loop(const Function& nest) {
  return std::count_if(nest.body.begin(), nest.body.end(), is_or_holds_loop) == 1;
}

}  // namespace

UnitSpace::UnitSpace(Kernel holding, const Unit& of, std::set<std::string> used_by_others,
                     const devices::Target& target, SearchWatch& watched, estimate::NestMemo* memo)
    : watch(watched),
      nest(std::move(holding)),
      unit(of),
      work(nest.top_function(), unit, target),
      estimator(nest, unit, work, std::move(used_by_others), target, memo),
      estimates(estimator, unit, watch),
      bound(estimator, estimates, work, unit),
      choices(bound, work, unit, has_one_loop(nest.top_function())),
      least(estimator, estimates, bound, choices, work, unit, watch) {}

}  // namespace pom::dse::explore
