#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/space/unit_space.hpp"

/// The configurations of a unit: which are in its space, and which of them are worth an estimate.
namespace pom::dse::explore {

namespace {

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
constexpr std::int64_t most_round_factor = 32, most_round_copies = 64, longest_chain = 8, longest_part_of_sum = 4;

}  // namespace

bool UnitSpace::has_all_mixtures() const {
  std::ptrdiff_t loops = 0;
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
    const UnitLoop& loop = unit_.loops[n];
    if (!loop.cuttable || loop.trip < 2 || waits(n)) continue;
    if (!mixed_[n] || ++loops > most_cut_loops) return false;
  }
  return true;
}

Configuration UnitSpace::one_with(Adders adders) const {
  Configuration one = one_copy(unit_);
  one.fabric_adders = adders == Adders::fabric && has_sums();
  return one;
}

std::vector<Adders> UnitSpace::kinds_of_adders() const {
  return has_sums() ? std::vector{Adders::dsp, Adders::fabric} : std::vector{Adders::dsp};
}

std::int64_t UnitSpace::most_copies_here() const {
  const std::int64_t times = unit_.allowed.times;
  return std::min(times * most_copies, std::max<std::int64_t>(1, times * most_operations_of_copies /
                                                                     std::max<std::int64_t>(1, work_.operations())));
}

/// Where all iterations are at once, the nest's own latency is the unit's.
bool UnitSpace::may_build(const Configuration& choice) const {
  const bool is_nest = nest_.top_function().body.size() == 1;
  return is_buildable(unit_, choice) && (is_nest || !is_all_at_once(unit_, choice));
}

bool UnitSpace::waits(std::size_t loop) const { return !unit_.loops[loop].parallel && interval_ > most_waiting; }

bool UnitSpace::waits_for_itself(const Configuration& choice) const {
  for (std::size_t n = 0; n < choice.factors.size(); ++n) {
    if (choice.factors[n] > 1 && waits(n)) return true;
  }
  return false;
}

void UnitSpace::extend(std::vector<Candidate>& all, const Configuration& choice, std::size_t loop,
                       const Limits& limits) const {
  const auto cuts = std::count_if(choice.factors.begin(), choice.factors.end(), [](std::int64_t f) { return f > 1; });
  while (loop > 0 && cuts < most_cut_loops) {
    --loop;
    const UnitLoop& here = unit_.loops[loop];
    if (!mixed_[loop] || waits(loop)) continue;
    Configuration more = choice;
    for (std::int64_t factor = 2; factor <= std::min(here.trip, most_copies_here()); ++factor) {
      more.factors[loop] = factor;
      // More copies than the interval of one copy leaves time for only wait for each other's operators.
      if (work_.operator_interval(more, limits, interval_) > interval_ || more.copies() > most_copies_here()) break;
      if (may_build(more)) all.push_back({more, 0});
      extend(all, more, loop, limits);
    }
  }
}

const std::vector<UnitSpace::Candidate>& UnitSpace::candidates(const Limits& limits, Adders adders) const {
  const auto [at, fresh] = candidates_.try_emplace({limits, adders});
  if (fresh) at->second = enumerate(limits, adders);
  return at->second;
}

std::vector<UnitSpace::Candidate> UnitSpace::enumerate(const Limits& limits, Adders adders) const {
  const Configuration one = one_with(adders);
  std::vector<Candidate> all{{one, 0}};
  extend(all, one, unit_.loops.size(), limits);
  add_special(all, one, limits, adders);
  add_slower(all, one, limits);
  for (Candidate& candidate : all) candidate.bound = bound_of(candidate.choice, limits);
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
  return all;
}

/// Configurations that `extend` leaves out but that may pay: those of round_choices, which may cut other loops, and 2,
/// 4 and 8 copies of any one loop; more where iterations wait and copies may be faster: what one hands to the next
/// meets memories only once for all of them, but sums of floats take as long as their operators.
void UnitSpace::add_special(std::vector<Candidate>& all, const Configuration& one, const Limits& limits,
                            Adders adders) const {
  std::set<Configuration> known;
  for (const Candidate& candidate : all) known.insert(candidate.choice);
  std::vector<Configuration> more = round_choices(limits, adders);
  more.push_back(all_at_once(one));
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
    Configuration choice = one;
    double bound = INFINITY;
    for (std::int64_t factor = 2; factor <= std::min(most_round_copies, most_copies_here()); factor *= 2) {
      choice.factors[n] = factor;
      const double fewer = std::exchange(bound, bound_of(choice, limits));
      if (factor > longest_chain && (!waits(n) || bound >= fewer)) break;
      more.push_back(choice);
    }
  }
  for (Configuration& choice : more) {
    if (may_build(choice) && known.insert(choice).second) all.push_back({std::move(choice), 0});
  }
}

