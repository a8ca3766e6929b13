#include <algorithm>
#include <cmath>
#include <numeric>

#include "dse/estimate/area/multiplexers.hpp"
#include "dse/estimate/area/operator_users.hpp"
#include "dse/explore/explorer.hpp"
#include "dse/explore/joint_bound.hpp"
#include "dse/explore/no_design.hpp"
#include "polyhedral/ir/isl_extras.hpp"

/// The course of a search: structures, designs in them, and how far from the bound they are.
namespace pom::dse {

namespace {

/// A design so near the bound has too little to gain from another structure, unless that one's units alone are faster …
constexpr double proved = 1.1;
/// … by so much; nearer than that, it has nothing to gain.
constexpr double worth_a_rival = 1.05;
/// Where so many designs were estimated, there is no time for another structure. A number, not a time: the same on
/// every machine.
constexpr long most_candidates = 1500;

/// Operations and loads in all estimates for the bound of several units.
constexpr long operations_for_bound = 200'000;

/// Of longer chains of nests, hardly any time is won by one pipeline for two.
constexpr std::size_t most_nests_to_fuse = 8;
/// Nor where what is fused has less than this part of all iterations.
constexpr double least_fused_work = 0.02;

/// In the structures that have most of them.
std::size_t most_units(const std::vector<NestBounds>& nests) {
  std::size_t units = 0;
  for (const NestBounds& nest : nests) {
    std::size_t most = 0;
    for (const std::vector<UnitBound>& structure : nest) most = std::max(most, structure.size());
    units += most;
  }
  return units;
}

/// Of the box around them.
double count_iterations(const poly::Statement& statement) {
  const isl::set iterations = statement.loop_map.range();
  double all = 1;
  for (int level = 0; level < static_cast<int>(statement.loops.size()); ++level) {
    const auto first = poly::minimum(iterations, level), last = poly::maximum(iterations, level);
    if (first && last) all *= static_cast<double>(*last - *first + 1);
  }
  return all;
}

}  // namespace

/// Other structures are worth their time where the bound leaves room, or where they are faster if only the banks of all
/// units agree.
bool Explorer::may_gain(const std::vector<std::shared_ptr<NestDesign>>& designs) const {
  const double latency = result_.qor.latency_average;
  if (latency > proved * result_.bound) return true;
  if (latency <= worth_a_rival * result_.bound) return false;
  double alone = 0;
  for (const auto& design : designs) alone += design && design->feasible ? design->latency : INFINITY;
  return worth_a_rival * alone < latency;
}

void Explorer::try_rivals() {
  if (combiners_.front().only_plans()) return;
  const bool fabric = std::any_of(result_.units.begin(), result_.units.end(),
                                  [](const DesignedUnit& unit) { return unit.choice.fabric_adders; });
  const Adders kind = fabric ? Adders::fabric : Adders::dsp;
  for (const auto& designs : rivals_) {
    const bool late = watch_.over() || watch_.candidates() > most_candidates;
    if (late) return;
    if (!may_gain(designs)) continue;
    designs_ = designs;
    design_rival({kind});
  }
}

/// In another structure, of which only what beats the design that is known is of use.
void Explorer::design_rival(const std::vector<Adders>& kinds) {
  incumbent_ = goal_.is_latency() ? result_.qor.latency_average : INFINITY;
  design_again(kinds);
  incumbent_ = INFINITY;
}

bool Explorer::design_again(const std::vector<Adders>& kinds) {
  const auto rated = [&] { return Rated{result_.qor.latency_average, result_.qor.resources, true}; };
  const Exploration best = result_;
  Rated before = rated();
  before.feasible = before.latency > 0;
  result_.trail.clear();
  result_.notes.clear();
  result_.units.clear();
  result_.predicted = 0;
  const Result<bool> designed = design_structures(kinds, before.feasible ? WhenLate::give_up : WhenLate::finish);
  if (designed && *designed && goal_.prefers(rated(), before)) return true;
  auto front = std::move(result_.pareto);
  result_ = best;
  result_.pareto = std::move(front);
  return false;
}

/// What several units build together bounds a design more tightly than each by itself; also where only structures that
/// were not chosen have several.
void Explorer::raise_bound() {
  if (watch_.over() || result_.predicted == 0 || most_units(bounds_) < 2 || result_.units.size() > few_units) return;
  drop_slower_structures(bounds_, as_written_, result_.qor.latency_average);
  const SerialStatements serial(as_written_, bounds_);
  result_.bound = std::max(result_.bound, bound_function(bounds_, serial, as_written_.statements.size()));
  JointLimits limits{limits_, {}, {0}, result_.qor.latency_average, operations_for_bound, result_.bound};
  for (std::size_t users = 0; users <= few_units; ++users)
    limits.shared_lut.push_back(shared_unit_lut(static_cast<int>(users), 32, target_));
  for (int users = 1; users <= static_cast<int>(few_units); ++users)
    limits.access_lut.push_back(least_access_lut(users, target_));
  const double bound = bound_jointly(bounds_, serial, as_written_.statements.size(), limits);
  result_.bound = std::max(result_.bound, bound);
}

TransformOptions Explorer::transform_options() {
  TransformOptions options;
  options.over = [this] { return watch_.over(); };
  options.strategies = options_.strategies;
  return options;
}

/// Neighbours fused first, where there are any: the same loops in fewer units, and mostly a design at once.
std::vector<std::vector<TransformResult>> Explorer::groupings() {
  std::vector<std::vector<TransformResult>> all{{}};
  if (watch_.over() || nests_as_written_.size() < 2 || nests_as_written_.size() > most_nests_to_fuse) return all;
  std::vector<TransformResult> fused = transform_fused(as_written_, graph_, transform_options());
  std::vector<double> work;
  for (const poly::Statement& statement : as_written_.statements) work.push_back(count_iterations(statement));
  const double sum = std::accumulate(work.begin(), work.end(), 0.0);
  std::erase_if(fused, [&](const TransformResult& structure) {
    double own = 0;
    for (const int s : structure.statements) own += work[s];
    return own < least_fused_work * sum;
  });
  if (!fused.empty()) all.insert(all.begin(), std::move(fused));
  return all;
}

/// Both stages with the nests that `fused` joins; what is no better than the design that is known leaves it.
Result<Explorer::Proof> Explorer::design_grouping(const std::vector<TransformResult>& fused, bool& designed) {
  choose_structures(fused);
  Proof proof;
  for (const auto& design : designs_) proof.exhaustive = proof.exhaustive && (!design || design->exhaustive);
  result_.bound = bound_function(bounds_, SerialStatements(as_written_, bounds_), as_written_.statements.size());
  watch_.set_bound(result_.bound);
  const std::vector<Adders> kinds = {Adders::dsp, Adders::fabric};
  if (!designed) {
    result_.trail.clear();
    result_.notes.clear();
    const Result<bool> found = design_structures(kinds, WhenLate::finish);
    if (!found) return found.errors();
    designed = *found;
    if (designed) raise_bound();
  } else {
    raise_bound();
    if (!goal_.is_latency() || may_gain(designs_)) design_rival(kinds);
  }
  if (designed) try_rivals();
  proof.bound = result_.bound;
  proof.units = most_units(bounds_);
  return proof;
}

Result<Exploration> Explorer::run() {
  const Result<Lowered> written = lower({});
  if (!written) return written.errors();
  for (const Array& array : written->kernel.functions[written->kernel.top].arrays) declared_[array.name] = array;
  result_.baseline = estimate_or_empty(written->kernel, {.automatic_pipelining = false});
  result_.automatic = estimate_or_empty(written->kernel, {});
  bool designed = false;
  std::vector<Proof> proofs;
  for (const std::vector<TransformResult>& fused : groupings()) {
    const Result<Proof> proof = design_grouping(fused, designed);
    // A fusion that the whole program refuses is none.
    if (!proof && fused.empty()) return proof.errors();
    if (proof) proofs.push_back(*proof);
  }
  result_.bound = INFINITY;
  for (const Proof& proof : proofs) result_.bound = std::min(result_.bound, proof.bound);
  if (!try_sharing() && !designed)
    return no_design({{"the program without directives", result_.baseline},
                      {"the program with the tool's own pipelining", result_.automatic}},
                     limits_, *target_.device, program_->at);
  // The program as it stands is no design of the space, nor one whose banks are no multiples of what units ask for.
  const double latency = result_.qor.latency_average;
  const bool outside = result_.bound > latency;
  // Of several units only each by itself is searched to the end: together, a bound that is reached is the proof.
  const bool settled = std::all_of(proofs.begin(), proofs.end(), [&](const Proof& proof) {
    return proof.exhaustive && (proof.units <= 1 || (!outside && proof.bound >= latency));
  });
  if (outside) result_.bound = latency;
  result_.exhaustive = settled && !watch_.ended_early();
  result_.ended_early = watch_.ended_early();
  result_.candidates = watch_.candidates();
  result_.seconds = watch_.seconds();
  return std::move(result_);
}

}  // namespace pom::dse
