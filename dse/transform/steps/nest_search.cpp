#include "dse/transform/steps/nest_search.hpp"

namespace pom::dse::transform {

bool NestSearch::is_tight(const Plan& plan, const LeafNest& leaf) {
  return !tight_dependences(table.between(plan.scop, leaf.statements), leaf.depth - 1, options.tight_below).empty();
}

}  // namespace pom::dse::transform
