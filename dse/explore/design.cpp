#include "dse/explore/design.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/combine/combine.hpp"
#include "dse/explore/combine/frontier.hpp"
#include "dse/explore/directives.hpp"
#include "dse/explore/structure/part_units.hpp"

namespace pom::dse::explore {

namespace {

/// Combinations whose directives are tried.
constexpr int most_finishes = 8;
/// Seconds after the end of the search's time during which it still tries further combinations. One takes milliseconds,
/// with a hundred nests a second, and the first one nearly always fits.
constexpr double grace_seconds = 0.3;

Schedule make_schedule(const SearchContext& search, const Combination& chosen, const std::vector<Frontier>& frontiers,
                       const Assembly& assembly, const poly::Scop& structured) {
  const dsl::Function& program = *structured.program;
  Schedule schedule = structure_of(assembly, program);
  std::set<std::string> taken = names_in_use(program);
  const auto append = [&](const Schedule& more) { schedule.insert(schedule.end(), more.begin(), more.end()); };
  for (std::size_t u = 0; u < frontiers.size(); ++u) {
    for (const Unit& unit : frontiers[u].all_units()) {
      const auto is_legal = [&](const Schedule& parted) {
        Schedule all = schedule;
        all.insert(all.end(), parted.begin(), parted.end());
        return bool{schedule_program(search, all)};
      };
      append(part_from_left_out(structured, unit, is_legal).value_or(Schedule{}));
      append(make_directives(program, unit, frontiers[u].points[chosen.at[u]].choice, unit.statements, taken));
    }
  }
  BankFactors banks = chosen.banks;
  tie_modules(assembly, banks);
  append(make_partitions(banks));
  return schedule;
}

/// The schedule's kernel. The facts of it that do not hold are taken out: a cut may give a loop bounds in which the
/// loops around have no part, and then the tool runs more loops as one than those for which the search proved the
/// facts.
Result<Kernel> lower_with_true_facts(SearchContext& search, Schedule& schedule) {
  Result<Kernel> kernel = lower(search, schedule);
  const auto is_fact = [](const Directive& one) { return std::holds_alternative<DependenceFact>(one.primitive); };
  Schedule facts, kept;
  std::partition_copy(schedule.begin(), schedule.end(), std::back_inserter(facts), std::back_inserter(kept), is_fact);
  if (kernel || facts.empty()) return kernel;
  Result<Kernel> without = lower(search, kept);
  if (!without) return kernel;
  for (const Directive& fact : facts) {
    if (search.watch.over()) break;
    kept.push_back(fact);
    if (Result<Kernel> with = lower(search, kept)) {
      without = std::move(with);
    } else {
      kept.pop_back();
    }
  }
  schedule = std::move(kept);
  return without;
}

std::vector<DesignedUnit> describe_units(const Combination& chosen, const std::vector<Frontier>& frontiers,
                                         const dsl::Function& program) {
  std::vector<DesignedUnit> units;
  for (std::size_t u = 0; u < frontiers.size(); ++u) {
    for (const Unit& built : frontiers[u].all_units()) {
      DesignedUnit unit;
      for (const int compute : built.statements) unit.computes.push_back(program.computes[compute].name);
      for (const UnitLoop& loop : built.loops) unit.loops.push_back(loop.name);
      unit.choice = frontiers[u].points[chosen.at[u]].choice;
      units.push_back(std::move(unit));
    }
  }
  return units;
}

/// The structures' steps, then what each unit takes, those of most cycles first.
std::vector<transform::TrailStep> describe_steps(const Combination& chosen, const std::vector<Frontier>& frontiers,
                                                 const Assembly& assembly) {
  std::vector<transform::TrailStep> trail;
  for (const auto& design : assembly.designs) {
    if (design) trail.insert(trail.end(), design->structure.trail.begin(), design->structure.trail.end());
  }
  std::vector<std::pair<double, std::string>> units;
  for (std::size_t u = 0; u < frontiers.size(); ++u) {
    const UnitPoint& point = frontiers[u].points[chosen.at[u]];
    std::string text = "unit " + frontiers[u].unit.loops.back().label + ": [";
    for (std::size_t n = 0; n < point.choice.factors.size(); ++n)
      text += (n > 0 ? ", " : "") + std::to_string(point.choice.factors[n]);
    units.emplace_back(-point.latency, text + (point.choice.fabric_adders ? "], sums in LUTs" : "]"));
  }
  std::stable_sort(units.begin(), units.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [cycles, text] : units) trail.push_back({"bottleneck", {}, "", text});
  return trail;
}

/// A design of the assembly in the making.
class DesignMaker {
 public:
  DesignMaker(SearchContext& search, const Assembly& assembly, const poly::Scop& structured, Kernel base,
              const Design* known, double bound)
      : search_(search),
        assembly_(assembly),
        structured_(structured),
        base_(std::move(base)),
        known_(known),
        bound_(bound) {}

