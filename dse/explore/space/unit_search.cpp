#include <algorithm>
#include <cmath>

#include "dse/explore/space/unit_space.hpp"

/// The fastest choice of a unit, by branch and bound.
namespace pom::dse::explore {

namespace {

/// An estimate of more operations and loads counts as several.
constexpr std::int64_t operations_of_an_estimate = 200;
/// Of the estimates of a search, for what other units' banks may change.
constexpr long certain_part = 24;
/// Copies of one loop that are looked at first where iterations wait for small arrays.
constexpr std::int64_t most_first_copies = 16;

bool is_round_strip(const Configuration& choice) {
  const std::int64_t copies = choice.copies();
  const bool one_loop = std::find(choice.factors.begin(), choice.factors.end(), copies) != choice.factors.end();
  return one_loop && copies <= most_first_copies && (copies & (copies - 1)) == 0;
}

}  // namespace

/// In registers each copy takes multiplexers before all elements, so that few copies fit, and the order of bounds would
/// come to those last.
bool UnitSpace::may_wait_for_registers(const Configuration& one) const {
  const auto carries = [](const UnitLoop& loop) { return loop.cuttable && !loop.parallel; };
  const bool carried = !small_.empty() && std::any_of(unit_.loops.begin(), unit_.loops.end(), carries);
  return carried || may_gain_by_registers(known_.at(one));
}

/// Estimates the candidate for the search, unless the budget or the time is used up.
void UnitSpace::look_at(const Candidate& candidate, const Limits& limits, Search& search, Attempt& attempt) {
  const bool fresh = !known_.contains(candidate.choice);
  const long effort = std::max<long>(1, count_operations(candidate.choice) / operations_of_an_estimate);
  if ((fresh && (attempt.budget -= effort) < 0) || watch_->over()) {
    search.exhaustive = false;
    search.bound = std::min(search.bound, candidate.bound);
    attempt.ended = true;
    return;
  }
  const UnitPoint& point = evaluate(candidate.choice);
  if (!std::isfinite(point.latency)) {  // the model cannot say
    search.exhaustive = false;
    search.bound = std::min(search.bound, candidate.bound);
    return;
  }
  if (limits.may_hold(point.resources, point.interval)) take(candidate, point, search, attempt);
  if (!may_gain_by_registers(point)) return;
  Candidate other = candidate;
  other.choice.registers = true;
  look_at(other, limits, search, attempt);
}

/// What holds the limits may be the best, or bounds it, as other units' banks may make it faster.
void UnitSpace::take(const Candidate& candidate, const UnitPoint& point, Search& search, Attempt& attempt) {
  if (point.may_be_faster) {
    search.bound = std::min(search.bound, candidate.bound);
  } else if (!registers_.empty() && candidate.bound < search.bound) {
    search.bound = std::min(search.bound, certain_cycles(candidate, attempt));
  }
  if (point.latency >= attempt.incumbent) return;
  search.best = point;
  attempt.incumbent = point.latency;
}

/// Cycles below which others' banks do not bring the candidate; without effort left what its trip counts and operators
/// tell.
double UnitSpace::certain_cycles(const Candidate& candidate, Attempt& attempt) {
  if (const std::int64_t operations = effort_of_least(candidate.choice); operations > 0) {
    const long estimates = operations / operations_of_an_estimate;
    if (attempt.certain <= estimates) return candidate.bound;
    attempt.certain -= 1 + estimates;
  }
  const UnitPoint& least = find_least(candidate.choice);
  return least.may_be_faster ? candidate.bound : std::max(candidate.bound, least.latency);
}

UnitSpace::Search UnitSpace::find_fastest(const Limits& limits, Adders adders, const Thoroughness& how) {
  const std::vector<Candidate>& all = candidates(limits, adders);
  Search search;
  search.bound = INFINITY;
  search.exhaustive = has_all_mixtures();
  Attempt attempt{how.budget, how.budget / certain_part, how.incumbent, false};
  std::vector<Candidate> held;
  if (may_wait_for_registers(one_with(adders))) {
    Attempt first = attempt;  // beside the budget
    for (const Candidate& candidate : all) {
      if (is_round_strip(candidate.choice) && !first.ended) look_at(candidate, limits, search, first);
    }
    attempt.incumbent = first.incumbent;
  }
  for (const Candidate& candidate : all) {
    if (attempt.ended) break;
    if (candidate.bound >= attempt.incumbent) {
      search.bound = std::min(search.bound, candidate.bound);
      break;
    }
    if (candidate.held) {
      held.push_back(candidate);
    } else {
      look_at(candidate, limits, search, attempt);
    }
  }
  // Behind the others, since what they are faster than is what suits other units.
  for (const Candidate& candidate : held) {
    if (candidate.bound < attempt.incumbent) look_at(candidate, limits, search, attempt);
  }
  if (!search.best && attempt.ended) {  // what is known has to do
    const std::vector<UnitPoint> known = known_points(limits, adders);
    if (!known.empty()) search.best = known.front();
  }
  if (search.best) search.bound = std::min(search.bound, search.best->latency);
  return search;
}

UnitSpace::Search UnitSpace::find_fastest(const Limits& limits, const Thoroughness& how) {
  if (!has_sums()) return find_fastest(limits, Adders::dsp, how);
  // What the better kind proves is not estimated with the other.
  const Search first = find_fastest(limits, how.fabric_first ? Adders::fabric : Adders::dsp, how);
  Thoroughness then = how;
  if (first.best) then.incumbent = std::min(then.incumbent, first.best->latency);
  const Search second = find_fastest(limits, how.fabric_first ? Adders::dsp : Adders::fabric, then);
  const bool better = second.best && (!first.best || second.best->latency < first.best->latency);
  Search search = better ? second : first;
  search.bound = std::min(first.bound, second.bound);
  search.exhaustive = first.exhaustive && second.exhaustive;
  return search;
}

}  // namespace pom::dse::explore
