#include "dse/transform/steps/nest_search.hpp"

#include <algorithm>

namespace pom::dse::transform {

bool NestSearch::is_tight(const Plan& plan, const LeafNest& leaf) {
  const std::vector<graph::DistanceBox> boxes = table.between(plan.scop, leaf.statements);
  const std::vector<Carried> carried = carried_dependences(boxes, leaf.depth - 1);
  return std::any_of(carried.begin(), carried.end(),
                     [&](const Carried& one) { return transform::is_tight(one, boxes, options.tight_below); });
}

}  // namespace pom::dse::transform
