#include "dse/explore/match_banks.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "dse/explore/shared_nests.hpp"

namespace pom::dse {

namespace {

/// Points of a unit that the others are matched with: not the fastest ones, which leave nothing for the others.
constexpr std::size_t most_models_of_a_unit = 40;
constexpr double fewest_copies = 0.68, most_copies = 0.92;
/// From so many copies on all ways to make them are looked at, unless there are too many.
constexpr double many_copies = 0.8;
/// Choices for one unit and one point of another.
constexpr std::size_t most_matches = 10;
/// A unit that takes less of all cycles is not worth it.
constexpr double least_part = 0.05;

constexpr std::size_t too_many_choices = 400, most_choices = 140;

/// Copies that wait for each other's operators take banks for fewer.
bool waits_for_operators(const UnitLadder& ladder, const UnitPoint& point) {
  return point.interval != ladder.points.front().interval;
}

std::int64_t most_copies_of(const UnitLadder& ladder) {
  std::int64_t most = 1;
  for (const UnitPoint& point : ladder.points) {
    if (!waits_for_operators(ladder, point)) most = std::max(most, point.choice.copies());
  }
  return most;
}

double slowest_of(const UnitLadder& ladder) { return ladder.points.front().latency; }

/// All ways to cut the loops that are bound to banks.
void extend(std::vector<UnitChoice>& all, std::size_t loop, std::int64_t banks) {
  const std::size_t end = all.size();
  for (std::size_t n = 0; n < end && banks % 2 == 0; ++n) {
    all.push_back(all[n]);
    all.back().factors[loop] = banks / 2;
  }
  for (std::size_t n = 0; n < end; ++n) all[n].factors[loop] = banks;
}

}  // namespace

/// Those that take the fewest LUTs for a copy, each with banks of its own.
std::vector<UnitPoint> choose_models(const UnitLadder& ladder) {
  const std::int64_t most = most_copies_of(ladder);
  std::vector<UnitPoint> models;
  for (const UnitPoint& point : ladder.points) {
    const double part = static_cast<double>(point.choice.copies()) / static_cast<double>(most);
    if (part >= fewest_copies && part <= most_copies && !waits_for_operators(ladder, point)) models.push_back(point);
  }
  const auto lut = [](const UnitPoint& p) { return p.resources.lut / static_cast<double>(p.choice.copies()); };
  std::stable_sort(models.begin(), models.end(),
                   [&](const UnitPoint& a, const UnitPoint& b) { return lut(a) < lut(b); });
  std::set<BankFactors> known;
  std::erase_if(models, [&](const UnitPoint& point) { return !known.insert(point.banks).second; });
  if (models.size() > most_models_of_a_unit) models.resize(most_models_of_a_unit);
  return models;
}

IndexLoops find_index_loops(const Function& function, const Unit& unit) {
  std::map<int, int> place;  // in the unit, by Loop::id
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    if (const Loop* loop = find_loop(function.body, unit.loops[n].label)) place[loop->id] = static_cast<int>(n);
  }
  IndexLoops loops;
  const Loop* innermost = find_loop(function.body, unit.loops.back().label);
  if (!innermost) return loops;
  visit_accesses(function, innermost->body, [&](int number, const std::vector<Index>& indices) {
    const auto [at, fresh] = loops.try_emplace(function.arrays[number].name);
    std::vector<int> here;
    for (const Index& index : indices) {
      here.push_back(-1);
      int moving = 0;
      for (const Index::Term& term : index.terms) {
        if (!place.contains(term.loop)) continue;
        here.back() = ++moving == 1 ? place.at(term.loop) : -1;
      }
    }
    if (fresh) at->second = here;
    for (std::size_t d = 0; d < here.size() && d < at->second.size(); ++d) {
      if (at->second[d] != here[d]) at->second[d] = -1;
    }
  });
  return loops;
}

std::vector<UnitChoice> match_banks(const UnitPoint& model, const Unit& unit, const IndexLoops& loops) {
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
  UnitChoice one = one_copy(unit);
  one.fabric_adders = model.choice.fabric_adders;
  std::vector<UnitChoice> cut{one}, all;
  for (const auto& [loop, banks] : bound) {
    if (unit.loops[loop].cuttable && banks > 1) extend(cut, loop, std::min(banks, unit.loops[loop].trip));
  }
  for (const UnitChoice& choice : cut) {
    for (const std::int64_t copies : {model.choice.copies(), model.choice.copies() / 2}) {
      for (std::size_t n = 0; n < unit.loops.size(); ++n) {
        if (bound.contains(n) || !unit.loops[n].cuttable) continue;
        UnitChoice more = choice;
        more.factors[n] = std::clamp<std::int64_t>(copies / choice.copies(), 1, unit.loops[n].trip);
        if (is_buildable(unit, more)) all.push_back(std::move(more));
      }
      if (is_buildable(unit, choice)) all.push_back(choice);
    }
  }
  std::vector<UnitChoice> chosen;
  for (UnitChoice& choice : all) {
    if (chosen.size() < most_matches && std::find(chosen.begin(), chosen.end(), choice) == chosen.end())
      chosen.push_back(std::move(choice));
  }
  return chosen;
}

namespace {

/// All ways to cut the loops into as many copies as models have, or the fastest of them: which banks suit others is not
/// seen in one unit.
void add_models(UnitLadder& ladder, UnitSpace& space, const std::map<std::string, std::string>& names,
                const Limits& limits, Adders adders) {
  const auto most = static_cast<double>(most_copies_of(ladder));
  const auto least = static_cast<std::int64_t>(std::ceil(many_copies * most));
  std::vector<UnitChoice> all =
      space.choices_between(least, static_cast<std::int64_t>(most_copies * most), limits, adders);
  if (all.size() > too_many_choices) return;
  if (all.size() > most_choices) all.resize(most_choices);
  add_choices(ladder, space, names, all, limits);
}

}  // namespace

void match_ladders(std::vector<UnitLadder>& ladders, const std::vector<UnitSpace*>& spaces,
                   const std::vector<const std::map<std::string, std::string>*>& names, const Kernel& whole,
                   const Limits& limits, Adders adders) {
  double all = 0;
  for (const UnitLadder& ladder : ladders) all += slowest_of(ladder);
  std::vector<std::vector<UnitPoint>> models;
  std::vector<IndexLoops> loops;
  for (std::size_t u = 0; u < ladders.size(); ++u) {
    const bool heavy = slowest_of(ladders[u]) >= least_part * all;
    if (heavy) add_models(ladders[u], *spaces[u], *names[u], limits, adders);
    models.push_back(heavy ? choose_models(ladders[u]) : std::vector<UnitPoint>{});
    loops.push_back(heavy ? find_index_loops(whole.functions[find_holder(whole, ladders[u].unit.loops.back().label)],
                                             ladders[u].unit)
                          : IndexLoops{});
  }
  for (std::size_t v = 0; v < ladders.size(); ++v) {
    std::vector<UnitChoice> choices;
    for (std::size_t u = 0; u < ladders.size(); ++u) {
      if (u == v || loops[v].empty()) continue;
      for (const UnitPoint& model : models[u]) {
        for (UnitChoice& choice : match_banks(model, ladders[v].unit, loops[v])) choices.push_back(std::move(choice));
      }
    }
    add_choices(ladders[v], *spaces[v], *names[v], choices, limits);
  }
}

}  // namespace pom::dse
