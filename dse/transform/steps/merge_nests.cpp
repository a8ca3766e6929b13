#include <algorithm>

#include "dse/transform/steps/nest_search.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::dse::transform {

namespace {

/// isl's steps for the comparison of two nests' iterations.
constexpr unsigned long comparison_steps = 20'000;

/// False where that is hard to tell.
bool same_iterations(const poly::Scop& scop, const LeafNest& a, const LeafNest& b) {
  const isl::set expected = scop.statements[a.statements.front()].loop_map.range();
  const auto equal = [&](int s) {
    bool same = false;
    poly::StepPool pool{comparison_steps, 1};
    poly::try_within(expected.ctx(), pool, comparison_steps,
                     [&] { same = scop.statements[s].loop_map.range().is_equal(expected); });
    return same;
  };
  return a.depth == b.depth && std::all_of(a.statements.begin(), a.statements.end(), equal) &&
         std::all_of(b.statements.begin(), b.statements.end(), equal);
}

/// No statement of the leaf nests has lost a free inner loop or become tight.
bool stays_free(NestSearch& search, const Plan& before, const Plan& after, const LeafNest& a, const LeafNest& b) {
  const auto was = inspect(before.scop, search.table, search.options.tight_below);
  const auto is = inspect(after.scop, search.table, search.options.tight_below);
  const auto keeps = [&](int s) {
    return is[s].parallel_inner >= was[s].parallel_inner && (was[s].tight || !is[s].tight);
  };
  return std::all_of(a.statements.begin(), a.statements.end(), keeps) &&
         std::all_of(b.statements.begin(), b.statements.end(), keeps);
}

std::vector<LeafNest> leaf_nests_of(const poly::Scop& scop, const std::vector<int>& family) {
  std::vector<LeafNest> nests = find_leaf_nests(scop);
  std::erase_if(nests, [&](const LeafNest& nest) {
    return std::none_of(nest.statements.begin(), nest.statements.end(),
                        [&](int s) { return std::find(family.begin(), family.end(), s) != family.end(); });
  });
  return nests;
}

}  // namespace

Directive fusion_of(const Plan& plan, const LeafNest& first, const LeafNest& second) {
  const int moved = second.statements.front();
  const poly::Statement &from = plan.scop.statements[moved], &into = plan.scop.statements[first.statements.front()];
  return {Fuse{from.name, into.name, loop_ref(into, first.depth - 1)}, plan.scop.program->computes[moved].at};
}

std::optional<Plan> merge_pair(NestSearch& search, const Plan& plan, const LeafNest& first, const LeafNest& second,
                               std::string reason) {
  if (!same_iterations(plan.scop, first, second)) return std::nullopt;
  const int moved = second.statements.front(), anchor = first.statements.front();
  const poly::Statement &from = plan.scop.statements[moved], &into = plan.scop.statements[anchor];
  TrailStep step{"fuse", {from.name, into.name}, "", std::move(reason)};
  auto merged = extend(search, plan, {fusion_of(plan, first, second)}, std::move(step));
  if (!merged || !stays_free(search, plan, *merged, first, second)) return std::nullopt;
  return merged;
}

std::optional<Plan> merge(NestSearch& search, const Plan& plan, const std::vector<int>& family) {
  const std::vector<LeafNest> pieces = leaf_nests_of(plan.scop, family);
  for (std::size_t n = 0; n + 1 < pieces.size(); ++n) {
    auto merged = merge_pair(search, plan, pieces[n], pieces[n + 1],
                             "cut apart before, both run over the same iterations now, and the innermost loop stays "
                             "free of tight dependences");
    if (merged) return merged;
  }
  return std::nullopt;
}

}  // namespace pom::dse::transform
