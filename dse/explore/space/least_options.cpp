#include "dse/explore/space/least_options.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "dse/kernel/rewrite/cut_kernel.hpp"
#include "dse/kernel/rewrite/touched.hpp"

namespace pom::dse::explore {

namespace {

/// Longer intervals count as so long, with no operators at all.
constexpr int longest_interval = 5;

/// An address among up to 128 times as many banks is so much narrower, and so are the sums that make it.
constexpr double narrower_lut = 8;

/// Of an array that other units bank too, along a dimension of which every element may get a bank of its own.
bool may_be_split_up(const Kernel& kernel, const CutEstimator& estimator) {
  const Function& top = kernel.top_function();
  return std::any_of(top.arrays.begin(), top.arrays.end(), [&](const Array& array) {
    const auto is_short = [](std::int64_t extent) { return extent > 1 && extent <= most_banks; };
    return estimator.is_shared(array.name) && std::any_of(array.shape.begin(), array.shape.end(), is_short);
  });
}

}  // namespace

LeastOptions::LeastOptions(const CutEstimator& estimator, UnitEstimates& estimates, const ChoiceBound& bound,
                           const UnitChoices& choices, const UnitWork& work, const Unit& unit, SearchWatch& watch)
    : estimator_(estimator),
      estimates_(estimates),
      bound_(bound),
      choices_(choices),
      work_(work),
      unit_(unit),
      watch_(watch) {
  const Function& function = estimator.nest().top_function();
  const std::vector<Array>& arrays = function.arrays;
  const Loop* innermost = find_loop(function.body, unit.loops.back().label);
  if (!innermost) return;
  const Touched touched = find_touched(function, innermost->body);
  visit_accesses(function, innermost->body, [&](int array, const std::vector<Index>&) {
    shared_accesses_ += estimator.is_shared(arrays[array].name);
  });
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    const bool shared = touched.has(static_cast<int>(n)) && estimator.is_shared(arrays[n].name);
    if (shared && may_be_registers(arrays[n], estimator.flip_flops())) registers_[arrays[n].name] = arrays[n].shape;
  }
}

std::int64_t LeastOptions::effort_of(const Configuration& choice) const {
  if (least_.contains(choice)) return 0;
  return work_.operations_of(choice) << (is_estimated_alone() ? registers_.size() : 0);
}

/// The banks that the others may leave the unit with, as far as they matter to it: its own, one for each access, and
/// single elements of any of the arrays that are short enough.
std::vector<BankFactors> LeastOptions::possible_banks(const Kernel& cut, const Configuration& choice) const {
  std::vector<BankFactors> all;
  const auto add = [&](BankFactors banks) {
    if (std::find(all.begin(), all.end(), banks) == all.end()) all.push_back(std::move(banks));
  };
  if (const UnitPoint* known = estimates_.find(choice)) {
    add(known->banks);
  } else {
    const BankOptions either = estimator_.own_banks(cut, choice);
    add(either.fewest);
    add(either.powers_of_two);
  }
  const std::vector<BankFactors> own = all;
  add(estimator_.banks_for_each_access(cut, choice));
  for (std::size_t set = 1; set < std::size_t{1} << registers_.size(); ++set) {
    for (BankFactors banks : own) {
      std::size_t bit = 0;
      for (const auto& [array, elements] : registers_) {
        if (set >> bit++ & 1U) banks[array] = elements;
      }
      add(std::move(banks));
    }
  }
  return all;
}

const UnitPoint& LeastOptions::find(const Configuration& choice) {
  const auto [at, fresh] = least_.try_emplace(choice);
  if (fresh) at->second = estimate_least(choice);
  return at->second;
}

