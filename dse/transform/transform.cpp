#include "dse/transform/transform.hpp"

#include <algorithm>

#include "dse/transform/improve_nest.hpp"
#include "dse/transform/summary.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "support/words.hpp"

namespace pom::dse::transform {

namespace {

bool is_delayed(const Plan& plan) {
  return std::any_of(plan.directives.begin(), plan.directives.end(),
                     [](const Directive& step) { return std::holds_alternative<Shift>(step.primitive); });
}

/// The two in one nest: in the orders that each has by itself; or else, where neither has to wait for the other, in
/// those that they were written in, and then in one order that is best for both.
std::optional<Plan> fuse_groups(const NestProgram& both, const Group& first, const Group& second,
                                const TransformOptions& options) {
  if (auto fused = fuse_neighbours(both, plan_apart(both, first.plan, second.plan), second.program, options))
    return fused;
  if (!uses(first.plan, "interchange") && !uses(second.plan, "interchange")) return std::nullopt;
  TransformOptions in_order = options;
  in_order.strategies.erase(Strategy::interchange);
  const auto plan_of = [&](const Group& group) {
    return group.nests == 1 ? improve_nest(group.program, in_order) : group.plan;
  };
  auto fused = fuse_neighbours(both, plan_apart(both, plan_of(first), plan_of(second)), second.program, in_order);
  if (!fused || is_delayed(*fused)) return std::nullopt;
  NestSearch search(both, options);
  for (const LeafNest& leaf : find_leaf_nests(fused->scop)) {
    if (auto ordered = reorder(search, *fused, leaf)) fused = std::move(ordered);
  }
  return fused;
}

}  // namespace

std::vector<Group> improve_all(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                               const TransformOptions& options) {
  std::vector<Group> groups;
  for (NestProgram& nest : split_into_nests(as_written, graph)) {
    Plan plan = improve_nest(nest, options);
    Group next{std::move(nest), std::move(plan)};
    if (!groups.empty() && options.fuse_nests && options.strategies.contains(Strategy::fuse)) {
      NestProgram both = join(groups.back().program, next.program, as_written, graph);
      if (auto fused = fuse_groups(both, groups.back(), next, options)) {
        groups.back() = {std::move(both), *std::move(fused), groups.back().nests + 1};
        continue;
      }
    }
    groups.push_back(std::move(next));
  }
  return groups;
}

TransformResult transform_for_parallelism(std::shared_ptr<const dsl::Function> program, const poly::Scop& as_written,
                                          const graph::DependenceGraph& graph, const TransformOptions& options) {
  TransformResult whole;
  whole.nests.resize(program->computes.size());
  for (const Group& group : improve_all(as_written, graph, options)) {
    TransformResult part = summarize(group.program, group.plan, options);
    whole.directives.insert(whole.directives.end(), part.directives.begin(), part.directives.end());
    whole.trail.insert(whole.trail.end(), part.trail.begin(), part.trail.end());
    whole.tight_as_written += part.tight_as_written;
    whole.tight += part.tight;
    for (NestInfo& nest : part.nests) whole.nests[nest.statement] = std::move(nest);
  }
  for (int s = 0; s < static_cast<int>(program->computes.size()); ++s) whole.statements.push_back(s);
  // Each nest was judged by the same test on its own; the whole is judged once more.
  const Result<poly::Scop> scheduled = poly::try_schedule(as_written, graph.dependences, whole.directives);
  if (scheduled) return whole;
  whole.directives.clear();
  whole.trail = {{"refused", {}, "", scheduled.errors().front().message}};
  whole.nests = inspect_nests(as_written, as_written, graph, options);
  whole.tight = whole.tight_as_written;
  return whole;
}

std::vector<NestInfo> inspect_nests(const poly::Scop& as_written, const poly::Scop& scheduled,
                                    const graph::DependenceGraph& graph, const TransformOptions& options) {
  std::vector<NestInfo> all(scheduled.statements.size());
  // Statements that share no loop in the schedule have nothing to say to each other here.
  poly::Scop places = as_written;
  for (std::size_t s = 0; s < places.statements.size(); ++s)
    places.statements[s].position.front() = scheduled.statements[s].position.front();
  for (const NestProgram& nest : split_into_nests(places, graph)) {
    poly::Scop own = nest.as_written;
    for (std::size_t n = 0; n < nest.statements.size(); ++n)
      own.statements[n] = scheduled.statements[nest.statements[n]];
    DistanceTable table(nest);
    for (NestInfo& info : inspect(own, table, options.tight_below)) {
      info.statement = nest.statements[info.statement];
      all[info.statement] = std::move(info);
    }
  }
  return all;
}

std::string to_string(const std::vector<TrailStep>& trail) {
  std::string text;
  for (const TrailStep& step : trail) {
    text += step.step + " " + pom::join(step.statements) + ": " + step.directives + "\n  " + step.reason + "\n";
  }
  return text;
}

}  // namespace pom::dse::transform
