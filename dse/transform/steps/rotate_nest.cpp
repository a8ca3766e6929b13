#include <algorithm>
#include <numeric>

#include "dse/transform/steps/nest_search.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::dse::transform {

namespace {

/// The last statement in the loop at `level` that is not part of the leaf nest; -1: none.
int last_beside(const poly::Scop& scop, const LeafNest& leaf, int level) {
  const poly::Statement& own = scop.statements[leaf.statements.front()];
  int last = -1;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    const poly::Statement& statement = scop.statements[s];
    const bool in_leaf = std::find(leaf.statements.begin(), leaf.statements.end(), s) != leaf.statements.end();
    if (in_leaf || !poly::share_loop(statement, own, level)) continue;
    if (last < 0 || statement.position > scop.statements[last].position) last = s;
  }
  return last;
}

std::string reason_of(const Plan& plan, const LeafNest& leaf, int outer, int inner, int last) {
  const poly::Statement& first = plan.scop.statements[leaf.statements.front()];
  const std::string &own = first.loops[inner].name, &shared = first.loops[outer].name;
  std::string text = "loop " + own + " of " + first.name + " carries a tight dependence; ";
  text += "as the loop that it shares with " + plan.scop.statements[last].name + ", in the place of " + shared;
  return text + ", it passes each finished value on to all that need it";
}

/// The leaf nest's loop `inner` in the place of the shared loop `outer`, and the nest behind what it shares that with.
std::optional<Plan> swap_sides(NestSearch& search, const Plan& plan, const LeafNest& leaf, int outer, int inner) {
  const int last = last_beside(plan.scop, leaf, outer);
  if (last < 0) return std::nullopt;
  const std::vector<dsl::Compute>& computes = plan.scop.program->computes;
  Schedule more;
  TrailStep step{"interchange", {}, "", reason_of(plan, leaf, outer, inner, last)};
  const poly::Statement& anchor = plan.scop.statements[last];
  for (int s : leaf.statements) {
    const poly::Statement& statement = plan.scop.statements[s];
    more.push_back(
        {Interchange{statement.name, loop_ref(statement, outer), loop_ref(statement, inner)}, computes[s].at});
    step.statements.push_back(statement.name);
  }
  if (plan.scop.statements[leaf.statements.front()].position < anchor.position) {
    if (leaf.statements.size() > 1) return std::nullopt;
    more.push_back({After{plan.scop.statements[leaf.statements.front()].name, anchor.name, loop_ref(anchor, outer)},
                    computes[leaf.statements.front()].at});
  }
  return extend(search, plan, more, std::move(step));
}

/// The same, after what stands before the leaf nest in the shared loop got a loop of its own.
std::optional<Plan> cut_and_swap(NestSearch& search, const Plan& plan, const LeafNest& leaf, int outer, int inner) {
  if (!search.may(Strategy::distribute)) return std::nullopt;
  const poly::Statement& first = plan.scop.statements[leaf.statements.front()];
  const Directive cut{Distribute{first.name, loop_ref(first, outer)},
                      plan.scop.program->computes[leaf.statements.front()].at};
  TrailStep step{"distribute",
                 {first.name},
                 "",
                 "what stands before " + first.name + " in loop " + first.loops[outer].name +
                     " is to be finished before " + first.name + " gets another order"};
  const auto apart = extend(search, plan, {cut}, std::move(step));
  if (!apart) return std::nullopt;
  return swap_sides(search, *apart, leaf_nest_of(apart->scop, leaf.statements.front()), outer, inner);
}

}  // namespace

std::optional<Plan> rotate(NestSearch& search, const Plan& plan, const LeafNest& leaf) {
  if (!search.may(Strategy::interchange) || leaf.first == 0) return std::nullopt;
  const int before = search.tight(plan), outer = leaf.first - 1;
  for (int inner = leaf.depth - 1; inner >= leaf.first; --inner) {
    for (auto attempt : {swap_sides, cut_and_swap}) {
      auto swapped = attempt(search, plan, leaf, outer, inner);
      if (swapped && search.tight(*swapped) < before) return swapped;
    }
  }
  return std::nullopt;
}

}  // namespace pom::dse::transform
