#include "dse/explore/ladder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace pom::dse {

namespace {

constexpr std::array shares = {0.03, 0.06, 0.12, 0.25, 0.37, 0.5, 0.62, 0.75, 0.87, 1.0};
/// Points beside the fastest ones of each share, for single steps.
constexpr std::size_t near_points = 16;

/// What one of many units takes of the device at most.
constexpr double round_share = 0.62;

/// Units that the others of a large function learn from.
constexpr std::size_t most_models = 3;
constexpr std::int64_t most_copies_to_double = 40;

}  // namespace

UnitChoice align_choice(const UnitChoice& model, const Unit& unit) {
  UnitChoice choice = model;
  choice.factors.assign(unit.loops.size(), 1);
  for (std::size_t back = 1; back <= std::min(model.factors.size(), unit.loops.size()); ++back) {
    const UnitLoop& loop = unit.loops[unit.loops.size() - back];
    if (loop.cuttable)
      choice.factors[unit.loops.size() - back] = std::min(model.factors[model.factors.size() - back], loop.trip);
  }
  if (!is_buildable(unit, choice)) choice.factors.assign(unit.loops.size(), 1);
  return choice;
}

std::vector<std::size_t> find_models(const std::vector<UnitLadder>& ladders) {
  std::vector<std::size_t> models;
  for (std::size_t u = 0; u < ladders.size(); ++u) models.push_back(u);
  std::stable_sort(models.begin(), models.end(), [&](std::size_t a, std::size_t b) {
    return ladders[a].points[ladders[a].levels.front()].latency > ladders[b].points[ladders[b].levels.front()].latency;
  });
  if (models.size() > few_units) models.resize(most_models);
  return models;
}

namespace {

/// Slowest first; for each share of the device the fastest point that holds it, or else the slowest one: of those whose
/// copies do not wait for each other's operators, whose cuts suit other units best, and of all.
void set_levels(UnitLadder& ladder, const Limits& limits) {
  std::stable_sort(ladder.points.begin(), ladder.points.end(),
                   [](const UnitPoint& a, const UnitPoint& b) { return a.latency > b.latency; });
  const double interval = ladder.points.front().interval;
  for (const double share : shares) {
    std::size_t level = 0, waiting = 0;
    for (std::size_t n = 0; n < ladder.points.size(); ++n) {
      if (!limits.share(share).hold(ladder.points[n].resources)) continue;
      waiting = n;
      if (ladder.points[n].interval <= interval) level = n;
    }
    ladder.levels.insert(ladder.levels.end(), {level, waiting});
  }
  ladder.levels.front() = 0;
}

/// The choices that fit and are faster than one copy, at most `budget` of them.
UnitLadder evaluate_all(UnitSpace& space, const Unit& unit, const std::vector<UnitChoice>& choices,
                        const Limits& limits, long budget) {
  UnitLadder ladder;
  ladder.unit = unit;
  UnitChoice one = one_copy(unit);
  ladder.points = {space.evaluate(one)};
  for (const UnitChoice& choice : choices) {
    if (choice == one) continue;
    if (budget-- <= 0 || space.is_over()) break;
    const UnitPoint& point = space.evaluate(choice);
    if (limits.hold(point.resources) && point.latency < ladder.points.front().latency) ladder.points.push_back(point);
  }
  return ladder;
}

void add_known(UnitLadder& ladder, const std::vector<UnitPoint>& points) {
  for (const UnitPoint& point : points) {
    const auto same = [&](const UnitPoint& p) { return p.choice == point.choice; };
    if (std::none_of(ladder.points.begin(), ladder.points.end(), same)) ladder.points.push_back(point);
  }
}

}  // namespace

UnitLadder make_ladder(UnitSpace& space, const Unit& unit, const Limits& limits, Adders adders,
                       const LadderSize& size) {
  UnitLadder ladder = evaluate_all(space, unit, space.spread_choices(limits, adders, size.of_one_count, size.slowest),
                                   limits, size.points);
  ladder.slowest = size.slowest;
  add_known(ladder, space.near_best(limits, adders, INFINITY, near_points));
  set_levels(ladder, limits);
  return ladder;
}

UnitLadder make_round_ladder(UnitSpace& space, const Unit& unit, const Limits& limits, Adders adders,
                             const LadderSize& size) {
  const Limits part = limits.share(round_share);
  UnitLadder ladder = evaluate_all(space, unit, space.round_choices(part, adders), part, size.points);
  // What choosing the structure estimated is known for nothing.
  for (const double share : shares) add_known(ladder, space.near_best(limits.share(share), adders, INFINITY, 1));
  set_levels(ladder, limits);
  return ladder;
}

