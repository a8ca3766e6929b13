#include "dse/transform/transform.hpp"

#include <algorithm>

#include "dse/transform/improve_nest.hpp"
#include "dse/transform/summary.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "support/words.hpp"

namespace pom::dse::transform {

std::vector<Group> improve_all(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                               const TransformOptions& options) {
  std::vector<Group> groups;
  for (NestProgram& nest : split_into_nests(as_written, graph)) {
    Plan plan = improve_nest(nest, options);
    Group next{std::move(nest), std::move(plan)};
    if (!groups.empty() && options.allow_fusion && options.strategies.contains(Strategy::fuse)) {
      NestProgram both = join(groups.back().program, next.program, as_written, graph);
      const Plan apart = plan_apart(both, groups.back().plan, next.plan);
      const auto fused = fuse_neighbours(both, apart, next.program, options);
      if (fused && options.allow_fusion(apart.scop, fused->scop)) {
        groups.back() = {std::move(both), *fused, groups.back().nests + 1};
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
  const Result<poly::Scop> scheduled = poly::apply_schedule(as_written, graph.dependences, whole.directives);
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
