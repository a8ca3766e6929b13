#include <algorithm>
#include <cmath>

#include "dse/explore/explorer.hpp"
#include "dse/explore/function_bound.hpp"
#include "dse/explore/ladder.hpp"
#include "dse/explore/match_banks.hpp"
#include "dse/explore/parallel.hpp"
#include "dse/explore/shared_nests.hpp"

/// The units of the chosen structures, and the points of each that are put together with the others'.
namespace pom::dse {

namespace {

/// Points of a unit that takes hardly any time.
constexpr long light_ladder = 30;

/// A unit of so much of the cycles is searched closely also beside many others.
constexpr double dominant_part = 0.5;

}  // namespace

/// Units of the chosen structures, each once for all nests that share its module.
std::vector<Explorer::Planned> Explorer::planned_units() const {
  std::vector<Planned> all;
  std::map<std::pair<std::string, std::size_t>, std::size_t> known;  // module and unit of a nest → place
  for (std::size_t n = 0; n < designs_.size(); ++n) {
    for (std::size_t u = 0; designs_[n] && u < designs_[n]->units.size(); ++u) {
      Planned planned{designs_[n]->units[u], {}, designs_[n]->spaces[u].get(), &designs_[n]->renamed};
      if (u < designs_[n]->unit_bounds.size()) planned.least = designs_[n]->unit_bounds[u];
      for (int& statement : planned.unit.statements) statement = nests_[n].statements[statement];
      const bool shares = !modules_.empty() && !modules_[n].name.empty();
      const auto [at, fresh] = known.try_emplace({shares ? modules_[n].name : std::to_string(n), u}, all.size());
      if (fresh) {
        all.push_back(std::move(planned));
        continue;
      }
      // The function was made from one of them.
      Planned& first = all[at->second];
      if (find_holder(*base_, first.unit.loops.back().label) == base_->functions.size()) {
        planned.twins = std::move(first.twins);
        std::swap(first, planned);
      }
      first.twins.push_back(std::move(planned.unit));
    }
  }
  return all;
}

/// Units that never run at once take the sum of their cycles: what the others take at least, one cannot have. Units
/// that may run at once with it leave it all.
std::vector<double> Explorer::slowest_that_gain(const std::vector<Planned>& units) const {
  std::vector<double> slowest(units.size(), INFINITY);
  if (!std::isfinite(incumbent_) || units.size() > few_units) return slowest;
  const SerialStatements serial(as_written_, bounds_);
  const auto are_serial = [&](const Unit& one, const Unit& other) {
    return std::any_of(one.statements.begin(), one.statements.end(), [&](int s) {
      return std::any_of(other.statements.begin(), other.statements.end(), [&](int t) { return serial(s, t); });
    });
  };
  for (std::size_t u = 0; u < units.size(); ++u) {
    slowest[u] = incumbent_;
    std::vector<std::size_t> in_turn{u};
    for (std::size_t v = 0; v < units.size(); ++v) {
      const auto waits = [&](std::size_t other) { return v != other && are_serial(units[v].unit, units[other].unit); };
      if (!std::all_of(in_turn.begin(), in_turn.end(), waits)) continue;
      in_turn.push_back(v);
      slowest[u] -= units[v].least;
    }
  }
  return slowest;
}

std::vector<UnitLadder> Explorer::make_ladders(Adders adders) {
  const std::vector<Planned> units = planned_units();
  const std::vector<double> slowest = slowest_that_gain(units);
  std::vector<UnitSpace*> spaces, distinct;
  std::vector<const std::map<std::string, std::string>*> names;
  for (const Planned& planned : units) {
    spaces.push_back(planned.space);
    names.push_back(planned.renamed);
    if (std::find(distinct.begin(), distinct.end(), spaces.back()) == distinct.end()) distinct.push_back(spaces.back());
  }
  const bool many = units.size() > few_units;
  std::vector<SpaceUse> uses(distinct.size());
  std::vector<double> slowest_of_space(distinct.size());
  for (std::size_t u = 0; u < units.size(); ++u) {
    const auto at = static_cast<std::size_t>(std::find(distinct.begin(), distinct.end(), spaces[u]) - distinct.begin());
    ++uses[at].modules;
    uses[at].runs = std::max(uses[at].runs, 1 + units[u].twins.size());
    slowest_of_space[at] = std::max(slowest_of_space[at], slowest[u]);
  }
  const std::vector<double> parts = share_of_cycles(distinct, uses);
  const double heaviest = parts.empty() ? 0 : *std::max_element(parts.begin(), parts.end());
  std::vector<UnitLadder> by_space(distinct.size()), ladders;
  run_parallel(distinct.size(), options_.threads, [&](std::size_t n) {
    const bool is_light = parts[n] < light_part * heaviest;
    const bool is_dominant = parts[n] > dominant_part;
    const auto make = (many && !is_dominant) || is_light ? make_round_ladder : make_ladder;
    LadderSize size{!is_light ? effort_.ladder : many ? 0 : light_ladder};
    if (parts[n] < secondary_part * heaviest) size.of_one_count = 1;
    size.slowest = slowest_of_space[n];
    by_space[n] = make(*distinct[n], distinct[n]->unit(), limits_, adders, size);
    // Beside many units, and in modules that many nests share, what suits all their banks counts as much as what suits
    // one.
    if (make == make_ladder && (many || !modules_.empty()))
      add_round_choices(by_space[n], *distinct[n], limits_, adders, effort_.ladder);
    if (many && !is_light) add_apart_choices(by_space[n], *distinct[n], limits_);
  });
  for (std::size_t u = 0; u < units.size(); ++u) {
    const auto at = std::find(distinct.begin(), distinct.end(), spaces[u]) - distinct.begin();
    ladders.push_back(by_space[at]);
    ladders.back().unit = units[u].unit;
    ladders.back().twins = units[u].twins;
    ladders.back().space = spaces[u];
    ladders.back().renamed = names[u];
    rename_arrays(ladders.back(), *names[u]);
  }
  if (!many) {
    align_ladders(ladders, spaces, names, limits_);
    match_ladders(ladders, spaces, names, *base_, limits_, adders);
  }
  for (UnitLadder& ladder : ladders) {
    for (UnitPoint& point : ladder.points) point.latency *= static_cast<double>(1 + ladder.twins.size());
  }
  return ladders;
}

}  // namespace pom::dse
