#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>

#include "dse/explore/cut_kernel.hpp"
#include "dse/explore/unit_space.hpp"

/// What choices ask of the device at least, for bounds of several units together.
namespace pom::dse {

namespace {

/// Longer intervals count as so long, with no operators at all.
constexpr int longest_interval = 5;

/// Of an array that other units bank too, along a dimension of which every element may get a bank of its own.
bool may_be_split_up(const Kernel& kernel, const std::set<std::string>& used_by_others) {
  const Function& top = kernel.functions[static_cast<std::size_t>(kernel.top)];
  return std::any_of(top.arrays.begin(), top.arrays.end(), [&](const Array& array) {
    const auto is_short = [](std::int64_t extent) { return extent > 1 && extent <= most_banks; };
    return used_by_others.contains(array.name) && std::any_of(array.shape.begin(), array.shape.end(), is_short);
  });
}

/// Any node around the unit's loops.
bool holds(const Node& node, const Unit& unit) {
  std::vector<Node> body{node};
  return find_loop(body, unit.loops.back().label) != nullptr;
}

}  // namespace

void UnitSpace::keep_alone() {
  alone_ = nest_;
  std::vector<Node>& body = alone_->functions[static_cast<std::size_t>(alone_->top)].body;
  std::erase_if(body, [&](const Node& node) { return !holds(node, unit_); });
}

/// Other units may ask for more banks. An access takes least beside operators where the banks are the unit's own or
/// each serves but one access; banks of single elements need no address at all, then only the loops' control counts.
const UnitLeast& UnitSpace::find_least(const UnitChoice& choice) {
  const auto [at, fresh] = least_.try_emplace(key_of(choice));
  UnitLeast& least = at->second;
  if (!fresh) return least;
  estimated_alone_.push_back(choice);
  if (unit_.first_perfect > 0) {
    const UnitPoint& point = evaluate(choice);
    return least = {point.latency, point.interval, 0, point.waits_for_ports};
  }
  if (!alone_) keep_alone();
  watch_->count();
  const bool control_only = may_be_split_up(*alone_, used_by_others_);
  const auto beside = [&](const UnitPoint& point) { return control_only ? point.control_lut : point.beside_lut; };
  const BankFactors own = own_banks(*alone_, choice, dual_port), more = own_banks(*alone_, choice, 1);
  const UnitPoint point = estimate_point(*alone_, choice, own);
  least = {point.latency, point.interval, beside(point), point.waits_for_ports};
  if (more == own) return least;
  const UnitPoint other = estimate_point(*alone_, choice, more);
  least.latency = std::min(least.latency, other.latency);
  least.beside_lut = std::min(least.beside_lut, beside(other));
  return least;
}

std::vector<UnitOption> UnitSpace::options_of(const UnitChoice& choice, const Limits& limits, double user_lut) {
  std::vector<UnitOption> options;
  // Operators that are smaller than their multiplexers (the tool reports quotients as free) count as shared for
  // nothing.
  const double count = work_.count_operators(choice, user_lut);
  const Resources operators = work_.operators(choice);
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
  const auto known = known_.find(key_of(choice));
  if (known != known_.end() && !limits.hold(known->second.resources)) return options;
  const auto least = least_.find(key_of(choice));
  const bool measured = least != least_.end();
  if (measured && !least->second.waits_for_ports) {
    add(least->second.interval, least->second.latency, least->second.beside_lut, true);
    return options;
  }
  const double at_once = bound_of(choice, limits), each = iterations_of(choice);
  const bool waits = known == known_.end() || known->second.waits_for_ports;
  for (int interval = waits ? 1 : std::min(longest_interval, static_cast<int>(known->second.interval));
       interval <= longest_interval; ++interval) {
    add(interval, std::max(at_once, each * interval), 0, measured);
    if (!waits) break;
  }
  return options;
}

std::vector<UnitOption> UnitSpace::list_options(const Limits& limits, double user_lut) {
  std::vector<UnitOption> all;
  for (const Adders adders : {Adders::dsp, Adders::fabric}) {
    if (adders == Adders::fabric && !has_sums()) continue;
    for (const Candidate& candidate : enumerate(limits, adders)) {
      std::vector<UnitOption> options = options_of(candidate.choice, limits, user_lut);
      all.insert(all.end(), std::make_move_iterator(options.begin()), std::make_move_iterator(options.end()));
    }
  }
  return all;
}

}  // namespace pom::dse
