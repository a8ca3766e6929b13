#include "dse/explore/combine/frontier.hpp"

#include <algorithm>
#include <utility>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/combine/suit_banks.hpp"
#include "dse/kernel/rewrite/calls.hpp"
#include "support/parallel.hpp"

namespace pom::dse::explore {

namespace {

/// The units of the function, without points. Nests that share a module have them once.
std::vector<Frontier> place_units(const Assembly& assembly, const Kernel& base) {
  std::vector<Frontier> all;
  std::map<std::pair<std::string, std::size_t>, std::size_t> known;  // module and unit of a nest → place
  for (std::size_t n = 0; n < assembly.designs.size(); ++n) {
    const NestDesign* design = assembly.designs[n].get();
    for (std::size_t u = 0; design && u < design->units.size(); ++u) {
      Frontier placed{design->units[u], {}, design->spaces[u], &design->renamed};
      if (u < design->unit_bounds.size()) placed.least = design->unit_bounds[u];
      for (int& statement : placed.unit.statements) statement = assembly.of->nests[n].statements[statement];
      const std::string module = assembly.shares(n) ? assembly.modules[n].name : std::to_string(n);
      const auto [at, fresh] = known.try_emplace({module, u}, all.size());
      if (fresh) {
        all.push_back(std::move(placed));
        continue;
      }
      // The function was made from one of them.
      Frontier& first = all[at->second];
      if (find_holder(base, first.unit.loops.back().label) == base.functions.size()) {
        placed.twins = std::move(first.twins);
        std::swap(first, placed);
      }
      first.twins.push_back(std::move(placed.unit));
    }
  }
  return all;
}

/// Cycles of each unit above which no design with it beats the incumbent. Units that never run at the same time add up
/// their cycles, so the least cycles of the others are subtracted.
void find_slowest_that_gain(std::vector<Frontier>& units, const Structures& structures, const poly::Scop& as_written,
                            double incumbent) {
  if (!std::isfinite(incumbent)) return;
  const SerialStatements serial(as_written, structures.bounds);
  const auto are_serial = [&](const Unit& one, const Unit& other) {
    return std::any_of(one.statements.begin(), one.statements.end(), [&](int s) {
      return std::any_of(other.statements.begin(), other.statements.end(), [&](int t) { return serial(s, t); });
    });
  };
  for (std::size_t u = 0; u < units.size(); ++u) {
    units[u].slowest = incumbent;
    std::vector<std::size_t> in_turn{u};
    for (std::size_t v = 0; v < units.size(); ++v) {
      const auto waits = [&](std::size_t other) { return v != other && are_serial(units[v].unit, units[other].unit); };
      if (!std::all_of(in_turn.begin(), in_turn.end(), waits)) continue;
      in_turn.push_back(v);
      units[u].slowest -= units[v].least;
    }
  }
}

void rename_arrays(UnitPoint& point, const std::map<std::string, std::string>& names) {
  const auto renamed = [&](const std::string& array) { return names.contains(array) ? names.at(array) : array; };
  BankFactors banks;
  for (const auto& [array, factors] : point.banks) banks[renamed(array)] = factors;
  point.banks = std::move(banks);
  for (std::string& array : point.wide) array = renamed(array);
}

/// Behind the first one.
void sort_slowest_first(std::vector<UnitPoint>& points) {
  std::stable_sort(points.begin() + 1, points.end(),
                   [](const UnitPoint& a, const UnitPoint& b) { return a.latency > b.latency; });
}

/// Every configuration also with its outer loops not flattened, which saves the LUTs of wide counters.
void evaluate_apart(UnitSpace& space, const std::vector<UnitPoint>& points) {
  for (const UnitPoint& point : points) {
    Configuration apart = point.choice;
    apart.outer_apart = true;
    if (!point.choice.outer_apart && loop_apart(space.unit, apart)) space.estimates.evaluate(apart);
  }
}

/// What all units of one space need of it.
struct SpaceTask {
  std::shared_ptr<UnitSpace> space;
  std::size_t modules = 0;
  double runs = 1;
  double slowest = 0;  ///< Frontier::slowest, of any of them
  double cycles = 0;   ///< of one module, with one copy of everything