std::vector<double> share_of_cycles(const std::vector<UnitSpace*>& spaces, const std::vector<SpaceUse>& uses) {
  std::vector<double> cycles;
  double sum = 0;
  for (std::size_t n = 0; n < spaces.size(); ++n) {
    const double once = spaces[n]->evaluate(one_copy(spaces[n]->unit())).latency;
    cycles.push_back(once * static_cast<double>(uses[n].runs));
    sum += cycles.back() * static_cast<double>(uses[n].modules);
  }
  for (double& here : cycles) here /= std::max(sum, 1.0);
  return cycles;
}

void rename_arrays(UnitLadder& ladder, const std::map<std::string, std::string>& names) {
  if (names.empty()) return;
  for (UnitPoint& point : ladder.points) {
    BankFactors banks;
    for (auto& [array, factors] : point.banks) banks[names.contains(array) ? names.at(array) : array] = factors;
    point.banks = std::move(banks);
    for (std::string& array : point.wide) array = names.contains(array) ? names.at(array) : array;
  }
}

namespace {

/// The choices at the levels of all ladders, each once, and with twice as many copies along one loop: banks that are
/// multiples of each other serve both.
std::vector<UnitChoice> collect_choices(const std::vector<UnitLadder>& ladders) {
  std::vector<UnitChoice> choices;
  const bool few = ladders.size() <= few_units;
  for (std::size_t model : find_models(ladders)) {
    const UnitLadder& ladder = ladders[model];
    for (std::size_t level : ladder.levels) {
      const UnitChoice& choice = ladder.points[level].choice;
      choices.push_back(choice);
      for (std::size_t n = 0; few && n < choice.factors.size(); ++n) {
        if (choice.factors[n] == 1 || choice.copies() > most_copies_to_double) continue;
        choices.push_back(choice);
        choices.back().factors[n] *= 2;
      }
    }
  }
  const auto key = [](const UnitChoice& c) { return std::tie(c.factors, c.fabric_adders, c.interval, c.outer_apart); };
  std::sort(choices.begin(), choices.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  return choices;
}

}  // namespace

void add_choices(UnitLadder& ladder, UnitSpace& space, const std::map<std::string, std::string>& names,
                 const std::vector<UnitChoice>& choices, const Limits& limits) {
  std::vector<UnitChoice> levels;
  for (std::size_t level : ladder.levels) levels.push_back(ladder.points[level].choice);
  for (UnitChoice choice : choices) {
    choice.fabric_adders = choice.fabric_adders && space.has_sums();
    const auto same = [&](const UnitPoint& p) { return p.choice == choice; };
    if (!space.has(choice, limits) || std::any_of(ladder.points.begin(), ladder.points.end(), same)) continue;
    if (space.least_cycles(choice, limits) > ladder.slowest) continue;
    UnitLadder more;
    more.points.push_back(space.evaluate(choice));
    rename_arrays(more, names);
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

void add_round_choices(UnitLadder& ladder, UnitSpace& space, const Limits& limits, Adders adders, long budget) {
  std::vector<UnitChoice> choices = space.round_choices(limits, adders);
  if (static_cast<long>(choices.size()) > budget) choices.resize(budget);
  add_choices(ladder, space, {}, choices, limits);
}

void add_apart_choices(UnitLadder& ladder, UnitSpace& space, const Limits& limits) {
  std::vector<UnitChoice> choices;
  for (const UnitPoint& point : ladder.points) {
    UnitChoice apart = point.choice;
    apart.outer_apart = true;
    if (point.choice.outer_apart || !loop_apart(ladder.unit, apart)) continue;
    if (space.evaluate(apart).resources.lut < point.resources.lut) choices.push_back(std::move(apart));
  }
  add_choices(ladder, space, {}, choices, limits);
}

void align_ladders(std::vector<UnitLadder>& ladders, const std::vector<UnitSpace*>& spaces,
                   const std::vector<const std::map<std::string, std::string>*>& names, const Limits& limits) {
  const std::vector<UnitChoice> models = collect_choices(ladders);
  for (std::size_t u = 0; u < ladders.size(); ++u) {
    std::vector<UnitChoice> choices;
    for (const UnitChoice& model : models) choices.push_back(align_choice(model, ladders[u].unit));
    add_choices(ladders[u], *spaces[u], *names[u], choices, limits);
  }
}

}  // namespace pom::dse
