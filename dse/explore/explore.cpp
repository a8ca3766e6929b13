#include "dse/explore/explore.hpp"

#include <algorithm>
#include <cmath>

#include "dse/explore/combine.hpp"
#include "dse/explore/directives.hpp"
#include "dse/explore/excess.hpp"
#include "dse/explore/ladder.hpp"
#include "dse/explore/nest_design.hpp"
#include "dse/explore/parallel.hpp"
#include "dse/kernel/from_loops.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "support/findings.hpp"

namespace pom::dse {

namespace {

constexpr std::size_t few_nests = 8;

/// How many estimates a unit is worth. Functions of many different nests get fewer for each: the whole effort grows no
/// faster than the number of nests.
struct Effort {
  long unit = 400;              ///< of the structure that is chosen
  long quick = 24, proof = 60;  ///< of each structure: for a first look, and to show that it is no better
  std::size_t structures = 8;   ///< alternatives of a nest that are looked at
  long ladder = 400;            ///< points of a unit that are put together with the others'
};

Effort effort_for(std::size_t different_nests) {
  if (different_nests <= few_nests) return {};
  return {12, 6, 0, 2, 120};
}

/// The share of the device for a first look.
constexpr double quick_share = 0.25;

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

class Explorer {
 public:
  Explorer(std::shared_ptr<const dsl::Function> program, const Target& target, const ExploreOptions& options)
      : program_(std::move(program)),
        target_(target),
        options_(options),
        limits_(limits_of(*target.device, options)),
        kept_(kept_directives(program_->schedule)),
        goal_(options.objective, options.latency_target, *target.device),
        watch_(options.seconds, options.interrupted, options.progress),
        as_written_(poly::extract_scop(program_, isl_)),
        dependences_(poly::analyze_dependences(as_written_)) {}

  Result<Exploration> run();

 private:
  struct Lowered {
    poly::LoopTree tree;
    Kernel kernel;
  };

  Result<Lowered> lower(const Schedule&);
  Qor estimate_or_empty(const Kernel&, const EstimateOptions&) const;
  using Alternatives = std::vector<std::shared_ptr<NestDesign>>;

  void choose_structures();
  std::size_t choose(Alternatives&);
  static void take_over(NestDesign&, const NestDesign& model);
  void combine(const Limits&);
  std::vector<UnitLadder> make_ladders(Adders);
  Schedule make_schedule(const Combination&, const std::vector<UnitLadder>&) const;
  struct Candidate {
    const Combination* combination;
    std::size_t combiner;
  };
  std::vector<Candidate> rank_combinations() const;
  std::optional<Qor> estimate_schedule(const Schedule&);
  void keep(Schedule, Qor);
  void describe_units(const Combination&, const std::vector<UnitLadder>&);
  bool finish_one_of(const std::vector<Candidate>&, int most, Resources& excess);
  bool finish();

