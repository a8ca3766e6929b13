#include <algorithm>
#include <memory>
#include <set>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/explore/programs/ledger.hpp"
#include "dse/explore/programs/programs.hpp"

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

}  // namespace

Result<Exploration> explore_with_read_copies(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                                             const devices::Target& target, const ExploreOptions& options) {
  SearchLedger ledger(options, target);
  Result<Exploration> first = explore_within_ports(as_written, graph, target, options);
  if (!first || first->nothing_fits || first->ended_early || !options.hardware.partition) return first;
  const std::set<std::string> arrays = find_short_of_ports(*as_written.program, first->qor);
  if (arrays.empty() || ledger.is_over()) return first;
  ledger.add(*first);
  ExploreOptions left = ledger.in_time_left();
  if (ledger.is_for_latency()) left.incumbent = std::min(options.incumbent, first->qor.latency_average);
  const Schedule storage = bind_read_copies(arrays, limits_of(*target.device, options).taken_by(first->qor));
  Result<Exploration> second = explore_within_ports(with_storage(as_written, storage), graph, target, left);
  if (!second || second->nothing_fits) {
    ledger.drop(second);
    return ledger.close(*std::move(first));
  }
  ledger.add(*second);
  if (!ledger.prefers(*second, *first, negligible_part)) return ledger.close(*std::move(first));
  second->baseline = std::move(first->baseline);
  second->automatic = std::move(first->automatic);
  second->trail.insert(second->trail.begin(),
                       {"storage", {}, transform::to_text(storage), "each read of a cycle has a memory of its own"});
  return ledger.close(*std::move(second));
}

}  // namespace pom::dse::explore
