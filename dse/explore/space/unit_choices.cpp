#include "dse/explore/space/unit_choices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "dse/explore/budget/effort.hpp"

namespace pom::dse::explore {

namespace {

/// Loops that one configuration may cut: the same number of copies along more loops is the same work. In nests with
/// more of them, those that carry a dependence are not cut together with the others.
constexpr std::ptrdiff_t most_cut_loops = 4;
/// Configurations that are listed for a unit, which takes about a second. Where there may be more, fewer loops are cut
/// together: four loops on the largest chip have 150 000 at most, seven nearly two million.
constexpr double most_candidates = 300'000;
/// Of a unit.
constexpr std::int64_t most_copies = 256;
/// Cycles. A loop that carries a dependence is not cut if one copy already starts its iterations further apart: each
/// waits for the one before, and more copies would wait longer.
constexpr double most_waiting = 2;
/// At the shortest interval at which the operators fit, the multiplexers before them may not: intervals up to
/// `slowest_beside` times as long are candidates too, each a fifth longer than the one before; up to `longest_asked`
/// cycles where not even one copy fits.
constexpr double slowest_beside = 1.5, asked_steps = 5, longest_asked = 100;
/// Share of the LUTs. Operators that take more leave too few for the multiplexers and registers around them.
constexpr double little_of_room = 0.4;
/// Configurations with one number of copies that are estimated, those of the least bound first.
constexpr std::size_t ways_of_one_count = 8;
/// Share of the cycles by which more copies must be faster by their bound to be estimated before others.
constexpr double least_gain = 0.01;
constexpr std::int64_t most_round_factor = 32, most_round_copies = 64, longest_chain = 8, longest_part_of_sum = 4;

}  // namespace

/// Copies of a loop that carries a dependence wait for each other, but may find their elements in the same banks as
/// another unit's. In deep nests only the innermost of them join the others.
UnitChoices::UnitChoices(const ChoiceBound& bound, const UnitWork& work, const Unit& unit, bool is_nest)
    : bound_(bound), work_(work), unit_(unit), is_nest_(is_nest), mixed_(unit.loops.size()) {
  const auto parallel = std::count_if(unit.loops.begin(), unit.loops.end(),
                                      [](const UnitLoop& loop) { return loop.cuttable && loop.parallel; });
  std::ptrdiff_t left = most_cut_loops - parallel;
  for (std::size_t n = unit.loops.size(); n-- > 0;) {
    const UnitLoop& loop = unit.loops[n];
    mixed_[n] = loop.cuttable && (loop.parallel || parallel == 0 || left-- > 0);
  }
  cut_loops_ = find_cut_loops();
}

bool UnitChoices::has_all_mixtures() const {
  std::ptrdiff_t loops = 0;
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
    const UnitLoop& loop = unit_.loops[n];
    if (!loop.cuttable || loop.trip < 2 || waits(n)) continue;
    if (!mixed_[n] || ++loops > cut_loops_) return false;
  }
  return true;
}

std::int64_t UnitChoices::most_copies_here() const {
  const std::int64_t times = unit_.allowed.times;
  return std::min(times * most_copies, std::max<std::int64_t>(1, times * most_operations_of_copies /
                                                                     std::max<std::int64_t>(1, work_.operations())));
}

/// Where all iterations are at once, the nest's own latency is the unit's.
bool UnitChoices::may_build(const Configuration& choice) const {
  return is_buildable(unit_, choice) && (is_nest_ || !is_all_at_once(unit_, choice));
}

/// The loop carries a dependence that one copy already waits for.
bool UnitChoices::waits(std::size_t loop) const {
  return !unit_.loops[loop].parallel && bound_.interval() > most_waiting;
}

/// Such a loop is cut.
bool UnitChoices::waits_for_itself(const Configuration& choice) const {
  for (std::size_t n = 0; n < choice.factors.size(); ++n) {
    if (choice.factors[n] > 1 && waits(n)) return true;
  }
  return false;
}

/// At the interval of one copy, the operators of all copies fit.
bool UnitChoices::keeps_pace(const Configuration& choice, const Limits& limits) const {
  return work_.operator_interval(choice, limits, bound_.interval()) <= bound_.interval();
}

