#include "dse/explore/budget/goal.hpp"

#include <algorithm>

namespace pom::dse::explore {

Goal::Goal(Objective objective, double latency_target, const devices::Device& device)
    : objective_(objective), target_(latency_target), available_(resources_of(device)) {}

double Goal::cost(const estimate::Resources& used) const {
  const Taken taken = taken_of(used, available_);
  return std::max(taken.logic, taken.memory);
}

/// Less is better.
double Goal::rate(const Rated& design) const {
  if (objective_ == Objective::latency_times_resources) return design.latency * cost(design.resources);
  return design.latency;
}

bool Goal::prefers(const Rated& one, const Rated& over) const {
  if (one.feasible != over.feasible) return one.feasible;
  const double cheaper = cost(one.resources) - cost(over.resources);
  if (target_ > 0) {
    const bool meets = one.latency <= target_, other_meets = over.latency <= target_;
    if (meets != other_meets) return meets;
    if (meets && cheaper != 0) return cheaper < 0;
    return one.latency < over.latency || (one.latency == over.latency && cheaper < 0);
  }
  const double rated = rate(one), other = rate(over);
  if (rated != other) return rated < other;
  return one.latency < over.latency || (one.latency == over.latency && cheaper < 0);
}

}  // namespace pom::dse::explore
