#include "dse/transform/summary.hpp"

#include <algorithm>

#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::dse::transform {

TransformResult summarize(const NestProgram& nest, const Plan& plan, const TransformOptions& options) {
  TransformResult result;
  result.statements = nest.statements;
  result.directives = plan.directives;
  result.trail = plan.trail;
  DistanceTable table(nest, options.over, options.gave_up);
  result.tight_as_written = count_tight(nest.as_written, table, options.tight_below);
  result.nests = inspect(plan.scop, table, options.tight_below);
  for (NestInfo& info : result.nests) {
    info.statement = nest.statements[info.statement];
    result.tight += info.tight;
  }
  return result;
}

bool uses(const Plan& plan, const std::string& step) {
  return std::any_of(plan.trail.begin(), plan.trail.end(), [&](const TrailStep& taken) { return taken.step == step; });
}

Plan plan_apart(const NestProgram& both, const Plan& first, const Plan& second) {
  Plan plan = as_written_plan(both);
  for (const Plan* part : {&first, &second}) {
    // Accepted before, in nests that do not see each other.
    for (const Directive& directive : part->directives) poly::apply_directive(plan.scop, directive);
    plan.directives.insert(plan.directives.end(), part->directives.begin(), part->directives.end());
    plan.trail.insert(plan.trail.end(), part->trail.begin(), part->trail.end());
  }
  return plan;
}

std::optional<Plan> fuse_neighbours(const NestProgram& both, const Plan& apart, const NestProgram& second,
                                    const TransformOptions& options) {
  NestSearch search(both, options);
  const auto in_second = [&](const LeafNest& leaf) {
    const int whole = both.statements[leaf.statements.front()];
    return std::find(second.statements.begin(), second.statements.end(), whole) != second.statements.end();
  };
  const std::vector<LeafNest> leaves = find_leaf_nests(apart.scop);
  const auto border = std::find_if(leaves.begin(), leaves.end(), in_second);
  if (border == leaves.begin() || border == leaves.end()) return std::nullopt;
  auto merged =
      merge_pair(search, apart, *(border - 1), *border,
                 "neighbours that run over the same iterations: one control, and values are used where they are made");
  return merged ? merged : fuse_delayed(search, apart, *(border - 1), *border);
}

}  // namespace pom::dse::transform