/// The most loops that one configuration cuts, so that there are no more of them than can be listed: as many ways are
/// counted to cut up to so many loops into no more copies than the unit may have.
std::ptrdiff_t UnitChoices::find_cut_loops() const {
  const auto most = static_cast<std::size_t>(most_copies_here());
  std::vector<std::vector<double>> ways(most_cut_loops + 1, std::vector<double>(most + 1));  // by loops cut, copies
  ways[0][1] = 1;
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
    if (!mixed_[n] || waits(n)) continue;
    for (std::size_t cuts = most_cut_loops; cuts > 0; --cuts) {
      for (std::size_t factor = 2; factor <= most && static_cast<std::int64_t>(factor) <= unit_.loops[n].trip;
           ++factor) {
        for (std::size_t copies = 1; copies * factor <= most; ++copies)
          ways[cuts][copies * factor] += ways[cuts - 1][copies];
      }
    }
  }
  double all = 0;
  for (std::ptrdiff_t cuts = 0; cuts <= most_cut_loops; ++cuts) {
    all = std::accumulate(ways[cuts].begin(), ways[cuts].end(), all);
    if (all > most_candidates) return std::max<std::ptrdiff_t>(cuts - 1, 1);
  }
  return most_cut_loops;
}

/// Lists the choice with copies of up to `cuts` of the loops in front of `loop` too.
void UnitChoices::extend(std::vector<Candidate>& all, const Configuration& choice, std::size_t loop,
                         std::ptrdiff_t cuts, const Limits& limits) const {
  while (loop > 0 && cuts > 0) {
    --loop;
    const UnitLoop& here = unit_.loops[loop];
    if (!mixed_[loop] || waits(loop)) continue;
    Configuration more = choice;
    for (std::int64_t factor = 2; factor <= std::min(here.trip, most_copies_here()); ++factor) {
      more.factors[loop] = factor;
      // More copies than the interval of one copy leaves time for only wait for each other's operators.
      if (!keeps_pace(more, limits) || more.copies() > most_copies_here()) break;
      if (may_build(more)) all.push_back({more, 0});
      extend(all, more, loop, cuts - 1, limits);
    }
  }
}

const UnitChoices::Enumerated& UnitChoices::enumerated(const Limits& limits, Adders adders) const {
  const auto [at, fresh] = enumerated_.try_emplace({limits, adders});
  if (fresh) at->second = enumerate(limits, adders);
  return at->second;
}

const std::vector<UnitChoices::Candidate>& UnitChoices::candidates(const Limits& limits, Adders adders) const {
  return enumerated(limits, adders).all;
}

bool UnitChoices::has(const Configuration& member, const Limits& limits) const {
  Configuration choice = member;
  choice.registers = false;
  return enumerated(limits, choice.fabric_adders ? Adders::fabric : Adders::dsp).members.contains(choice);
}

UnitChoices::Enumerated UnitChoices::enumerate(const Limits& limits, Adders adders) const {
  const Configuration one = bound_.one_with(adders);
  Enumerated found;
  std::vector<Candidate>& all = found.all;
  all.push_back({one, 0});
  extend(all, one, unit_.loops.size(), cut_loops_, limits);
  for (const Candidate& candidate : all) found.members.insert(candidate.choice);
  add_special(found, one, limits, adders);
  add_slower(found, one, limits, adders);
  for (Candidate& candidate : all) candidate.bound = bound_.of(candidate.choice, limits);
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
  return found;
}

double UnitChoices::least_cycles(const Limits& limits) const {
  double least = INFINITY;
  for (const Adders adders : bound_.kinds_of_adders())
    least = std::min(least, candidates(limits, adders).front().bound);
  return least;
}

