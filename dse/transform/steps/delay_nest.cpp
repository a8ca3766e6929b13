#include <algorithm>

#include "dse/transform/steps/nest_search.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::dse::transform {

namespace {

/// The fused loops may run over so many more iterations than those that both nests have in common.
constexpr double most_iterations = 1.25;

/// Nothing else runs between the two nests in one iteration of the `shared` loops around both.
bool are_neighbours(const poly::Scop& scop, const LeafNest& first, const LeafNest& second, int shared) {
  const poly::Statement &before = scop.statements[first.statements.front()],
                        &behind = scop.statements[second.statements.front()];
  return std::none_of(scop.statements.begin(), scop.statements.end(), [&](const poly::Statement& other) {
    const bool inside = shared == 0 || poly::share_loop(other, before, shared - 1);
    return inside && other.position[shared] > before.position[shared] &&
           other.position[shared] < behind.position[shared];
  });
}

/// So many iterations of the outermost loop that they do not share, at `level`, `second` has to run later in the loops
/// of `first`, for every dependence between them to be carried by that loop or to point backwards in none. Only that
/// loop: where two loops were delayed, the fused iterations would fill no rectangle. Nothing: there is no such number.
std::optional<std::int64_t> find_delay(NestSearch& search, const Plan& plan, const LeafNest& first,
                                       const LeafNest& second, int level) {
  poly::Scop fused = plan.scop;  // perhaps against dependences: only to see how far
  if (poly::apply_directive(fused, fusion_of(plan, first, second))) return std::nullopt;
  std::vector<int> both = first.statements;
  both.insert(both.end(), second.statements.begin(), second.statements.end());
  std::vector<graph::DistanceBox> boxes = search.table.between(fused, both);
  for (int outer = 0; outer < level; ++outer) boxes = graph::not_carried_by(outer, boxes);
  const auto is_in = [](const LeafNest& nest, int s) {
    return std::find(nest.statements.begin(), nest.statements.end(), s) != nest.statements.end();
  };
  std::int64_t delay = 0;
  for (const graph::DistanceBox& box : boxes) {
    if (!is_in(first, box.source) || !is_in(second, box.sink)) continue;
    const auto here = box.entries.begin() + level;
    if (!here->low) return std::nullopt;
    const bool backwards =
        std::any_of(here + 1, box.entries.end(), [](const graph::Range& inner) { return inner.may_be_negative(); });
    delay = std::max(delay, (backwards ? 1 : 0) - *here->low);
  }
  return delay;
}

/// Whether the loops from `level` on run over nearly the same iterations, the second nest's that much later.
bool overlap(const poly::Scop& scop, const LeafNest& first, const LeafNest& second, int level, std::int64_t delay) {
  const isl::set a = scop.statements[first.statements.front()].loop_map.range(),
                 b = scop.statements[second.statements.front()].loop_map.range();
  for (int inner = level; inner < first.depth; ++inner) {
    const auto from_a = poly::minimum(a, inner), to_a = poly::maximum(a, inner), from_b = poly::minimum(b, inner),
               to_b = poly::maximum(b, inner);
    if (!from_a || !to_a || !from_b || !to_b) return false;
    const std::int64_t later = inner == level ? delay : 0;
    const std::int64_t together = std::max(*to_a, *to_b + later) - std::min(*from_a, *from_b + later) + 1;
    const std::int64_t common = std::min(*to_a, *to_b + later) - std::max(*from_a, *from_b + later) + 1;
    if (static_cast<double>(together) > most_iterations * static_cast<double>(common)) return false;
  }
  return true;
}

}  // namespace

std::optional<Plan> fuse_delayed(NestSearch& search, const Plan& plan, const LeafNest& first, const LeafNest& second) {
  const poly::Statement &anchor = plan.scop.statements[first.statements.front()],
                        &moved = plan.scop.statements[second.statements.front()];
  const int shared = poly::count_shared(anchor, moved);
  if (first.depth != second.depth || first.first != shared || second.first != shared) return std::nullopt;
  if (!are_neighbours(plan.scop, first, second, shared)) return std::nullopt;
  const auto delay = find_delay(search, plan, first, second, shared);
  if (!delay || !overlap(plan.scop, first, second, shared, *delay)) return std::nullopt;
  Schedule more;
  TrailStep step{"fuse", {moved.name, anchor.name}, "", ""};
  step.reason = *delay == 0 ? "both run over nearly the same iterations, and no dependence keeps them apart"
                            : std::to_string(*delay) + " iterations of loop " + moved.loops[shared].name +
                                  " later all that it needs is there: one pipeline for both";
  if (*delay > 0) {
    for (int s : second.statements) {
      const poly::Statement& statement = plan.scop.statements[s];
      more.push_back({Shift{statement.name, loop_ref(statement, shared), *delay}, plan.scop.program->computes[s].at});
    }
  }
  more.push_back(fusion_of(plan, first, second));
  auto fused = extend(search, plan, more, std::move(step));
  if (!fused || search.tight(*fused) > search.tight(plan)) return std::nullopt;
  return fused;
}

std::optional<Plan> fuse_all_delayed(NestSearch& search, const Plan& plan) {
  std::optional<Plan> result;
  for (bool found = true; found;) {
    found = false;
    const Plan& now = result ? *result : plan;
    const std::vector<LeafNest> leaves = find_leaf_nests(now.scop);
    for (std::size_t n = 0; n + 1 < leaves.size() && !found; ++n) {
      auto fused = fuse_delayed(search, now, leaves[n], leaves[n + 1]);
      if (!fused) continue;
      result = std::move(fused);
      found = true;
    }
  }
  return result;
}

}  // namespace pom::dse::transform
