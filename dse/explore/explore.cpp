#include "dse/explore/explore.hpp"

#include <algorithm>
#include <cmath>

#include "dse/explore/combine.hpp"
#include "dse/explore/directives.hpp"
#include "dse/explore/excess.hpp"
#include "dse/explore/explorer.hpp"
#include "dse/explore/ladder.hpp"
#include "dse/explore/nest_design.hpp"
#include "dse/explore/parallel.hpp"
#include "dse/kernel/from_loops.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::dse {

namespace {

Limits limits_of(const Device& device, const ExploreOptions& options) {
  Limits limits;
  limits.dsp = options.dsp * static_cast<double>(device.dsp);
  limits.lut = options.lut * static_cast<double>(device.lut);
  limits.ff = options.ff * static_cast<double>(device.ff);
  limits.bram_18k = options.bram * static_cast<double>(device.bram_18k);
  limits.uram = options.bram * static_cast<double>(device.uram);
  return limits;
}

/// Designs that are put together as the directives make them, until one of them fits.
constexpr int most_finishes = 8, most_rounds = 2;

/// So long after the end of its time a search still puts designs together: a program has a design in milliseconds, or,
/// with a hundred nests, in a second, and the first one nearly always fits.
constexpr double grace_seconds = 0.3;

/// A design so near the bound is not worth another search.
constexpr double nothing_to_gain = 1.01;

/// What the user decided about ports and memories stays; loops and banks are the search's.
Schedule kept_directives(const Schedule& own) {
  Schedule kept;
  for (const Directive& directive : own) {
    const Primitive& primitive = directive.primitive;
    if (std::holds_alternative<Interface>(primitive) || std::holds_alternative<BindStorage>(primitive))
      kept.push_back(directive);
  }
  return kept;
}

}  // namespace

Explorer::Explorer(const poly::Scop& as_written, const graph::DependenceGraph& graph, const Target& target,
                   const ExploreOptions& options)
    : program_(as_written.program),
      target_(target),
      options_(options),
      limits_(limits_of(*target.device, options)),
      kept_(kept_directives(program_->schedule)),
      goal_(options.objective, options.latency_target, *target.device),
      fabric_first_(options.bind_operators && goal_.is_latency() && suffices_fabric(target_)),
      watch_(options.seconds, options.interrupted, options.progress),
      as_written_(as_written),
      graph_(graph),
      nests_as_written_(split_into_nests(as_written_, graph_)) {}

Result<Explorer::Lowered> Explorer::lower(const Schedule& schedule) {
  Schedule whole = kept_;
  whole.insert(whole.end(), schedule.begin(), schedule.end());
  Result<poly::Scop> scop = poly::apply_schedule(as_written_, graph_.dependences, whole);
  if (!scop) return scop.errors();
  Result<poly::LoopTree> tree = poly::generate_loops(*scop, &asts_);
  if (!tree) return tree.errors();
  Kernel kernel = make_kernel(*tree);
  return Lowered{*std::move(tree), std::move(kernel)};
}

Qor Explorer::estimate_or_empty(const Kernel& kernel, const EstimateOptions& options) const {
  auto answer = estimate(kernel, target_, options);
  Qor* qor = std::get_if<Qor>(&answer);
  return qor ? std::move(*qor) : Qor{};
}

namespace {

/// Of all choices that were estimated within the limits, none with DSP blocks in its adders is the fastest alone.
bool is_fastest_without_dsp(const UnitSpace& space, const Limits& limits) {
  const auto fastest = [&](Adders adders) {
    const std::vector<UnitPoint> points = space.near_best(limits, adders, INFINITY, 1);
    return points.empty() ? INFINITY : points.front().latency;
  };
  return fastest(Adders::fabric) <= fastest(Adders::dsp);
}

}  // namespace