/// Configurations that `extend` leaves out but that may pay: those of round_choices, which may cut other loops, and 2,
/// 4 and 8 copies of any one loop; more where iterations wait and copies may be faster: what one hands to the next
/// meets memories only once for all of them, but sums of floats take as long as their operators.
void UnitChoices::add_special(Enumerated& found, const Configuration& one, const Limits& limits, Adders adders) const {
  std::vector<Configuration> more = round_choices(limits, adders);
  more.push_back(all_at_once(one));
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
    Configuration choice = one;
    double bound = INFINITY;
    for (std::int64_t factor = 2; factor <= std::min(most_round_copies, most_copies_here()); factor *= 2) {
      choice.factors[n] = factor;
      const double fewer = std::exchange(bound, bound_.of(choice, limits));
      if (factor > longest_chain && (!waits(n) || bound >= fewer)) break;
      more.push_back(choice);
    }
  }
  for (Configuration& choice : more) {
    if (may_build(choice) && found.members.insert(choice).second) found.all.push_back({std::move(choice), 0});
  }
}

/// All iterations of the nest: a recurrence runs through operators then, without a loop around.
Configuration UnitChoices::all_at_once(Configuration one) const {
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) one.factors[n] = std::max<std::int64_t>(unit_.loops[n].trip, 1);
  return one.copies() <= most_copies_here() ? one : one_copy(unit_);
}

bool UnitChoices::may_be_all_at_once() const {
  double iterations = 1;
  for (const UnitLoop& loop : unit_.loops) iterations *= static_cast<double>(std::max<std::int64_t>(loop.trip, 1));
  return iterations <= static_cast<double>(unit_.allowed.times * most_copies);
}

/// One copy, and all innermost loops as a whole, at intervals at which operators serve in turn. The elements that a sum
/// outside adds to stay in registers then, an iteration waits only for the sums of the one before, and the operators
/// have that long; and a sum inside is a chain that no iteration waits for.
void UnitChoices::add_slower(Enumerated& found, const Configuration& one, const Limits& limits, Adders adders) const {
  const bool one_fits = limits.may_hold(bound_.one(adders).resources, bound_.interval());
  const auto add = [&](const Configuration& choice) {
    const double chain = std::max(1.0, work_.chain_interval(choice));
    const double least = work_.operator_interval(choice, limits, chain);
    const double most = one_fits ? slowest_beside * least : longest_asked;
    // With an operator for each copy it is a choice like others.
    const bool is_known = !waits_for_itself(choice) && keeps_pace(choice, limits);
    if (!may_build(choice) || (is_known && one_fits && takes_little(choice, limits))) return;
    Configuration slower = choice;
    for (double interval = least; interval <= most; interval += std::max(1.0, std::floor(interval / asked_steps))) {
      slower.interval = interval > chain ? static_cast<int>(interval) : 1;
      if ((slower.interval > 1 || !is_known) && found.members.insert(slower).second)
        found.all.push_back({slower, 0, true});
    }
  };
  if (!one_fits) add(one);
  Configuration whole = one;
  for (std::size_t n = unit_.loops.size(); n-- > 1 && unit_.loops[n].cuttable;) {
    whole.factors[n] = unit_.loops[n].trip;
    if (unit_.loops[n].trip > most_banks || whole.copies() > most_copies_here()) break;
    add(whole);
  }
}

/// At the interval that the sums force, the operators of all copies fit and leave room for what stands around them.
bool UnitChoices::takes_little(const Configuration& choice, const Limits& limits) const {
  const double chain = std::max(1.0, work_.chain_interval(choice));
  const estimate::Resources operators = work_.operators(choice), &room = limits.room(chain);
  return operators.dsp <= chain * room.dsp && operators.lut <= chain * room.lut * little_of_room;
}

/// Powers of two and the whole loop. A loop that carries a sum is unrolled completely if it is short, since the chain
/// of all its iterations loads the sum once; otherwise by small factors only, whose operands mostly lie in banks that
/// other units ask for anyway.
std::vector<std::int64_t> UnitChoices::round_factors(std::size_t n) const {
  const UnitLoop& loop = unit_.loops[n];
  std::vector<std::int64_t> factors{1};
  if (!loop.cuttable) return factors;
  for (std::int64_t factor = 2; factor <= std::min(loop.trip, most_round_factor); ++factor) {
    const bool power = (factor & (factor - 1)) == 0, whole = factor == loop.trip;
    const bool fits = loop.parallel || factor <= (whole ? longest_chain : longest_part_of_sum);
    if (fits && (power || whole)) factors.push_back(factor);
  }
  return factors;
}

