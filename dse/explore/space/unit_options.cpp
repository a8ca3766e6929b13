#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <string>

#include "dse/estimate/area/control.hpp"
#include "dse/explore/space/unit_space.hpp"
#include "dse/kernel/rewrite/cut_kernel.hpp"
#include "dse/kernel/rewrite/cut_plan.hpp"

/// What choices ask of the device at least, for bounds of several units together.
namespace pom::dse::explore {

namespace {

/// Longer intervals count as so long, with no operators at all.
constexpr int longest_interval = 5;

/// An address among up to 128 times as many banks is so much narrower, and so are the sums that make it.
constexpr double narrower_lut = 8;

/// Of an array that other units bank too, along a dimension of which every element may get a bank of its own.
bool may_be_split_up(const Kernel& kernel, const std::set<std::string>& used_by_others) {
  const Function& top = kernel.top_function();
  return std::any_of(top.arrays.begin(), top.arrays.end(), [&](const Array& array) {
    const auto is_short = [](std::int64_t extent) { return extent > 1 && extent <= most_banks; };
    return used_by_others.contains(array.name) && std::any_of(array.shape.begin(), array.shape.end(), is_short);
  });
}

}  // namespace

/// The banks that the others may leave the unit with, as far as they matter to it: its own, one for each access, and
/// single elements of any of the arrays that are short enough.
std::vector<BankFactors> UnitSpace::possible_banks(const Kernel& cut, const Configuration& choice) const {
  std::vector<BankFactors> all;
  const auto add = [&](BankFactors banks) {
    if (std::find(all.begin(), all.end(), banks) == all.end()) all.push_back(std::move(banks));
  };
  if (const auto known = known_.find(choice); known != known_.end()) {
    add(known->second.banks);
  } else {
    const BankOptions either = own_banks(cut, choice);
    add(either.fewest);
    add(either.powers_of_two);
  }
  const std::vector<BankFactors> own = all;
  add(banks_for_each_access(cut, choice));
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

const UnitPoint& UnitSpace::find_least(const Configuration& choice) {
  const auto [at, fresh] = least_.try_emplace(choice);
  if (fresh) at->second = estimate_least(choice);
  return at->second;
}

/// Banks of single elements along a dimension need no address there: then only the loops' control counts.
UnitPoint UnitSpace::estimate_least(const Configuration& choice) {
  UnitPoint least;
  if (!is_estimated_alone() || choice.registers) {
    least = evaluate(choice);
    least.may_be_faster = least.may_be_faster || !registers_.empty() || !std::isfinite(least.latency);
    least.beside_lut = 0;
    return least;
  }
  watch_->count();
  Kernel alone = nest_;
  const std::string& innermost = unit_.loops.back().label;
  const bool is_nest =
      std::erase_if(alone.top_function().body, [&](const Node& node) { return !holds_loop(node, innermost); }) == 0;
  const bool control_only = may_be_split_up(alone, used_by_others_);
  // What `evaluate` saw of the nest is known if the unit is all of it.
  const auto known = is_nest ? known_.find(choice) : known_.end();
  const Kernel kernel = cut(std::move(alone), choice);
  const std::vector<BankFactors> banks = possible_banks(kernel, choice);
  for (std::size_t n = 0; n < banks.size(); ++n) {
    const bool is_known = known != known_.end() && known->second.banks == banks[n];
    UnitPoint point = is_known ? known->second : estimate_cut(kernel, choice, banks[n]);
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

std::vector<UnitOption> UnitSpace::options_of(const Configuration& choice, const Limits& limits, double user_lut) {
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
  const auto known = known_.find(choice);
  if (known != known_.end() && !limits.may_hold(known->second.resources, known->second.interval)) return options;
  const auto least = least_.find(choice);
  const bool measured = least != least_.end();
  if (measured && !least->second.may_be_faster) {
    add(least->second.interval, least->second.latency, least->second.beside_lut, true);
    return options;
  }
  const double at_once = bound_of(choice, limits), each = counted_.of(choice);
  const bool waits = known == known_.end() || known->second.may_be_faster || !registers_.empty();
  for (int interval = waits ? 1 : std::min(longest_interval, static_cast<int>(known->second.interval));
       interval <= longest_interval; ++interval) {
    add(interval, std::max(at_once, each * interval), 0, measured);
    if (!waits) break;
  }
  return options;
}

std::vector<UnitOption> UnitSpace::list_options(const Limits& limits, Adders adders, double user_lut, double slowest) {
  std::vector<UnitOption> all;
  if (!has_sums()) adders = Adders::dsp;
  for (const Candidate& candidate : candidates(limits, adders)) {
    if (candidate.bound > slowest) break;
    std::vector<UnitOption> options = options_of(candidate.choice, limits, user_lut);
    all.insert(all.end(), std::make_move_iterator(options.begin()), std::make_move_iterator(options.end()));
  }
  return all;
}

}  // namespace pom::dse::explore
