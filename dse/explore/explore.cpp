#include "dse/explore/explore.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "dse/explore/combine.hpp"
#include "dse/explore/directives.hpp"
#include "dse/explore/nest_design.hpp"
#include "dse/kernel/from_loops.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "support/findings.hpp"

namespace pom::dse {

namespace {

using Clock = std::chrono::steady_clock;

/// Estimates for one unit of one structure.
constexpr long unit_budget = 400;
/// … and for a first look, with so much of the device.
constexpr long quick_budget = 24;
constexpr double quick_share = 0.25;
/// … and to show that a structure is no better.
constexpr long proof_budget = 60;

Limits limits_of(const Device& device, const ExploreOptions& options) {
  Limits limits;
  limits.dsp = options.dsp * static_cast<double>(device.dsp);
  limits.lut = options.lut * static_cast<double>(device.lut);
  limits.ff = options.ff * static_cast<double>(device.ff);
  limits.bram_18k = options.bram * static_cast<double>(device.bram_18k);
  limits.uram = options.bram * static_cast<double>(device.uram);
  return limits;
}

Limits scale(const Limits& limits, double share) {
  return {limits.dsp * share, limits.lut * share, limits.ff * share, limits.bram_18k, limits.uram};
}

constexpr std::array shares = {0.03, 0.06, 0.12, 0.25, 0.37, 0.5, 0.62, 0.75, 0.87, 1.0};
/// Points beside the fastest ones of each share, for single steps.
constexpr std::size_t near_points = 16;

/// The fastest points under shares of the device, and what comes near the fastest; slowest first.
UnitLadder make_ladder(UnitSpace& space, const Unit& unit, const Limits& limits, Adders adders) {
  UnitLadder ladder;
  ladder.unit = unit;
  UnitChoice one;
  one.factors.assign(unit.loops.size(), 1);
  std::vector<UnitPoint> chosen;
  for (const double share : shares) {
    const UnitSpace::Search found = space.find_fastest(scale(limits, share), adders, unit_budget, INFINITY);
    chosen.push_back(found.best ? *found.best : space.evaluate(one));
  }
  ladder.points = space.near_best(limits, adders, 1.3 * chosen.back().latency, near_points);
  const auto add = [&](const UnitPoint& point) {
    const auto same = [&](const UnitPoint& p) { return p.choice == point.choice; };
    if (std::none_of(ladder.points.begin(), ladder.points.end(), same)) ladder.points.push_back(point);
  };
  for (const UnitPoint& point : chosen) add(point);
  std::stable_sort(ladder.points.begin(), ladder.points.end(),
                   [](const UnitPoint& a, const UnitPoint& b) { return a.latency > b.latency; });
  for (const UnitPoint& point : chosen) {
    const auto at = std::find_if(ladder.points.begin(), ladder.points.end(),
                                 [&](const UnitPoint& p) { return p.choice == point.choice; });
    ladder.levels.push_back(static_cast<std::size_t>(at - ladder.points.begin()));
  }
  return ladder;
}

/// The ladder of an equal nest, under this nest's names.
void rename(UnitLadder& ladder, const std::map<std::string, std::string>& names) {
  if (names.empty()) return;
  for (UnitPoint& point : ladder.points) {
    BankFactors banks;
    for (auto& [array, factors] : point.banks) banks[names.contains(array) ? names.at(array) : array] = factors;
    point.banks = std::move(banks);
  }
}

/// Units of functions with at most so many learn from each other.
constexpr std::size_t most_units_to_align = 8;

bool fits(const Unit& unit, const UnitChoice& choice) {
  if (choice.factors.size() != unit.loops.size()) return false;
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    if (choice.factors[n] > 1 && (!unit.loops[n].cuttable || choice.factors[n] > unit.loops[n].trip)) return false;
  }
  return true;
}

/// Each unit also tries what others of as many loops chose: cut alike they can share banks.
void align(std::vector<UnitLadder>& ladders, const std::vector<UnitSpace*>& spaces,
           const std::vector<const std::map<std::string, std::string>*>& names, const Limits& limits) {
  std::vector<UnitChoice> choices;
  for (const UnitLadder& ladder : ladders) {
    for (const UnitPoint& point : ladder.points) choices.push_back(point.choice);
  }
  for (std::size_t u = 0; u < ladders.size(); ++u) {
    UnitLadder& ladder = ladders[u];
    std::vector<UnitChoice> levels;
    for (std::size_t level : ladder.levels) levels.push_back(ladder.points[level].choice);
    for (UnitChoice choice : choices) {
      choice.fabric_adders = choice.fabric_adders && spaces[u]->has_sums();
      const auto same = [&](const UnitPoint& p) { return p.choice == choice; };
      if (!fits(ladder.unit, choice) || std::any_of(ladder.points.begin(), ladder.points.end(), same)) continue;
      UnitLadder more;
      more.points.push_back(spaces[u]->evaluate(choice));
      rename(more, *names[u]);
      if (limits.hold(more.points.front().resources)) ladder.points.push_back(more.points.front());
    }
    std::stable_sort(ladder.points.begin(), ladder.points.end(),
                     [](const UnitPoint& a, const UnitPoint& b) { return a.latency > b.latency; });
    for (std::size_t n = 0; n < levels.size(); ++n) {
      const auto at = std::find_if(ladder.points.begin(), ladder.points.end(),
                                   [&](const UnitPoint& p) { return p.choice == levels[n]; });
      ladder.levels[n] = static_cast<std::size_t>(at - ladder.points.begin());
    }
  }
}

class Explorer {
 public:
  Explorer(std::shared_ptr<const dsl::Function> program, const Target& target, const ExploreOptions& options)
      : program_(std::move(program)),
        target_(target),
        options_(options),
        limits_(limits_of(*target.device, options)),
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
  void choose_structures();
  std::shared_ptr<NestDesign> choose(std::vector<std::unique_ptr<NestDesign>>);
  std::vector<UnitLadder> make_ladders(Adders);
  Result<Lowered> finish(const Combination&, const std::vector<UnitLadder>&);

