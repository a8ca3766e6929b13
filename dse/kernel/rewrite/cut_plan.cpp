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

/// Makes the loops along which an array is steady the innermost ones, so that each of its elements is loaded once in
/// front of their copies: a condition around such copies would otherwise let each of them load it again. That is done
/// for the first array which needs it, unless the innermost loops are those of another steady array already.
void put_steady_inside(CutPlan& plan, const Unit& unit, const Configuration& choice) {
  unsigned inside = 0;
  if (unit.loops.size() > 32) return;  // more than SteadyArray::loops tells apart
  for (std::size_t n = plan.copies.size(); n-- > 0;) {
    inside |= 1U << plan.copies[n];
    const auto is_inside = [&](const SteadyArray& steady) { return steady.loops == inside; };
    if (std::any_of(unit.steady.begin(), unit.steady.end(), is_inside)) return;
  }
  for (const SteadyArray& steady : unit.steady) {
    if ((steady.loops & ~inside) != 0) continue;
    const auto is_steady = [&](std::size_t n) { return (steady.loops >> n & 1U) != 0; };
    const auto is_left_out = [&](std::size_t n) {
      return is_steady(n) && plan.separated != n && has_partial_strip(unit.loops[n], choice.factors[n]);
    };
    const auto shapes = [&](std::size_t n) { return is_steady(n) && unit.loops[n].shapes; };
    if (std::none_of(plan.copies.begin(), plan.copies.end(), is_left_out) ||
        std::any_of(plan.copies.begin(), plan.copies.end(), shapes))
      continue;
    std::stable_partition(plan.copies.begin(), plan.copies.end(), [&](std::size_t n) { return !is_steady(n); });
    return;
  }
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
  put_steady_inside(plan, unit, choice);
  return plan;
}

}  // namespace pom::dse
