#include "dse/explore/combine/suit_banks.hpp"

#include <algorithm>
#include <bit>

#include "dse/explore/unit/unit_accesses.hpp"
#include "dse/kernel/rewrite/calls.hpp"

namespace pom::dse::explore {

namespace {

/// Configurations of a unit, at most, that are suited to the banks of one of another unit.
constexpr std::size_t most_suited = 10;

/// By array and dimension: the loop of the unit that moves along it; -1: none does, or several do.
using IndexLoops = std::map<std::string, std::vector<int>>;

/// `function`: holds the unit's loops as written.
IndexLoops find_index_loops(const Function& function, const Unit& unit) {
  IndexLoops loops;
  for (const UnitAccess& access : list_accesses(function, unit)) {
    std::vector<int> here;
    for (const unsigned moving : access.loops)
      here.push_back(std::has_single_bit(moving) ? std::countr_zero(moving) : -1);
    const auto [at, fresh] = loops.try_emplace(function.arrays[access.array].name, here);
    for (std::size_t d = 0; d < here.size() && d < at->second.size(); ++d) {
      if (at->second[d] != here[d]) at->second[d] = -1;
    }
  }
  return loops;
}

/// Each configuration also with the loop cut by as many copies as there are banks, and by half as many.
void extend(std::vector<Configuration>& all, std::size_t loop, std::int64_t banks) {
  const std::size_t end = all.size();
  for (std::size_t n = 0; n < end && banks % 2 == 0; ++n) {
    all.push_back(all[n]);
    all.back().factors[loop] = banks / 2;
  }
  for (std::size_t n = 0; n < end; ++n) all[n].factors[loop] = banks;
}

/// Configurations that need no other banks than another unit's point asks for. Loops that move along a dimension are
/// cut by its number of banks, or by half of it; one other loop makes up for the point's number of copies, or half of
/// it.
std::vector<Configuration> list_suited(const UnitPoint& model, const Unit& unit, const IndexLoops& loops) {
  std::map<std::size_t, std::int64_t> bound;  // loops, by banks
  for (const auto& [array, banks] : model.banks) {
    const auto mine = loops.find(array);
    if (mine == loops.end()) continue;
    for (std::size_t d = 0; d < banks.size() && d < mine->second.size(); ++d) {
      if (mine->second[d] < 0) continue;
      std::int64_t& here = bound[mine->second[d]];
      here = std::max(here, banks[d]);
    }
  }
  if (bound.empty()) return {};
  Configuration one = one_copy(unit);
  one.fabric_adders = model.choice.fabric_adders;
  std::vector<Configuration> cut{one}, chosen;
  const auto add = [&](Configuration choice) {
    const bool fits = is_buildable(unit, choice) && !is_all_at_once(unit, choice);
    if (fits && chosen.size() < most_suited && std::find(chosen.begin(), chosen.end(), choice) == chosen.end())
      chosen.push_back(std::move(choice));
  };
  for (const auto& [loop, banks] : bound) {
    if (unit.loops[loop].cuttable && banks > 1) extend(cut, loop, std::min(banks, unit.loops[loop].trip));
  }
  for (const Configuration& choice : cut) {
    for (const std::int64_t copies : {model.choice.copies(), model.choice.copies() / 2}) {
      for (std::size_t n = 0; n < unit.loops.size(); ++n) {
        if (bound.contains(n) || !unit.loops[n].cuttable) continue;
        Configuration more = choice;
        more.factors[n] = std::clamp<std::int64_t>(copies / choice.copies(), 1, unit.loops[n].trip);
        add(std::move(more));
      }
      add(choice);
    }
  }
  return chosen;
}

/// The factors of another unit's configuration, innermost loop by innermost loop, and the same with one factor doubled:
/// banks that are multiples of each other serve both units.
std::vector<Configuration> list_aligned(const Configuration& model, const Unit& unit) {
  Configuration choice = one_copy(unit);
  choice.fabric_adders = model.fabric_adders;
  for (std::size_t back = 1; back <= std::min(model.factors.size(), unit.loops.size()); ++back) {
    const UnitLoop& loop = unit.loops[unit.loops.size() - back];
    if (loop.cuttable)
      choice.factors[unit.loops.size() - back] = std::min(model.factors[model.factors.size() - back], loop.trip);
  }
  std::vector<Configuration> all{choice};
  for (std::size_t n = 0; n < choice.factors.size(); ++n) {
    if (choice.factors[n] == 1) continue;
    all.push_back(choice);
    all.back().factors[n] *= 2;
  }
  return all;
}

/// The points with the fewest LUTs for each copy first, which have nearly as many copies as fit.
std::vector<UnitPoint> list_models(const Frontier& frontier) {
  std::vector<UnitPoint> models = frontier.points;
  const auto lut = [](const UnitPoint& p) { return p.resources.lut / static_cast<double>(p.choice.copies()); };
  std::stable_sort(models.begin(), models.end(),
                   [&](const UnitPoint& a, const UnitPoint& b) { return lut(a) < lut(b); });
  return models;
}

}  // namespace

void suit_others(std::vector<Frontier>& frontiers, const Kernel& whole, const Limits& limits, long budget) {
  std::vector<std::vector<UnitPoint>> models;
  std::size_t most = 0;
  for (const Frontier& frontier : frontiers) {
    models.push_back(list_models(frontier));
    most = std::max(most, models.back().size());
  }
  for (std::size_t v = 0; v < frontiers.size(); ++v) {
    const Unit& unit = frontiers[v].unit;
    const IndexLoops loops = find_index_loops(whole.functions[find_holder(whole, unit.loops.back().label)], unit);
    std::vector<Configuration> choices;
    // The best model of each unit in turn, so that the budget is no unit's alone.
    for (std::size_t n = 0; n < most; ++n) {
      for (std::size_t u = 0; u < frontiers.size(); ++u) {
        if (u == v || n >= models[u].size()) continue;
        const UnitPoint& model = models[u][n];
        for (const auto& more : {list_aligned(model.choice, unit), list_suited(model, unit, loops)})
          choices.insert(choices.end(), more.begin(), more.end());
      }
    }
    add_points(frontiers[v], choices, limits, budget);
  }
}

}  // namespace pom::dse::explore
