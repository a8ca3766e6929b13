#include "dse/explore/explore.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "dse/explore/combine.hpp"
#include "dse/explore/directives.hpp"
#include "dse/explore/nest_design.hpp"
#include "dse/kernel/from_loops.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::dse {

namespace {

using Clock = std::chrono::steady_clock;

/// Estimates for one unit of one structure.
constexpr long unit_budget = 400;

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

/// Slowest first; a point that costs more and is not faster is left out.
std::vector<UnitPoint> make_ladder(UnitSpace& space, const Limits& limits) {
  std::vector<UnitPoint> points;
  UnitChoice one;
  one.factors.assign(space.unit().loops.size(), 1);
  points.push_back(space.evaluate(one));
  for (const double share : {0.06, 0.12, 0.25, 0.37, 0.5, 0.75, 0.9, 1.0}) {
    const UnitSpace::Search found = space.find_fastest(scale(limits, share), unit_budget);
    if (found.best && found.best->latency < points.back().latency) points.push_back(*found.best);
  }
  return points;
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
  std::vector<UnitLadder> make_ladders();
  Result<Lowered> finish(const Combiner&, const Combination&, const std::vector<UnitLadder>&);

  std::shared_ptr<const dsl::Function> program_;
  Target target_;
  ExploreOptions options_;
  Limits limits_;
  poly::IslContext isl_;
  poly::Scop as_written_;
  poly::Dependences dependences_;
  std::vector<NestProgram> nests_;
  std::vector<std::unique_ptr<NestDesign>> designs_;  // by nest
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

/// The structure of each nest whose fastest design is fastest.
void Explorer::choose_structures() {
  TransformOptions options;
  options.strategies = options_.strategies;
  const auto alternatives = transform_alternatives(program_, as_written_, dependences_, options);
  nests_ = split_into_nests(as_written_, dependences_);
  for (const NestProgram& nest : nests_) {
    std::unique_ptr<NestDesign> best;
    for (const TransformResult& alternative : alternatives) {
      if (alternative.statements != nest.statements) continue;
      auto design = design_nest(nest, alternative, target_, limits_, unit_budget);
      if (!design || !design->feasible) continue;
      for (const auto& space : design->spaces) result_.candidates += space->evaluated();
      if (!best || design->latency < best->latency) best = std::move(design);
    }
    designs_.push_back(std::move(best));
  }
}

std::vector<UnitLadder> Explorer::make_ladders() {
  std::vector<UnitLadder> ladders;
  for (std::size_t n = 0; n < designs_.size(); ++n) {
    if (!designs_[n]) continue;
    for (std::size_t u = 0; u < designs_[n]->units.size(); ++u) {
      UnitLadder ladder;
      ladder.unit = designs_[n]->units[u];
      for (int& statement : ladder.unit.statements)
        statement = nests_[n].statements[static_cast<std::size_t>(statement)];
      ladder.points = make_ladder(*designs_[n]->spaces[u], limits_);
      ladders.push_back(std::move(ladder));
    }
  }
  return ladders;
}

Result<Explorer::Lowered> Explorer::finish(const Combiner&, const Combination& best,
                                           const std::vector<UnitLadder>& ladders) {
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
  Combiner combiner(base->kernel, make_ladders(), target_, limits_);
  std::vector<std::string> steps;
  const Combination best = combiner.run(steps);
  for (const std::string& step : steps) result_.trail.push_back({"bottleneck", {}, "", step});
  result_.candidates += combiner.evaluated();
  const Result<Lowered> design = finish(combiner, best, combiner.ladders());
  if (!design) return design.errors();
  result_.qor = estimate_or_empty(design->kernel, {});
  result_.bound = bound;
  result_.exhaustive = exhaustive;
  for (const Combination& seen : combiner.seen()) result_.pareto.push_back({seen.latency, seen.resources});
  result_.notes.push_back("predicted " + std::to_string(best.latency) + " cycles");
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
