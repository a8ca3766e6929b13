#include "dse/explore/context/context.hpp"

#include "dse/estimate/estimate.hpp"
#include "dse/explore/unit/unit_work.hpp"
#include "dse/kernel/from_loops.hpp"
#include "dsl/model/added_names.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "support/words.hpp"

namespace pom::dse::explore {

Limits limits_of(const devices::Device& device, const ExploreOptions& options) {
  const estimate::Resources all = resources_of(device);
  return Limits({options.dsp * all.dsp, options.lut * all.lut, options.ff * all.ff, options.bram * all.bram_18k,
                 options.bram * all.uram},
                options.confidence);
}

Schedule kept_directives(const Schedule& own) {
  Schedule kept;
  for (const Directive& directive : own) {
    const Primitive& primitive = directive.primitive;
    const bool of_array = std::holds_alternative<BindStorage>(primitive) && !dsl::binds_buffers(own, primitive);
    if (std::holds_alternative<Interface>(primitive) || of_array) kept.push_back(directive);
  }
  return kept;
}

Schedule behind_kept(const SearchContext& search, const Schedule& schedule) {
  Schedule whole = search.kept;
  whole.insert(whole.end(), schedule.begin(), schedule.end());
  return whole;
}

std::set<std::string> names_in_use(const dsl::Function& program) {
  std::set<std::string> names{program.name};
  for (const auto& array : program.arrays) names.insert(array->name);
  for (const auto& scalar : program.scalars) names.insert(scalar->name);
  for (const dsl::Compute& compute : program.computes) {
    names.insert(compute.name);
    for (const dsl::Loop& loop : compute.loops) names.insert(loop.name);
  }
  return names;
}

std::string fresh_name(const std::string& base, std::set<std::string>& in_use) {
  std::string name = base;
  for (int n = 2; !in_use.insert(name).second; ++n) name = join_names({base, std::to_string(n)});
  return name;
}

SearchContext::SearchContext(const poly::Scop& scop, const graph::DependenceGraph& dependences,
                             const devices::Target& device, const ExploreOptions& wanted)
    : as_written(scop),
      graph(dependences),
      target(device),
      options(wanted),
      limits(limits_of(*target.device, options)),
      goal(options.objective, options.latency_target, *target.device),
      kept(kept_directives(program().schedule)),
      fabric_first(options.bind_operators && goal.is_latency() && suffices_fabric(target)),
      watch(options.seconds, options.interrupted, options.progress) {}

Result<poly::Scop> schedule_program(const SearchContext& search, const Schedule& schedule) {
  return poly::try_schedule(search.as_written, search.graph.dependences, behind_kept(search, schedule));
}

Result<Kernel> lower_scheduled(SearchContext& search, const poly::Scop& scheduled) {
  const Result<poly::LoopTree> tree = poly::generate_loops(scheduled, &search.asts);
  if (!tree) return tree.errors();
  return make_kernel(*tree);
}

Result<Kernel> lower(SearchContext& search, const Schedule& schedule) {
  const Result<poly::Scop> scheduled = schedule_program(search, schedule);
  if (!scheduled) return scheduled.errors();
  return lower_scheduled(search, *scheduled);
}

std::optional<estimate::Qor> estimate_kernel(const Kernel& kernel, const SearchContext& search,
                                             const estimate::EstimateOptions& options) {
  auto answer = estimate::estimate(kernel, search.target, options);
  estimate::Qor* qor = std::get_if<estimate::Qor>(&answer);
  return qor ? std::optional<estimate::Qor>(std::move(*qor)) : std::nullopt;
}

}  // namespace pom::dse::explore