  /// One copy, then all configurations that were estimated and fit, slowest first.
  std::vector<UnitPoint> run(const Limits& limits, Adders adders, const std::vector<Configuration>& choices,
                             long budget) {
    const UnitPoint one = space->estimates.evaluate(one_copy(space->unit));
    for (const Configuration& choice : choices) {
      if (budget-- <= 0 || space->watch.over()) break;
      space->estimates.evaluate(choice);
    }
    std::vector<UnitPoint> points = space->estimates.known(limits, adders, space->work.has_sums());
    std::erase_if(points, [&](const UnitPoint& point) { return point.choice == one.choice; });
    points.insert(points.begin(), one);
    sort_slowest_first(points);
    // What has no other choice may take longer in the banks that others ask for.
    if (!space->unit.allowed.unroll && !one.banks.empty())
      points.push_back(space->estimates.evaluate_in(one.choice, {}));
    return points;
  }
};

std::vector<SpaceTask>::iterator find_task(std::vector<SpaceTask>& tasks, const Frontier& unit) {
  return std::find_if(tasks.begin(), tasks.end(), [&](const SpaceTask& task) { return task.space == unit.space; });
}

std::vector<SpaceTask> list_tasks(const std::vector<Frontier>& units) {
  std::vector<SpaceTask> tasks;
  for (const Frontier& unit : units) {
    auto at = find_task(tasks, unit);
    if (at == tasks.end()) at = tasks.insert(at, {unit.space});
    ++at->modules;
    at->runs = std::max(at->runs, unit.runs());
    at->slowest = std::max(at->slowest, unit.slowest);
  }
  for (SpaceTask& task : tasks)
    task.cycles = task.space->estimates.evaluate(one_copy(task.space->unit)).latency * task.runs;
  return tasks;
}

/// Drops points that alone ask for more memories outside than the whole design may have, but never the first one.
void drop_wide(Frontier& frontier, const Function& top, double port_banks) {
  std::vector<UnitPoint>& points = frontier.points;
  const auto is_wide = [&](const UnitPoint& p) {
    return static_cast<double>(count_port_banks(top, p.banks)) > port_banks;
  };
  points.erase(std::remove_if(points.begin() + 1, points.end(), is_wide), points.end());
}

}  // namespace

std::vector<Unit> Frontier::all_units() const {
  std::vector<Unit> units{unit};
  units.insert(units.end(), twins.begin(), twins.end());
  return units;
}

std::size_t count_units(const SearchContext& search, const Assembly& assembly) {
  std::set<std::string> modules;
  std::size_t units = 0;
  for (std::size_t n = 0; n < assembly.designs.size(); ++n) {
    const bool counted = assembly.shares(n) && !modules.insert(assembly.modules[n].name).second;
    if (!assembly.designs[n] || counted) continue;
    for (const Unit& unit : assembly.designs[n]->units) {
      const bool copies = std::all_of(unit.statements.begin(), unit.statements.end(), [&](int s) {
        const int statement = assembly.of->nests[n].statements[s];
        return search.options.frame.is_copy(search.program().computes[statement].name);
      });
      units += copies ? 0 : 1;
    }
  }
  return units;
}

void add_points(Frontier& frontier, const std::vector<Configuration>& choices, const Limits& limits, long budget) {
  UnitSpace& space = *frontier.space;
  std::set<Configuration> known;
  for (const UnitPoint& point : frontier.points) known.insert(point.choice);
  for (Configuration choice : choices) {
    if (budget <= 0 || space.watch.over()) break;
    choice.fabric_adders = choice.fabric_adders && space.work.has_sums();
    if (!known.insert(choice).second || !space.choices.has(choice, limits)) continue;
    if (space.bound.of(choice, limits) > frontier.slowest) continue;
    if (!space.estimates.find(choice)) --budget;
    UnitPoint point = space.estimates.evaluate(choice);
    if (!limits.may_hold(point.resources, point.interval)) continue;
    rename_arrays(point, *frontier.renamed);
    frontier.points.push_back(std::move(point));
  }
  sort_slowest_first(frontier.points);
}

std::vector<Frontier> make_frontiers(SearchContext& search, const Assembly& assembly, const Kernel& base, Adders adders,
                                     double incumbent) {
  std::vector<Frontier> frontiers = place_units(assembly, base);
  const bool many = count_units(search, assembly) > few_units;
  find_slowest_that_gain(frontiers, *assembly.of, search.as_written, many ? INFINITY : incumbent);
  std::vector<SpaceTask> tasks = list_tasks(frontiers);
  double all = 0, heaviest = 0;
  for (const SpaceTask& task : tasks) {
    all += task.cycles * static_cast<double>(task.modules);
    heaviest = std::max(heaviest, task.cycles);
  }
  std::vector<std::vector<UnitPoint>> points(tasks.size());
  run_parallel(tasks.size(), search.options.threads, [&](std::size_t n) {
    SpaceTask& task = tasks[n];
    const bool is_light = task.cycles < light_part * heaviest;
    const bool is_dominant = task.cycles > dominant_part * all;
    const long budget = !is_light ? assembly.of->configurations : many ? 0 : light_configurations;
    const bool is_close = !is_light && (!many || is_dominant);
    if (is_close)
      points[n] = task.run(search.limits, adders,
                           task.space->choices.spread_choices(search.limits, adders, task.slowest), budget);
    // Beside many units, and in modules that many nests share, what suits all their banks counts as much as what suits
    // one unit.
    const bool shares_banks = many || !assembly.modules.empty();
    const Limits part = many && !is_close ? search.limits.share(round_share) : search.limits;
    if (!is_close || shares_banks)
      points[n] = task.run(search.limits, adders, task.space->choices.round_choices(part, adders), budget);
    if (!many || is_light) return;
    evaluate_apart(*task.space, points[n]);
    points[n] = task.run(search.limits, adders, {}, 0);
  });
  for (Frontier& frontier : frontiers) {
    frontier.points = points[find_task(tasks, frontier) - tasks.begin()];
    for (UnitPoint& point : frontier.points) rename_arrays(point, *frontier.renamed);
  }
  // Half as many estimates as for what each unit finds by itself; all of them find nothing more.
  if (!many) suit_others(frontiers, base, search.limits, assembly.of->configurations / 2);
  for (Frontier& frontier : frontiers) {
    if (std::isfinite(search.options.port_banks)) drop_wide(frontier, base.top_function(), search.options.port_banks);
    for (UnitPoint& point : frontier.points) point.latency *= frontier.runs();
  }
  return frontiers;
}

}  // namespace pom::dse::explore
