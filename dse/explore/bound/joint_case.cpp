#include "dse/explore/bound/joint_case.hpp"

#include <algorithm>
#include <cmath>

namespace pom::dse::explore {

namespace {

/// Steps of LUTs in which the operators of more than two units that may run at once are told apart.
constexpr int area_steps = 96;

}  // namespace

double least_of(const UnitAlternatives& unit, double UnitBound::* part) {
  double least = INFINITY;
  for (const UnitBound* one : unit) least = std::min(least, one->*part);
  return least;
}

double least_cycles(const UnitGroup& group) {
  double longest = 0;
  for (const UnitAlternatives& unit : group) longest = std::max(longest, least_of(unit, &UnitBound::latency));
  return longest;
}

std::vector<JointCase::Part> JointCase::list_parts() const {
  double sum = 0;
  for (const UnitGroup& group : setting_.groups) sum += least_cycles(group);
  std::vector<Part> parts;
  for (const UnitGroup& group : setting_.groups) {
    Part& part = parts.emplace_back();
    if (group.size() > 2) {
      part.offers = overlap(group);
      continue;
    }
    std::vector<std::vector<Offer>> offers;
    for (const UnitAlternatives& unit : group) {
      part.options.push_back(list_options(unit, limits_->incumbent - (sum - least_cycles(group))));
      offers.emplace_back();
      for (const Option& option : part.options.back())
        offers.back().push_back(
            {option.latency, option.users + option.beside, option.built, option.dsp, {offers.back().size()}});
    }
    part.offers = merge_team(offers, limits_->device.room().dsp);
  }
  return parts;
}

std::vector<JointCase::Option> JointCase::list_options(const UnitAlternatives& unit, double slowest) const {
  std::vector<Option> options;
  for (const UnitBound* bound : unit) {
    for (UnitOption& one : bound->space->least.list(limits_->device, setting_.adders, setting_.user_lut, slowest)) {
      Option option{std::move(one), bound->space.get()};
      option.latency = std::max(option.latency, bound->latency);
      for (const auto& [array, loops] : bound->elements) {
        double accesses = 1 / option.interval;
        for (std::size_t n = 0; n < option.choice.factors.size(); ++n) {
          if (loops >> n & 1U) accesses *= static_cast<double>(option.choice.factors[n]);
        }
        option.users += accesses * setting_.access_lut.at(array);
      }
      if (option.latency <= slowest) options.push_back(std::move(option));
    }
  }
  return options;
}

/// Units that may run at once: whatever they do, the operators that are built work for so many cycles. In steps of
/// what is built, each with the least cycles of its upper end.
std::vector<Offer> JointCase::overlap(const UnitGroup& units) const {
  const double lut = limits_->device.room().lut, longest = least_cycles(units);
  double area = 0, least_of_users = 1, most_of_users = 0;
  for (const UnitAlternatives& unit : units) {
    area += least_of(unit, &UnitBound::lut_area) * lut;
    for (const Option& option : list_options(unit, INFINITY)) {
      if (option.users <= 0) continue;
      least_of_users = std::min(least_of_users, option.users / (option.built + option.users));
      most_of_users = std::max(most_of_users, option.users / (option.built + option.users));
    }
  }
  std::vector<Offer> offers;
  for (int n = 0; n < area_steps; ++n) {
    const double low = lut * n / area_steps, high = lut * (n + 1) / area_steps;
    offers.push_back({std::max(area / high, longest),
                      low * std::min(least_of_users, most_of_users),
                      low * (1 - most_of_users),
                      0,
                      {}});
  }
  return offers;
}

void JointCase::refine(long& budget) {
  const std::vector<Part> parts = list_parts();
  std::vector<std::vector<Offer>> offers;
  for (const Part& part : parts) offers.push_back(part.offers);
  const LeastTeams least = find_least_cycles(offers, limits_->device.room().lut);
  bound_ = std::max(bound_, least.cycles);
  if (bound_ >= limits_->incumbent || least.at.empty()) {
    bound_ = std::max(bound_, limits_->incumbent);
    settled_ = true;
    return;
  }
  settled_ = true;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::size_t u = 0; u < parts[p].options.size(); ++u) {
      const std::vector<Option>& options = parts[p].options[u];
      if (learn(options, options[parts[p].offers[least.at[p]].points[u]], budget)) settled_ = false;
    }
  }
}

/// Estimates the configuration, and those that build and take as much and would come next. False: nothing was left to
/// do.
bool JointCase::learn(const std::vector<Option>& options, const Option& chosen, long& budget) const {
  if (chosen.known || budget <= 0 || limits_->is_over()) return false;
  const auto estimate = [&](const Option& option) {
    budget -= option.space->least.effort_of(option.choice);
    return option.space->least.find(option.choice).beside_lut;
  };
  const double cost = chosen.users + estimate(chosen);
  for (const Option& other : options) {
    const bool alike = other.latency == chosen.latency && other.built == chosen.built;
    if (alike && !other.known && other.users < cost && budget > 0 && !limits_->is_over()) estimate(other);
  }
  return true;
}

}  // namespace pom::dse::explore