/// Designs without DSP blocks in their adders already beat what the DSP blocks leave time for; or all but reach the
/// bound, and no unit is faster with such adders.
bool Explorer::needs_no_dsp_adders() const {
  const std::vector<Combination> best = combiners_.back().best_seen(1);
  if (best.empty()) return false;
  std::vector<const UnitSpace*> spaces;
  for (const auto& design : designs_) {
    if (!design) continue;
    for (const auto& space : design->spaces) spaces.push_back(space.get());
  }
  double cycles = 0;
  for (const UnitSpace* space : spaces) cycles += space->least_dsp_cycles(limits_);
  const double latency = best.front().latency;
  if (latency <= cycles) return true;
  return latency <= nothing_to_gain * result_.bound &&
         std::all_of(spaces.begin(), spaces.end(),
                     [&](const UnitSpace* space) { return is_fastest_without_dsp(*space, limits_); });
}

/// All units together, once with each kind of adders: those without DSP blocks first where they are no worse; large
/// functions without those that save DSP blocks where enough are left.
void Explorer::combine(const Limits& limits, std::vector<Adders> kinds) {
  combiners_.clear();
  steps_.clear();
  const bool many = planned_units().size() > few_units;
  if (!options_.bind_operators && kinds.size() > 1) std::erase(kinds, Adders::fabric);
  const bool fabric_first = !many && kinds.size() > 1 && fabric_first_;
  if (fabric_first) std::reverse(kinds.begin(), kinds.end());
  const bool one_by_one = many || fabric_first;
  for (const Adders adders : kinds) {
    if (!combiners_.empty() && watch_.over()) break;
    combiners_.emplace_back(*base_, make_ladders(adders), target_, limits, goal_, watch_, memo_, incumbent_);
    steps_.emplace_back();
    if (one_by_one) combiners_.back().run(steps_.back());
    if (many && !combiners_.back().is_short_of_dsp()) break;
    if (fabric_first && adders == Adders::fabric && needs_no_dsp_adders()) break;
  }
  if (!one_by_one)
    run_parallel(combiners_.size(), options_.threads, [&](std::size_t n) { combiners_[n].run(steps_[n]); });
  for (const Combiner& combiner : combiners_) {
    for (const Combination& seen : combiner.seen()) result_.pareto.push_back({seen.latency, seen.resources});
  }
  result_.pareto = find_pareto_front(std::move(result_.pareto));
}

namespace {

std::vector<Unit> all_units(const UnitLadder& ladder) {
  std::vector<Unit> units{ladder.unit};
  units.insert(units.end(), ladder.twins.begin(), ladder.twins.end());
  return units;
}

}  // namespace

Schedule Explorer::make_schedule(const Combination& best, const std::vector<UnitLadder>& ladders) const {
  Schedule schedule = structure();
  std::set<std::string> taken;
  for (const auto& array : program_->arrays) taken.insert(array->name);
  for (const auto& scalar : program_->scalars) taken.insert(scalar->name);
  for (const dsl::Compute& compute : program_->computes) {
    taken.insert(compute.name);
    for (const dsl::Loop& loop : compute.loops) taken.insert(loop.name);
  }
  for (std::size_t u = 0; u < ladders.size(); ++u) {
    for (const Unit& unit : all_units(ladders[u])) {
      const Schedule more =
          make_directives(*program_, unit, ladders[u].points[best.at[u]].choice, unit.statements, taken);
      schedule.insert(schedule.end(), more.begin(), more.end());
    }
  }
  BankFactors factors = best.banks;
  tie_modules(factors);
  const Schedule banks = make_partitions(factors);
  schedule.insert(schedule.end(), banks.begin(), banks.end());
  return schedule;
}

/// All combinations that were seen, best first, each with its combiner; of equal ones the first.
std::vector<Explorer::Candidate> Explorer::rank_combinations() const {
  std::vector<Candidate> candidates;
  for (std::size_t n = 0; n < combiners_.size(); ++n) {
    for (const Combination& one : combiners_[n].seen()) candidates.push_back({&one, n});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    return goal_.prefers(*a.combination, *b.combination);
  });
  const auto same = [&](const Candidate& a, const Candidate& b) {
    return a.combiner == b.combiner && a.combination->at == b.combination->at;
  };
  candidates.erase(std::unique(candidates.begin(), candidates.end(), same), candidates.end());
  return candidates;
}

/// The design that the directives make: nothing when they are refused.
std::optional<Qor> Explorer::estimate_schedule(const Schedule& schedule) {
  const Result<Lowered> design = lower(schedule);
  if (!design) return std::nullopt;
  auto answer = estimate(design->kernel, target_, {});
  Qor* qor = std::get_if<Qor>(&answer);
  return qor ? std::optional<Qor>(std::move(*qor)) : std::nullopt;
}