namespace {

/// Of equally many copies those with the smallest sum of factors need the fewest banks.
std::int64_t sum_of_factors(const Configuration& choice) {
  return std::accumulate(choice.factors.begin(), choice.factors.end(), std::int64_t{0});
}

/// One configuration for each number of copies, most copies first; then a second one for each, and so on.
std::vector<Configuration> take_turns(std::vector<Configuration> choices) {
  std::stable_sort(choices.begin(), choices.end(), [](const Configuration& a, const Configuration& b) {
    return sum_of_factors(a) < sum_of_factors(b);
  });
  std::map<std::int64_t, int> known;
  std::vector<std::tuple<int, std::int64_t, std::size_t>> order;  // how many came before, copies, place
  for (std::size_t n = 0; n < choices.size(); ++n)
    order.emplace_back(known[choices[n].copies()]++, -choices[n].copies(), n);
  std::sort(order.begin(), order.end());
  std::vector<Configuration> ordered;
  for (const auto& [before, copies, n] : order) ordered.push_back(std::move(choices[n]));
  return ordered;
}

}  // namespace

std::vector<Configuration> UnitChoices::round_choices(const Limits& limits, Adders adders) const {
  std::vector<Configuration> all{bound_.one_with(adders)};
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
    const std::vector<std::int64_t> factors = round_factors(n);
    for (std::size_t known = 0, end = all.size(); known < end; ++known) {
      for (std::int64_t factor : factors) {
        Configuration more = all[known];
        more.factors[n] = factor;
        if (factor > 1 && more.copies() <= most_round_copies && keeps_pace(more, limits))
          all.push_back(std::move(more));
      }
    }
  }
  std::erase_if(all, [&](const Configuration& choice) { return !may_build(choice); });
  return take_turns(std::move(all));
}

/// Configurations with more copies than another one that is as fast are left out: they only take more. One way for each
/// number of copies comes before a second one for any, so that a list that is not estimated to its end has some of all
/// sizes; numbers of copies that are hardly faster than fewer come last.
std::vector<Configuration> UnitChoices::spread_choices(const Limits& limits, Adders adders, double slowest) const {
  std::map<std::int64_t, std::vector<Candidate>> by_copies;
  std::vector<Configuration> chosen;
  for (const Candidate& candidate : candidates(limits, adders)) {
    if (candidate.bound > slowest) break;
    if (candidate.slower) {
      chosen.push_back(candidate.choice);
    } else {
      by_copies[candidate.choice.copies()].push_back(candidate);
    }
  }
  std::array<std::vector<Configuration>, ways_of_one_count> ways, hardly_faster;
  double fastest = INFINITY, step = INFINITY;
  for (auto& [copies, equal] : by_copies) {
    std::stable_sort(equal.begin(), equal.end(), [](const Candidate& a, const Candidate& b) {
      return a.bound != b.bound ? a.bound < b.bound : sum_of_factors(a.choice) < sum_of_factors(b.choice);
    });
    if (equal.front().bound >= fastest) continue;
    fastest = equal.front().bound;
    const bool is_step = fastest <= (1 - least_gain) * step;
    if (is_step) step = fastest;
    for (std::size_t n = 0; n < std::min(equal.size(), ways_of_one_count); ++n)
      (is_step ? ways : hardly_faster)[n].push_back(equal[n].choice);
  }
  for (const auto* part : {&ways, &hardly_faster}) {
    for (const std::vector<Configuration>& all : *part) chosen.insert(chosen.end(), all.begin(), all.end());
  }
  return chosen;
}

std::int64_t UnitChoices::most_copies_of_all(const Limits& limits) const {
  std::int64_t most = 1;
  for (const Adders adders : bound_.kinds_of_adders()) {
    for (const Candidate& candidate : candidates(limits, adders)) most = std::max(most, candidate.choice.copies());
  }
  return most;
}

}  // namespace pom::dse::explore
