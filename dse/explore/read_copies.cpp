#include <algorithm>
#include <memory>
#include <set>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/explore/explore.hpp"

/// The course of a search over what local arrays are built from.
namespace pom::dse::explore {

namespace {

/// Returns the local arrays whose ports a loop of the design waits for, and whose storage nobody decided: with a memory
/// for each read of a cycle, reads wait no more.
std::set<std::string> find_short_of_ports(const dsl::Function& program, const estimate::Qor& design) {
  std::set<std::string> arrays;
  for (const estimate::LoopEstimate& loop : design.loops) {
    if (loop.reason.kind == estimate::IntervalReason::Kind::ports && loop.interval > 1)
      arrays.insert(loop.reason.array);
  }
  std::erase_if(arrays, [&](const std::string& name) {
    const int array = program.find_array(name);
    return array < 0 || !program.arrays[array]->local;
  });
  for (const Directive& directive : program.schedule) {
    if (const auto* storage = std::get_if<BindStorage>(&directive.primitive)) arrays.erase(storage->array);
  }
  return arrays;
}

/// Returns what builds a memory for each read of a cycle, from what the design has more left of.
Schedule bind_read_copies(const std::set<std::string>& arrays, const Taken& taken) {
  const char* implementation = taken.memory < taken.logic ? "bram" : "auto";
  Schedule said;
  for (const std::string& array : arrays) said.push_back({BindStorage{array, "ram_1wnr", implementation}, {}});
  return said;
}

/// The program with more said of its arrays' storage.
poly::Scop with_storage(const poly::Scop& as_written, const Schedule& storage) {
  auto program = std::make_shared<dsl::Function>(*as_written.program);
  program->schedule.insert(program->schedule.end(), storage.begin(), storage.end());
  poly::Scop bound = as_written;
  bound.program = std::move(program);
  return bound;
}

void add_effort(Exploration& kept, const Exploration& other) {
  kept.ended_early = kept.ended_early || other.ended_early;
  kept.candidates += other.candidates;
  kept.seconds += other.seconds;
}

/// Both were searched, and are one space.
void join(Exploration& kept, const Exploration& other) {
  kept.bound = std::min(kept.bound, other.bound);
  kept.exhaustive = kept.exhaustive && other.exhaustive;
  add_effort(kept, other);
}

}  // namespace

Result<Exploration> explore(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                            const devices::Target& target, const ExploreOptions& options) {
  Result<Exploration> first = explore_within_ports(as_written, graph, target, options);
  if (!first || first->nothing_fits || first->ended_early || !options.hardware.partition) return first;
  const std::set<std::string> arrays = find_short_of_ports(*as_written.program, first->qor);
  if (arrays.empty() || first->seconds >= options.seconds) return first;
  const Goal goal(options.objective, options.latency_target, *target.device);
  ExploreOptions left = options;
  left.seconds -= first->seconds;
  if (goal.is_latency()) left.incumbent = std::min(options.incumbent, first->qor.latency_average);
  const Taken taken = limits_of(*target.device, options).taken_by(first->qor);
  const Schedule storage = bind_read_copies(arrays, taken);
  Result<Exploration> second = explore_within_ports(with_storage(as_written, storage), graph, target, left);
  if (!second) return first;
  if (second->nothing_fits) {
    add_effort(*first, *second);
    return first;
  }
  const Rated copied{second->qor.latency_average * (1 + negligible_part), second->qor.resources, true};
  if (!goal.prefers(copied, {first->qor.latency_average, first->qor.resources, true})) {
    join(*first, *second);
    return first;
  }
  join(*second, *first);
  second->baseline = std::move(first->baseline);
  second->automatic = std::move(first->automatic);
  second->trail.insert(second->trail.begin(),
                       {"storage", {}, transform::to_text(storage), "each read of a cycle has a memory of its own"});
  return second;
}

}  // namespace pom::dse::explore