/// Banks of single elements along a dimension need no address there: then only the loops' control counts.
UnitPoint LeastOptions::estimate_least(const Configuration& choice) {
  UnitPoint least;
  if (!is_estimated_alone() || choice.registers) {
    least = estimates_.evaluate(choice);
    least.may_be_faster = least.may_be_faster || !registers_.empty() || !std::isfinite(least.latency);
    least.beside_lut = 0;
    return least;
  }
  watch_.count();
  Kernel alone = estimator_.nest();
  const std::string& innermost = unit_.loops.back().label;
  const bool is_nest =
      std::erase_if(alone.top_function().body, [&](const Node& node) { return !holds_loop(node, innermost); }) == 0;
  const bool control_only = may_be_split_up(alone, estimator_);
  // What `evaluate` saw of the nest is known if the unit is all of it.
  const UnitPoint* known = is_nest ? estimates_.find(choice) : nullptr;
  const Kernel kernel = estimator_.cut(std::move(alone), choice);
  const std::vector<BankFactors> banks = possible_banks(kernel, choice);
  for (std::size_t n = 0; n < banks.size(); ++n) {
    const bool is_known = known && known->banks == banks[n];
    UnitPoint point = is_known ? *known : estimator_.estimate(kernel, choice, banks[n], estimates_.around());
    if (control_only) point.beside_lut = point.control_lut;
    // The first banks are its own: more of them make it wait no longer.
    if (n == 0) least = point;
    least.latency = std::min(least.latency, point.latency);
    least.interval = std::max(least.interval, point.interval);
    least.beside_lut = std::min(least.beside_lut, point.beside_lut);
    least.may_be_faster = least.may_be_faster || !std::isfinite(point.latency);
  }
  if (!control_only) least.beside_lut = std::max(0.0, least.beside_lut - narrower_lut * shared_accesses_);
  return least;
}

std::vector<UnitOption> LeastOptions::options_of(const Configuration& choice, const Limits& limits,
                                                 double user_lut) const {
  std::vector<UnitOption> options;
  // Operators that are smaller than their multiplexers (the tool reports quotients as free) count as shared for
  // nothing.
  const double count = work_.count_operators(choice, user_lut);
  const estimate::Resources operators = work_.operators(choice);
  const auto add = [&](double interval, double latency, double beside, bool known) {
    const double part = interval < longest_interval || known ? 1 / interval : 0;
    UnitOption option;
    option.choice = choice;
    option.latency = latency;
    option.interval = interval < longest_interval || known ? interval : INFINITY;
    option.users = part * user_lut * count;
    option.built = std::max(part * (operators.lut - user_lut * count), 0.0);
    option.dsp = part * operators.dsp;
    option.beside = beside;
    option.known = known;
    options.push_back(std::move(option));
  };
  const UnitPoint* known = estimates_.find(choice);
  if (known && !limits.may_hold(known->resources, known->interval)) return options;
  const auto least = least_.find(choice);
  const bool measured = least != least_.end();
  if (measured && !least->second.may_be_faster) {
    add(least->second.interval, least->second.latency, least->second.beside_lut, true);
    return options;
  }
  const double at_once = bound_.of(choice, limits), each = bound_.iterations_of(choice);
  const bool waits = !known || known->may_be_faster || !registers_.empty();
  for (int interval = waits ? 1 : std::min(longest_interval, static_cast<int>(known->interval));
       interval <= longest_interval; ++interval) {
    add(interval, std::max(at_once, each * interval), 0, measured);
    if (!waits) break;
  }
  return options;
}

std::vector<UnitOption> LeastOptions::list(const Limits& limits, Adders adders, double user_lut, double slowest) const {
  std::vector<UnitOption> all;
  if (!work_.has_sums()) adders = Adders::dsp;
  for (const UnitChoices::Candidate& candidate : choices_.candidates(limits, adders)) {
    if (candidate.bound > slowest) break;
    std::vector<UnitOption> options = options_of(candidate.choice, limits, user_lut);
    all.insert(all.end(), std::make_move_iterator(options.begin()), std::make_move_iterator(options.end()));
  }
  return all;
}

estimate::Resources LeastOptions::areas(const Limits& limits) const {
  estimate::Resources least{INFINITY, INFINITY, 0, 0, 0};
  for (const Adders adders : bound_.kinds_of_adders()) {
    for (const UnitChoices::Candidate& candidate : choices_.candidates(limits, adders)) {
      const estimate::Resources all = work_.operators(candidate.choice);
      // An interval of n needs an n-th of the operators, n times as long.
      double cycles = bound_.iterations_of(candidate.choice);
      if (const UnitPoint* known = estimates_.find(candidate.choice)) {
        if (!limits.may_hold(known->resources, known->interval)) continue;
        const auto least_of = least_.find(candidate.choice);
        const UnitPoint* certain = known;  // whatever banks others ask for
        if (!registers_.empty()) certain = least_of == least_.end() ? nullptr : &least_of->second;
        if (certain && !certain->may_be_faster) cycles = std::max(cycles, certain->latency / certain->interval);
      }
      least.dsp = std::min(least.dsp, cycles * all.dsp / std::max(limits.room().dsp, 1.0));
      least.lut = std::min(least.lut, cycles * all.lut / std::max(limits.room().lut, 1.0));
    }
  }
  return least;
}

}  // namespace pom::dse::explore
