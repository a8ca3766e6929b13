#include "dse/explore/ladder.hpp"

#include <algorithm>
#include <array>

namespace pom::dse {

namespace {

constexpr std::array shares = {0.03, 0.06, 0.12, 0.25, 0.37, 0.5, 0.62, 0.75, 0.87, 1.0};
/// Points beside the fastest ones of each share, for single steps.
constexpr std::size_t near_points = 16;

/// Units of functions with at most so many learn from each other.
constexpr std::size_t most_units_to_align = 8;

Limits scale(const Limits& limits, double share) {
  return {limits.dsp * share, limits.lut * share, limits.ff * share, limits.bram_18k, limits.uram};
}

bool fits(const Unit& unit, const UnitChoice& choice) {
  if (choice.factors.size() != unit.loops.size()) return false;
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    if (choice.factors[n] > 1 && (!unit.loops[n].cuttable || choice.factors[n] > unit.loops[n].trip)) return false;
  }
  return true;
}

}  // namespace

UnitLadder make_ladder(UnitSpace& space, const Unit& unit, const Limits& limits, Adders adders, long budget) {
  UnitLadder ladder;
  ladder.unit = unit;
  UnitChoice one;
  one.factors.assign(unit.loops.size(), 1);
  std::vector<UnitPoint> chosen;
  for (const double share : shares) {
    const UnitSpace::Search found = space.find_fastest(scale(limits, share), adders, budget);
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

void align_ladders(std::vector<UnitLadder>& ladders, const std::vector<UnitSpace*>& spaces, const Limits& limits) {
  std::vector<UnitChoice> choices;
  for (const UnitLadder& ladder : ladders) {
    for (const UnitPoint& point : ladder.points) choices.push_back(point.choice);
  }
  for (std::size_t u = 0; u < ladders.size() && ladders.size() <= most_units_to_align; ++u) {
    UnitLadder& ladder = ladders[u];
    std::vector<UnitChoice> levels;
    for (std::size_t level : ladder.levels) levels.push_back(ladder.points[level].choice);
    for (UnitChoice choice : choices) {
      choice.fabric_adders = choice.fabric_adders && spaces[u]->has_sums();
      const auto same = [&](const UnitPoint& p) { return p.choice == choice; };
      if (!fits(ladder.unit, choice) || std::any_of(ladder.points.begin(), ladder.points.end(), same)) continue;
      const UnitPoint& point = spaces[u]->evaluate(choice);
      if (limits.hold(point.resources)) ladder.points.push_back(point);
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

}  // namespace pom::dse
