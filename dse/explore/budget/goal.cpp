#include "dse/explore/budget/goal.hpp"

#include <algorithm>

#include "support/classic_stream.hpp"

namespace pom::dse::explore {

namespace {

double share(double used, double available) { return available > 0 ? used / available : 0; }

}  // namespace

Goal::Goal(Objective objective, double latency_target, const devices::Device& device)
    : objective_(objective), target_(latency_target) {
  available_.dsp = static_cast<double>(device.dsp);
  available_.lut = static_cast<double>(device.lut);
  available_.ff = static_cast<double>(device.ff);
  available_.bram_18k = static_cast<double>(device.bram_18k);
  available_.uram = static_cast<double>(device.uram);
}

double Goal::cost(const estimate::Resources& used) const {
  return std::max({share(used.dsp, available_.dsp), share(used.lut, available_.lut), share(used.ff, available_.ff),
                   share(used.bram_18k, available_.bram_18k), share(used.uram, available_.uram)});
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

std::string Goal::to_text() const {
  ClassicStream text;
  text.precision(15);
  if (target_ > 0) {
    text << "the cheapest design of at most " << target_ << " cycles";
  } else if (objective_ == Objective::latency) {
    text << "the fastest design";
  } else {
    text << "the least latency times largest share of the device";
  }
  return text.str();
}

}  // namespace pom::dse::explore