void Explorer::keep(Schedule schedule, Qor qor) {
  result_.schedule = kept_;
  result_.schedule.insert(result_.schedule.end(), schedule.begin(), schedule.end());
  result_.qor = std::move(qor);
}

void Explorer::describe_units(const Combination& design, const std::vector<UnitLadder>& ladders) {
  for (std::size_t u = 0; u < ladders.size(); ++u) {
    for (const Unit& built : all_units(ladders[u])) {
      DesignedUnit unit;
      for (int compute : built.statements) unit.computes.push_back(program_->computes[compute].name);
      for (const UnitLoop& loop : built.loops) unit.loops.push_back(loop.name);
      unit.choice = ladders[u].points[design.at[u]].choice;
      result_.units.push_back(std::move(unit));
    }
  }
}

/// Puts the best combinations together as directives. What they really make of the program decides: what it takes
/// beyond the combination's own estimate goes to `excess`.
bool Explorer::finish_one_of(const std::vector<Candidate>& candidates, int most, Resources& excess) {
  int tried = 0;
  for (const auto& [combination, n] : candidates) {
    if (!limits_.hold(sum_of(combination->resources, excess))) continue;
    if (most-- == 0 || (tried++ > 0 && watch_.seconds_over() > grace_seconds)) return false;
    Schedule schedule = make_schedule(*combination, combiners_[n].ladders());
    std::optional<Qor> qor = estimate_schedule(schedule);
    if (!qor) continue;
    if (!limits_.hold(qor->resources)) {
      grow_excess(excess, qor->resources, combination->resources);
      continue;
    }
    keep(std::move(schedule), *std::move(qor));
    describe_units(*combination, combiners_[n].ladders());
    result_.predicted = combination->latency;
    for (const std::string& step : steps_[n]) result_.trail.push_back({"bottleneck", {}, "", step});
    return true;
  }
  return false;
}

/// A design that passes a limit makes room: the combinations are searched again with so much less.
bool Explorer::finish(const std::vector<Adders>& kinds) {
  Resources excess;
  const std::vector<Candidate> candidates = rank_combinations();
  // Another structure has a better design already.
  if (std::isfinite(incumbent_) && (candidates.empty() || candidates.front().combination->latency >= incumbent_))
    return false;
  bool found = finish_one_of(candidates, 1, excess);
  for (int round = 0; round < most_rounds && !found && watch_.seconds_over() <= grace_seconds; ++round) {
    if (!watch_.over()) combine(less(limits_, excess), kinds);
    found = finish_one_of(rank_combinations(), most_finishes, excess);
  }
  const Qor& tool = result_.automatic;
  const Rated plain{tool.latency_average, tool.resources, tool.latency_average > 0 && limits_.hold(tool.resources)};
  const Rated design{result_.qor.latency_average, result_.qor.resources, found};
  if (!goal_.prefers(plain, design)) return found;
  result_.notes.push_back(found ? "the program as written does better: it stays"
                                : "no design of the search fits: the program stays as it was written");
  keep({}, tool);
  result_.units.clear();
  result_.predicted = 0;
  return true;
}

Result<bool> Explorer::design_structures(const std::vector<Adders>& kinds, WhenLate late) {
  const auto gives_up = [&] { return late == WhenLate::give_up && watch_.over(); };
  for (const auto& design : designs_) {
    if (design)
      result_.trail.insert(result_.trail.end(), design->structure.trail.begin(), design->structure.trail.end());
  }
  Result<Lowered> base = lower(structure());
  if (!base) return base.errors();
  base_ = std::move(base->kernel);
  if (gives_up()) return false;
  combine(limits_, kinds);
  return !gives_up() && finish(kinds);
}

double Exploration::gap() const {
  return qor.latency_average > 0 ? std::max(0.0, (qor.latency_average - bound) / qor.latency_average) : 0;
}

Result<Exploration> explore(const poly::Scop& as_written, const graph::DependenceGraph& graph, const Target& target,
                            const ExploreOptions& options) {
  return Explorer(as_written, graph, target, options).run();
}

}  // namespace pom::dse