  std::shared_ptr<const dsl::Function> program_;
  Target target_;
  ExploreOptions options_;
  Limits limits_;
  poly::IslContext isl_;
  poly::Scop as_written_;
  poly::Dependences dependences_;
  std::vector<NestProgram> nests_;
  struct Known {
    std::size_t index = 0;  ///< among the alternatives
    std::shared_ptr<NestDesign> design;
  };

  std::vector<std::shared_ptr<NestDesign>> designs_;  // by nest
  std::map<std::string, Known> known_;                // by the signature of all alternatives
  Exploration result_;
};

Result<Explorer::Lowered> Explorer::lower(const Schedule& schedule) {
  Result<poly::Scop> scop = poly::apply_schedule(as_written_, dependences_, schedule);
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

/// The structure of each nest that is fastest with a quarter of the device. The others must then prove, with all of it,
/// that they are not faster.
void Explorer::choose_structures() {
  TransformOptions options;
  options.strategies = options_.strategies;
  const auto alternatives = transform_alternatives(program_, as_written_, dependences_, options);
  nests_ = split_into_nests(as_written_, dependences_);
  for (const NestProgram& nest : nests_) {
    std::vector<std::unique_ptr<NestDesign>> designs;
    for (const TransformResult& alternative : alternatives) {
      if (alternative.statements != nest.statements) continue;
      if (auto design = lower_nest(nest, alternative, target_)) designs.push_back(std::move(design));
    }
    designs_.push_back(choose(std::move(designs)));
  }
}

std::shared_ptr<NestDesign> Explorer::choose(std::vector<std::unique_ptr<NestDesign>> designs) {
  if (designs.empty()) return nullptr;
  const Signature signature = make_signature(designs.front()->kernel);
  std::string key = signature.text;
  for (std::size_t n = 1; n < designs.size(); ++n) key += make_signature(designs[n]->kernel).text;
  if (const auto known = known_.find(key); known != known_.end()) {
    // An equal nest was explored before: its answers hold, under other names.
    auto same = std::shared_ptr<NestDesign>(std::move(designs[known->second.index]));
    same->spaces = known->second.design->spaces;
    same->latency = known->second.design->latency;
    same->bound = known->second.design->bound;
    same->exhaustive = known->second.design->exhaustive;
    same->feasible = known->second.design->feasible;
    const Signature own = make_signature(same->kernel), model = make_signature(known->second.design->kernel);
    for (std::size_t n = 0; n < own.names.size() && n < model.names.size(); ++n)
      same->renamed[model.names[n]] = own.names[n];
    return same;
  }
  std::size_t best = designs.size();
  for (std::size_t n = 0; n < designs.size(); ++n) {
    search_nest(*designs[n], scale(limits_, quick_share), quick_budget, INFINITY);
    if (designs[n]->feasible && (best == designs.size() || designs[n]->latency < designs[best]->latency)) best = n;
  }
  if (best == designs.size()) best = 0;  // too small a share for any: stage one's own choice
  search_nest(*designs[best], limits_, unit_budget, INFINITY);
  double bound = designs[best]->bound;
  for (std::size_t n = 0; n < designs.size(); ++n) {
    if (n == best) continue;
    search_nest(*designs[n], limits_, proof_budget, designs[best]->latency);
    bound = std::min(bound, designs[n]->bound);
    designs[best]->exhaustive = designs[best]->exhaustive && designs[n]->exhaustive;
    result_.candidates += designs[n]->evaluated();
  }
  for (std::size_t n = 0; n < designs.size(); ++n) {
    if (designs[n]->feasible && designs[n]->latency < designs[best]->latency) best = n;
  }
  result_.candidates += designs[best]->evaluated();
  auto chosen = std::shared_ptr<NestDesign>(std::move(designs[best]));
  chosen->bound = std::min(bound, chosen->latency);
  known_[key] = {best, chosen};
  return chosen;
}

std::vector<UnitLadder> Explorer::make_ladders(Adders adders) {
  std::vector<UnitLadder> ladders;
  std::vector<UnitSpace*> spaces;
  std::vector<const std::map<std::string, std::string>*> names;
  for (std::size_t n = 0; n < designs_.size(); ++n) {
    if (!designs_[n]) continue;
    for (std::size_t u = 0; u < designs_[n]->units.size(); ++u) {
      Unit unit = designs_[n]->units[u];
      for (int& statement : unit.statements) statement = nests_[n].statements[static_cast<std::size_t>(statement)];
      spaces.push_back(designs_[n]->spaces[u].get());
      names.push_back(&designs_[n]->renamed);
      ladders.push_back(make_ladder(*spaces.back(), unit, limits_, adders));
      rename(ladders.back(), designs_[n]->renamed);
    }
  }
  if (ladders.size() <= most_units_to_align) align(ladders, spaces, names, limits_);
  return ladders;
}

Result<Explorer::Lowered> Explorer::finish(const Combination& best, const std::vector<UnitLadder>& ladders) {
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
  result_.schedule = schedule;
  return lower(schedule);
}

Result<Exploration> Explorer::run() {
  const auto start = Clock::now();
  const Result<Lowered> written = lower({});
  if (!written) return written.errors();
  result_.baseline = estimate_or_empty(written->kernel, {.automatic_pipelining = false});
  result_.automatic = estimate_or_empty(written->kernel, {});
  choose_structures();
  Schedule structure;
  double bound = 0;
  bool exhaustive = true;
  for (const auto& design : designs_) {
    if (!design) continue;
    structure.insert(structure.end(), design->structure.directives.begin(), design->structure.directives.end());
    result_.trail.insert(result_.trail.end(), design->structure.trail.begin(), design->structure.trail.end());
    bound += design->bound;
    exhaustive = exhaustive && design->exhaustive;
  }
  const Result<Lowered> base = lower(structure);
  if (!base) return base.errors();
  std::optional<Combiner> combiner;
  Combination best;
  std::vector<std::string> steps;
  for (const Adders adders : {Adders::dsp, Adders::fabric}) {
    if (adders == Adders::fabric && !options_.bind_operators) continue;
    Combiner other(base->kernel, make_ladders(adders), target_, limits_);
    std::vector<std::string> taken;
    if (std::getenv("POM_X"))
      std::fprintf(stderr, "LADDERS %zu t %.2f\n", other.ladders().size(),
                   std::chrono::duration<double>(Clock::now() - start).count());
    const Combination found = other.run(taken);
    if (std::getenv("POM_X"))
      std::fprintf(stderr, "COMBINED %ld t %.2f\n", other.evaluated(),
                   std::chrono::duration<double>(Clock::now() - start).count());
    result_.candidates += other.evaluated();
    for (const Combination& seen : other.seen()) result_.pareto.push_back({seen.latency, seen.resources});
    if (!found.feasible || (best.feasible && found.latency >= best.latency)) continue;
    best = found;
    steps = std::move(taken);
    combiner.emplace(std::move(other));
  }
  if (!combiner) return make_error("no-design", "no design of the program fits the limits", program_->at);
  for (const std::string& step : steps) result_.trail.push_back({"bottleneck", {}, "", step});
  const Result<Lowered> design = finish(best, combiner->ladders());
  if (!design) return design.errors();
  result_.qor = estimate_or_empty(design->kernel, {});
  result_.bound = bound;
  result_.exhaustive = exhaustive;
  result_.notes.push_back("predicted " + std::to_string(best.latency) + " cycles, " +
                          std::to_string(best.resources.dsp) + " dsp " + std::to_string(best.resources.lut) + " lut");
  if (std::getenv("POM_X")) {
    Kernel k = base->kernel;
    Function& f = k.functions[static_cast<std::size_t>(k.top)];
    for (std::size_t u = 0; u < combiner->ladders().size(); ++u)
      cut_unit(f, combiner->ladders()[u].unit, combiner->ladders()[u].points[best.at[u]].choice);
    set_banks(f, best.banks);
    const auto show = [&](const char* what, const Kernel& kernel) {
      auto a = estimate(kernel, target_);
      auto& q = std::get<Qor>(a);
      for (auto& sh : q.shares)
        std::fprintf(stderr, "%s %s dsp %.0f lut %.0f ff %.0f\n", what, sh.cause.c_str(), sh.resources.dsp,
                     sh.resources.lut, sh.resources.ff);
      std::fprintf(stderr, "%s\n", to_string(kernel).c_str());
    };
    show("PRED", k);
    show("REAL", design->kernel);
  }
  result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
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