  std::shared_ptr<const dsl::Function> program_;
  Target target_;
  ExploreOptions options_;
  Limits limits_;
  Schedule kept_;
  Goal goal_;
  SearchWatch watch_;
  Effort effort_;
  poly::IslContext isl_;
  poly::Scop as_written_;
  poly::Dependences dependences_;
  std::vector<NestProgram> nests_;
  std::vector<std::shared_ptr<NestDesign>> designs_;  // by nest
  std::optional<Kernel> base_;                        // the whole program in the chosen structures
  std::vector<Combiner> combiners_;                   // by kind of adders
  std::vector<std::vector<std::string>> steps_;       // by combiner
  Exploration result_;
};

Result<Explorer::Lowered> Explorer::lower(const Schedule& schedule) {
  Schedule whole = kept_;
  whole.insert(whole.end(), schedule.begin(), schedule.end());
  Result<poly::Scop> scop = poly::apply_schedule(as_written_, dependences_, whole);
  if (!scop) return scop.errors();
  Result<poly::LoopTree> tree = poly::generate_loops(*scop);
  if (!tree) return tree.errors();
  Kernel kernel = make_kernel(*tree);
  return Lowered{*std::move(tree), std::move(kernel)};
}

Qor Explorer::estimate_or_empty(const Kernel& kernel, const EstimateOptions& options) const {
  auto answer = estimate(kernel, target_, options);
  Qor* qor = std::get_if<Qor>(&answer);
  return qor ? std::move(*qor) : Qor{};
}

/// Nests with equal alternatives are one problem.
void Explorer::choose_structures() {
  TransformOptions options;
  options.strategies = options_.strategies;
  const auto alternatives = transform_alternatives(program_, as_written_, dependences_, options);
  nests_ = split_into_nests(as_written_, dependences_);
  std::vector<Alternatives> all;
  std::map<std::string, std::size_t> first;  // nest by the signature of its alternatives
  std::vector<std::size_t> model, distinct;
  for (const NestProgram& nest : nests_) {
    all.emplace_back();
    std::string key;
    for (const TransformResult& alternative : alternatives) {
      if (alternative.statements != nest.statements || (watch_.over() && !all.back().empty())) continue;
      if (auto design = prepare_nest(nest, alternative)) all.back().push_back(std::move(design));
    }
    for (const auto& design : all.back()) key += make_signature(design->kernel).text;
    const auto [at, fresh] = first.try_emplace(key, model.size());
    if (fresh) distinct.push_back(model.size());
    model.push_back(at->second);
  }
  effort_ = effort_for(distinct.size());
  for (std::size_t n : distinct) all[n].resize(std::min(all[n].size(), effort_.structures));
  std::vector<std::size_t> chosen(all.size());
  run_parallel(distinct.size(), options_.threads,
               [&](std::size_t n) { chosen[distinct[n]] = choose(all[distinct[n]]); });
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::size_t index = chosen[model[n]];
    designs_.push_back(index < all[n].size() ? all[n][index] : nullptr);
    if (model[n] != n && designs_[n]) take_over(*designs_[n], *designs_[model[n]]);
  }
}

/// The alternative that is fastest with a quarter of the device; the others must then prove, with all of it, that they
/// are not faster.
std::size_t Explorer::choose(Alternatives& designs) {
  if (designs.empty()) return 0;
  const auto search = [&](std::size_t n, const Limits& limits, long budget, double incumbent) {
    search_nest(*designs[n], target_, limits, budget, incumbent, watch_);
  };
  std::size_t best = 0;
  double fastest = INFINITY;
  for (std::size_t n = 0; n < designs.size(); ++n) {
    search(n, limits_.share(quick_share), effort_.quick, INFINITY);
    if (!designs[n]->feasible || designs[n]->latency >= fastest) continue;
    fastest = designs[n]->latency;
    best = n;
  }
  search(best, limits_, effort_.unit, INFINITY);
  double bound = designs[best]->bound;
  bool exhaustive = designs[best]->exhaustive;
  for (std::size_t n = 0; n < designs.size(); ++n) {
    if (n == best) continue;
    search(n, limits_, effort_.proof, designs[best]->latency);
    bound = std::min(bound, designs[n]->bound);
    exhaustive = exhaustive && designs[n]->exhaustive;
  }
  for (std::size_t n = 0; n < designs.size(); ++n) {
    if (designs[n]->feasible && designs[n]->latency < designs[best]->latency) best = n;
  }
  designs[best]->bound = std::min(bound, designs[best]->latency);
  designs[best]->exhaustive = exhaustive;
  return best;
}

/// What was found for an equal nest, under this one's names.
void Explorer::take_over(NestDesign& design, const NestDesign& model) {
  design.spaces = model.spaces;
  design.latency = model.latency;
  design.bound = model.bound;
  design.exhaustive = model.exhaustive;
  design.feasible = model.feasible;
  const Signature own = make_signature(design.kernel), known = make_signature(model.kernel);
  for (std::size_t n = 0; n < own.names.size() && n < known.names.size(); ++n)
    design.renamed[known.names[n]] = own.names[n];
}

std::vector<UnitLadder> Explorer::make_ladders(Adders adders) {
  std::vector<Unit> units;
  std::vector<UnitSpace*> spaces, distinct;
  std::vector<const std::map<std::string, std::string>*> names;
  for (std::size_t n = 0; n < designs_.size(); ++n) {
    if (!designs_[n]) continue;
    for (std::size_t u = 0; u < designs_[n]->units.size(); ++u) {
      units.push_back(designs_[n]->units[u]);
      for (int& statement : units.back().statements)
        statement = nests_[n].statements[static_cast<std::size_t>(statement)];
      spaces.push_back(designs_[n]->spaces[u].get());
      names.push_back(&designs_[n]->renamed);
      if (std::find(distinct.begin(), distinct.end(), spaces.back()) == distinct.end())
        distinct.push_back(spaces.back());
    }
  }
  const bool many = units.size() > few_units;
  const std::vector<long> effort =
      many ? share_effort(distinct, effort_.ladder) : std::vector<long>(distinct.size(), effort_.ladder);
  std::vector<UnitLadder> by_space(distinct.size()), ladders;
  run_parallel(distinct.size(), options_.threads, [&](std::size_t n) {
    const auto make = many ? make_round_ladder : make_ladder;
    by_space[n] = make(*distinct[n], distinct[n]->unit(), limits_, adders, effort[n]);
  });
  for (std::size_t u = 0; u < units.size(); ++u) {
    const auto at = std::find(distinct.begin(), distinct.end(), spaces[u]) - distinct.begin();
    ladders.push_back(by_space[static_cast<std::size_t>(at)]);
    ladders.back().unit = units[u];
    rename_arrays(ladders.back(), *names[u]);
  }
  if (!many) align_ladders(ladders, spaces, names, limits_);
  return ladders;
}

/// All units together, once with each kind of adders; large functions without those that save DSP blocks where enough
/// are left.
void Explorer::combine(const Limits& limits) {
  combiners_.clear();
  steps_.clear();
  for (const Adders adders : {Adders::dsp, Adders::fabric}) {
    if (adders == Adders::fabric && (!options_.bind_operators || (watch_.over() && !combiners_.empty()))) continue;
    combiners_.emplace_back(*base_, make_ladders(adders), target_, limits, goal_, watch_);
    steps_.emplace_back();
    if (combiners_.back().ladders().size() <= few_units) continue;
    combiners_.back().run(steps_.back());
    if (!combiners_.back().is_short_of_dsp()) break;
  }
  if (combiners_.front().ladders().size() <= few_units)
    run_parallel(combiners_.size(), options_.threads, [&](std::size_t n) { combiners_[n].run(steps_[n]); });
  for (const Combiner& combiner : combiners_) {
    for (const Combination& seen : combiner.seen()) result_.pareto.push_back({seen.latency, seen.resources});
  }
  result_.pareto = find_pareto_front(std::move(result_.pareto));
}

Schedule Explorer::make_schedule(const Combination& best, const std::vector<UnitLadder>& ladders) const {
  Schedule schedule;
  for (const auto& design : designs_) {
    if (design)
      schedule.insert(schedule.end(), design->structure.directives.begin(), design->structure.directives.end());
  }
  std::set<std::string> taken;
  for (const auto& array : program_->arrays) taken.insert(array->name);
  for (const auto& scalar : program_->scalars) taken.insert(scalar->name);
  for (const dsl::Compute& compute : program_->computes) {
    taken.insert(compute.name);
    for (const dsl::Loop& loop : compute.loops) taken.insert(loop.name);
  }
  for (std::size_t u = 0; u < ladders.size(); ++u) {
    const Schedule more = make_directives(*program_, ladders[u].unit, ladders[u].points[best.at[u]].choice,
                                          ladders[u].unit.statements, taken);
    schedule.insert(schedule.end(), more.begin(), more.end());
  }
  const Schedule banks = make_partitions(best.banks);
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
    DesignedUnit unit;
    for (int compute : ladders[u].unit.statements)
      unit.computes.push_back(program_->computes[static_cast<std::size_t>(compute)].name);
    for (const UnitLoop& loop : ladders[u].unit.loops) unit.loops.push_back(loop.name);
    unit.choice = ladders[u].points[design.at[u]].choice;
    result_.units.push_back(std::move(unit));
  }
}

