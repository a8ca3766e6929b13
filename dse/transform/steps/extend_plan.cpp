#include <algorithm>
#include <set>

#include "dse/transform/steps/nest_search.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::dse::transform {

namespace {

/// isl's steps for one dependence: about twice what any program of the tests takes, a quarter of a second.
constexpr unsigned long order_steps = 50'000;

/// Statements that are elsewhere than before.
std::set<int> find_moved(const poly::Scop& before, const poly::Scop& after) {
  std::set<int> moved;
  for (int s = 0; s < static_cast<int>(after.statements.size()); ++s) {
    const poly::Statement &was = before.statements[s], &is = after.statements[s];
    if (was.position != is.position || was.loop_map.get() != is.loop_map.get()) moved.insert(s);
  }
  return moved;
}

/// The shared test, for the dependences that the change can touch.
bool is_legal(NestSearch& search, const poly::Scop& before, const poly::Scop& after) {
  const std::set<int> moved = find_moved(before, after);
  const std::vector<poly::Dependence>& enforced = search.nest.dependences.enforced;
  return std::all_of(enforced.begin(), enforced.end(), [&](const poly::Dependence& dependence) {
    if (!moved.contains(dependence.source) && !moved.contains(dependence.sink)) return true;
    if (search.options.is_over()) return false;
    const auto violation = poly::find_violation(after, dependence, search.legality_steps, order_steps);
    if (violation && violation->unproved) search.options.give_up();
    return !violation;
  });
}

}  // namespace

std::optional<Plan> extend(NestSearch& search, const Plan& plan, const Schedule& more, TrailStep step) {
  Plan longer = plan;
  for (const Directive& directive : more) {
    if (poly::apply_directive(longer.scop, directive)) return std::nullopt;
    longer.directives.push_back(directive);
  }
  if (!is_legal(search, plan.scop, longer.scop)) return std::nullopt;
  step.directives = to_text(more);
  longer.trail.push_back(std::move(step));
  return longer;
}

}  // namespace pom::dse::transform