  DesignSearch run() const {
    DesignSearch found;
    const std::vector<Combiner> combiners = combine();
    for (const Combiner& combiner : combiners) {
      for (const Combination& seen : combiner.seen()) {
        const std::int64_t outside = count_port_banks(base_.top_function(), seen.banks);
        found.seen.push_back({seen.latency, seen.resources, outside});
      }
    }
    if (!known_ || !search_.watch.over()) found.best = build_best(combiners);
    return found;
  }

 private:
  struct Candidate {
    const Combination* combination;
    const std::vector<Frontier>* frontiers;
  };

  /// All units together, once with each kind of adders; the second kind has to beat the first one.
  std::vector<Combiner> combine() const {
    std::vector<Adders> kinds{Adders::dsp};
    if (search_.options.bind_operators) kinds.push_back(Adders::fabric);
    const bool many = count_units(search_, assembly_) > few_units;
    if (search_.fabric_first && !many) std::reverse(kinds.begin(), kinds.end());
    std::vector<Combiner> combiners;
    double incumbent = known_ && search_.goal.is_latency() ? known_->qor.latency_average : INFINITY;
    for (const Adders adders : kinds) {
      if (!combiners.empty() && search_.watch.over()) break;
      combiners.emplace_back(search_, base_, make_frontiers(search_, assembly_, base_, adders, incumbent),
                             search_.limits, incumbent, many);
      combiners.back().begin();
      if (many && !combiners.back().is_short_of_dsp()) break;
      if (search_.goal.is_latency()) incumbent = std::min(incumbent, combiners.back().fastest());
      if (incumbent <= bound_) break;
    }
    // Behind the first look with both kinds: what either finds saves the other one work.
    for (Combiner& combiner : combiners) {
      combiner.finish(search_.goal.is_latency() ? incumbent : INFINITY);
      incumbent = std::min(incumbent, combiner.fastest());
    }
    return combiners;
  }

  /// All combinations that were seen, best first; of equal ones the first.
  std::vector<Candidate> rank(const std::vector<Combiner>& combiners) const {
    std::vector<Candidate> candidates;
    for (const Combiner& combiner : combiners) {
      for (const Combination& one : combiner.seen()) candidates.push_back({&one, &combiner.frontiers()});
    }
    std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
      return search_.goal.prefers(*a.combination, *b.combination);
    });
    return candidates;
  }

  /// The best design of the combinations' directives. They are tried from the best combination on until none that is
  /// left is better than what its directives made of another one, which nearly always is the first. Behind one that
  /// takes more than its own estimate, only those are tried that leave room for as much.
  std::optional<Design> build_best(const std::vector<Combiner>& combiners) const {
    std::optional<Design> best;
    estimate::Resources excess;
    int tried = 0;
    for (const auto& [combination, frontiers] : rank(combiners)) {
      const Design* known = best ? &*best : known_;
      if (known && !search_.goal.prefers(*combination, known->rated())) break;
      if (!search_.limits.beside(excess).hold(combination->resources, combination->interval)) continue;
      if (tried == most_finishes || (tried > 0 && search_.watch.seconds_over() > grace_seconds)) break;
      ++tried;
      std::optional<Design> design = build(*combination, *frontiers);
      if (!design) continue;
      if (!search_.limits.hold(design->qor)) {
        excess = estimate::larger_of(excess, design->qor.resources - combination->resources);
      } else if (!best || search_.goal.prefers(design->rated(), best->rated())) {
        best = std::move(design);
      }
    }
    return best;
  }

  /// What the combination's directives make of the program; nothing: it refuses them.
  std::optional<Design> build(const Combination& combination, const std::vector<Frontier>& frontiers) const {
    Schedule schedule = make_schedule(search_, combination, frontiers, assembly_, structured_);
    const Result<Kernel> kernel = lower_with_true_facts(search_, schedule);
    std::optional<estimate::Qor> qor = kernel ? estimate_kernel(*kernel, search_) : std::nullopt;
    if (!qor) return std::nullopt;
    return Design{std::move(schedule),
                  *std::move(qor),
                  describe_units(combination, frontiers, search_.program()),
                  combination.latency,
                  describe_steps(combination, frontiers, assembly_),
                  count_port_banks(base_.top_function(), combination.banks)};
  }

  SearchContext& search_;
  const Assembly& assembly_;
  const poly::Scop& structured_;
  Kernel base_;  ///< the whole program in the structures of the assembly
  const Design* known_;
  double bound_;
};

}  // namespace

Result<DesignSearch> design_assembly(SearchContext& search, const Assembly& assembly, const Design* known,
                                     double bound) {
  const Result<poly::Scop> structured = schedule_program(search, structure_of(assembly, search.program()));
  if (!structured) return structured.errors();
  Result<Kernel> base = lower_scheduled(search, *structured);
  if (!base) return base.errors();
  if (known && search.watch.over()) return DesignSearch{};
  return DesignMaker(search, assembly, *structured, *std::move(base), known, bound).run();
}

}  // namespace pom::dse::explore