/// All iterations of the nest: a recurrence runs through operators then, without a loop around.
Configuration UnitSpace::all_at_once(Configuration one) const {
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) one.factors[n] = std::max<std::int64_t>(unit_.loops[n].trip, 1);
  return one.copies() <= most_copies_here() ? one : one_copy(unit_);
}

/// One copy, and all innermost loops as a whole, at intervals at which operators serve in turn. The elements that a sum
/// outside adds to stay in registers then, an iteration waits only for the sums of the one before, and the operators
/// have that long; and a sum inside is a chain that no iteration waits for.
void UnitSpace::add_slower(std::vector<Candidate>& all, const Configuration& one, const Limits& limits) const {
  const bool one_fits = limits.may_hold(known_.at(one).resources, interval_);
  const auto add = [&](const Configuration& choice) {
    const double chain = std::max(1.0, work_.chain_interval(choice));
    const double least = work_.operator_interval(choice, limits, chain);
    const double most = one_fits ? slowest_beside * least : longest_asked;
    // With an operator for each copy it is a choice like others.
    const bool is_known = !waits_for_itself(choice) && work_.operator_interval(choice, limits, interval_) <= interval_;
    if (!may_build(choice) || (is_known && one_fits && takes_little(choice, limits))) return;
    Configuration slower = choice;
    for (double interval = least; interval <= most; interval += std::max(1.0, std::floor(interval / asked_steps))) {
      slower.interval = interval > chain ? static_cast<int>(interval) : 1;
      if (slower.interval > 1 || !is_known) all.push_back({slower, 0, true});
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
bool UnitSpace::takes_little(const Configuration& choice, const Limits& limits) const {
  const double chain = std::max(1.0, work_.chain_interval(choice));
  const estimate::Resources operators = work_.operators(choice), &room = limits.room(chain);
  return operators.dsp <= chain * room.dsp && operators.lut <= chain * room.lut * little_of_room;
}

bool UnitSpace::has(const Configuration& member, const Limits& limits) const {
  Configuration choice = member;
  choice.registers = false;
  const Adders adders = choice.fabric_adders ? Adders::fabric : Adders::dsp;
  std::set<Configuration>& members = members_[choice.fabric_adders];
  if (members.empty()) {
    for (const Candidate& candidate : candidates(limits, adders)) members.insert(candidate.choice);
  }
  return members.contains(choice);
}

/// Powers of two and the whole loop. A loop that carries a sum is unrolled completely if it is short, since the chain
/// of all its iterations loads the sum once; otherwise by small factors only, whose operands mostly lie in banks that
/// other units ask for anyway.
std::vector<std::int64_t> UnitSpace::round_factors(std::size_t n) const {
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

std::vector<Configuration> UnitSpace::round_choices(const Limits& limits, Adders adders) const {
  std::vector<Configuration> all{one_with(adders)};
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
    const std::vector<std::int64_t> factors = round_factors(n);
    for (std::size_t known = 0, end = all.size(); known < end; ++known) {
      for (std::int64_t factor : factors) {
        Configuration more = all[known];
        more.factors[n] = factor;
        if (factor > 1 && more.copies() <= most_round_copies &&
            work_.operator_interval(more, limits, interval_) <= interval_)
          all.push_back(std::move(more));
      }
    }
  }
  std::erase_if(all, [&](const Configuration& choice) { return !may_build(choice); });
  return take_turns(std::move(all));
}

/// Configurations with more copies than another one that is as fast are left out: they only take more.
std::vector<Configuration> UnitSpace::spread_choices(const Limits& limits, Adders adders, double slowest) const {
  std::map<std::int64_t, std::vector<Candidate>> by_copies;
  std::vector<Configuration> chosen;
  for (const Candidate& candidate : candidates(limits, adders)) {
    if (candidate.bound > slowest) break;
    if (candidate.held) {
      chosen.push_back(candidate.choice);
    } else {
      by_copies[candidate.choice.copies()].push_back(candidate);
    }
  }
  double fastest = INFINITY;
  for (auto& [copies, equal] : by_copies) {
    std::stable_sort(equal.begin(), equal.end(), [](const Candidate& a, const Candidate& b) {
      return a.bound != b.bound ? a.bound < b.bound : sum_of_factors(a.choice) < sum_of_factors(b.choice);
    });
    if (equal.front().bound >= fastest) continue;
    fastest = equal.front().bound;
    equal.resize(std::min(equal.size(), ways_of_one_count));
    for (const Candidate& candidate : equal) chosen.push_back(candidate.choice);
  }
  return chosen;
}

std::int64_t UnitSpace::most_copies_of_all(const Limits& limits) const {
  std::int64_t most = 1;
  for (const Adders adders : kinds_of_adders()) {
    for (const Candidate& candidate : candidates(limits, adders)) most = std::max(most, candidate.choice.copies());
  }
  return most;
}

}  // namespace pom::dse::explore