/// Puts the best combinations together as directives. What they really make of the program decides: what it takes
/// beyond the combination's own estimate goes to `excess`.
bool Explorer::finish_one_of(const std::vector<Candidate>& candidates, int most, Resources& excess) {
  for (const auto& [combination, n] : candidates) {
    if (!limits_.hold(sum_of(combination->resources, excess))) continue;
    if (most-- == 0) return false;
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
bool Explorer::finish() {
  Resources excess;
  bool found = finish_one_of(rank_combinations(), 1, excess);
  for (int round = 0; round < most_rounds && !found; ++round) {
    if (!watch_.over()) combine(less(limits_, excess));
    found = finish_one_of(rank_combinations(), most_finishes, excess);
  }
  const Qor& tool = result_.automatic;
  const Rated plain{static_cast<double>(tool.latency_max), tool.resources,
                    tool.latency_max > 0 && limits_.hold(tool.resources)};
  const Rated design{static_cast<double>(result_.qor.latency_max), result_.qor.resources, found};
  if (!goal_.prefers(plain, design)) return found;
  result_.notes.push_back(found ? "the program as written does better: it stays"
                                : "no design of the search fits: the program stays as it was written");
  keep({}, tool);
  result_.units.clear();
  result_.predicted = 0;
  return true;
}

Result<Exploration> Explorer::run() {
  const Result<Lowered> written = lower({});
  if (!written) return written.errors();
  result_.baseline = estimate_or_empty(written->kernel, {.automatic_pipelining = false});
  result_.automatic = estimate_or_empty(written->kernel, {});
  choose_structures();
  Schedule structure;
  bool exhaustive = true;
  for (const auto& design : designs_) {
    if (!design) continue;
    structure.insert(structure.end(), design->structure.directives.begin(), design->structure.directives.end());
    result_.trail.insert(result_.trail.end(), design->structure.trail.begin(), design->structure.trail.end());
    result_.bound += design->bound;
    exhaustive = exhaustive && design->exhaustive;
  }
  watch_.set_bound(result_.bound);
  Result<Lowered> base = lower(structure);
  if (!base) return base.errors();
  base_ = std::move(base->kernel);
  combine(limits_);
  if (!finish()) return make_error("no-design", "no design of the program fits the limits", program_->at);
  // The program as it stands may beat every unit's bound where the tool does something that the space does not hold.
  result_.bound = std::min(result_.bound, static_cast<double>(result_.qor.latency_max));
  result_.exhaustive = exhaustive && !watch_.ended_early();
  result_.ended_early = watch_.ended_early();
  result_.candidates = watch_.candidates();
  result_.seconds = watch_.seconds();
  return std::move(result_);
}

}  // namespace

double Exploration::gap() const {
  const auto latency = static_cast<double>(qor.latency_max);
  return latency > 0 ? std::max(0.0, (latency - bound) / latency) : 0;
}

Result<Exploration> explore(const std::shared_ptr<const dsl::Function>& program, const Target& target,
                            const ExploreOptions& options) {
  return Explorer(program, target, options).run();
}

}  // namespace pom::dse
