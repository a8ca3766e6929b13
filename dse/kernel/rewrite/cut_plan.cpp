#include "dse/kernel/rewrite/cut_plan.hpp"

#include <algorithm>

namespace pom::dse {

namespace {

/// Strips of a loop around the pipelined one, in a nest of one statement with nothing between its loops.
bool may_be_separated(const Unit& unit, const Configuration& choice, std::size_t n) {
  const UnitLoop& loop = unit.loops[n];
  const bool outside = pipelined_loop(unit, choice).label != loop.label;
  return loop.is_of_box() && !loop.parallel && outside && static_cast<int>(n) >= unit.first_perfect &&
         unit.statements.size() == 1 && has_partial_strip(loop, choice.factors[n]);
}

}  // namespace

bool has_partial_strip(const UnitLoop& loop, std::int64_t factor) {
  return factor > 1 && (loop.variable || (factor < loop.trip && loop.trip % factor != 0));
}

std::optional<std::size_t> find_separated(const Unit& unit, const Configuration& choice) {
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    if (choice.factors[n] > 1 && may_be_separated(unit, choice, n)) return n;
  }
  return {};
}

CutPlan plan_cuts(const Unit& unit, const Configuration& choice) {
  CutPlan plan;
  plan.separated = find_separated(unit, choice);
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    if (choice.factors[n] > 1) plan.copies.push_back(n);
  }
  std::stable_partition(plan.copies.begin(), plan.copies.end(), [&](std::size_t n) {
    return unit.loops[n].shapes || (plan.separated != n && has_partial_strip(unit.loops[n], choice.factors[n]));
  });
  return plan;
}

}  // namespace pom::dse
