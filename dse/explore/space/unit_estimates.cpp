#include "dse/explore/space/unit_estimates.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dse/explore/budget/effort.hpp"

namespace pom::dse::explore {

namespace {

/// Arrays that become registers one after the other, each since the next one is waited for then.
constexpr int most_in_turn = 3;

}  // namespace

UnitEstimates::UnitEstimates(const CutEstimator& estimator, const Unit& unit, SearchWatch& watch)
    : estimator_(estimator), unit_(unit), watch_(watch) {
  for (const Array& array : estimator.nest().top_function().arrays) {
    if (count_elements(array) <= few_elements && may_be_registers(array, INFINITY)) small_[array.name] = array.shape;
    if (array.role == Array::Role::constant && small_.contains(array.name)) tables_[array.name] = array.shape;
  }
  around_ = evaluate(one_copy(unit)).around;
}

const UnitPoint* UnitEstimates::find(const Configuration& choice) const {
  const auto known = known_.find(choice);
  return known == known_.end() ? nullptr : &known->second;
}

/// Iterations wait for a small array, or all of them are one, which takes as long as its loads do.
bool UnitEstimates::may_gain_by_registers(const UnitPoint& point) const {
  if (point.choice.registers || point.choice.interval <= 0 || !unit_.allowed.partition) return false;
  if (is_all_at_once(unit_, point.choice)) return true;
  return point.interval > std::max(point.choice.interval, 1) && !registers_for(point).empty();
}

/// Arrays that may be registers so that iterations wait less: the one that they wait for, or else tables.
BankFactors UnitEstimates::registers_for(const UnitPoint& point) const {
  const auto waiting = small_.find(point.waits_for);
  return waiting == small_.end() ? tables_ : BankFactors{*waiting};
}

/// Registers are there at once: a recurrence through them is shorter, and they have no ports. Behind one array, another
/// one may be waited for.
UnitPoint UnitEstimates::estimate_in_registers(const Configuration& choice) {
  Configuration in_memories = choice;
  in_memories.registers = false;
  UnitPoint best = evaluate(in_memories);
  for (int made = 0; made < most_in_turn && may_gain_by_registers(best); ++made) {
    BankFactors more = best.banks;
    for (const auto& [array, elements] : is_all_at_once(unit_, choice) ? small_ : registers_for(best))
      more[array] = elements;
    if (more == best.banks) break;
    UnitPoint next = estimator_.estimate(estimator_.cut(in_memories), in_memories, std::move(more), around_);
    if (!(next.latency < (1 - same_cycles) * best.latency)) break;
    best = std::move(next);
  }
  best.choice = choice;
  return best;
}

const UnitPoint& UnitEstimates::evaluate(const Configuration& choice) {
  const auto [at, fresh] = known_.try_emplace(choice);
  UnitPoint& point = at->second;
  if (!fresh) return point;
  watch_.count();
  if (choice.registers) return point = estimate_in_registers(choice);
  Kernel kernel = estimator_.cut(choice);
  const BankOptions banks = estimator_.own_banks(kernel, choice);
  const bool has_rival = banks.powers_of_two != banks.fewest;
  point = estimator_.estimate(has_rival ? kernel : std::move(kernel), choice, banks.fewest, around_);
  if (!has_rival) return point;
  UnitPoint other = estimator_.estimate(std::move(kernel), choice, banks.powers_of_two, around_);
  const bool is_alike = std::abs(other.latency - point.latency) <= same_cycles * point.latency;
  if (is_alike ? other.resources.lut < point.resources.lut : other.latency < point.latency) point = std::move(other);
  return point;
}

UnitPoint UnitEstimates::evaluate_in(const Configuration& choice, BankFactors banks) const {
  watch_.count();
  return estimator_.estimate(estimator_.cut(choice), choice, std::move(banks), around_);
}

std::vector<UnitPoint> UnitEstimates::known(const Limits& limits, Adders adders, bool has_sums) const {
  std::vector<UnitPoint> points;
  for (const auto& [choice, point] : known_) {
    const bool alike = point.choice.fabric_adders == (adders == Adders::fabric) || !has_sums;
    if (alike && limits.may_hold(point.resources, point.interval)) points.push_back(point);
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const UnitPoint& a, const UnitPoint& b) { return a.latency < b.latency; });
  return points;
}

}  // namespace pom::dse::explore
