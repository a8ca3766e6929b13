#include "dse/explore/solve/least_cycles.hpp"

#include <algorithm>
#include <cmath>

namespace pom::dse::explore {

LeastCycles::LeastCycles(const std::vector<std::vector<Offer>>& parts, double cap, double room, std::size_t steps)
    : cap_(cap),
      steps_(steps),
      grain_(std::max(room, 1.0) / static_cast<double>(steps)),
      least_(parts.size() + 1, std::vector<double>(steps + 1, INFINITY)) {
  least_.back().assign(steps + 1, 0);
  for (std::size_t p = parts.size(); p-- > 0;) {
    const std::vector<double>& rest = least_[p + 1];
    for (const Offer& offer : parts[p]) {
      const std::size_t own = steps_of(offer);
      for (std::size_t step = own; step <= steps; ++step)
        least_[p][step] = std::min(least_[p][step], rest[step - own] + offer.cycles);
    }
  }
}

/// More than there are: the offer is left out.
std::size_t LeastCycles::steps_of(const Offer& offer) const {
  if (offer.operator_lut > cap_) return steps_ + 1;
  return static_cast<std::size_t>(std::clamp(offer.lut / grain_, 0.0, static_cast<double>(steps_) + 1));
}

std::size_t LeastCycles::step_of(double lut) const { return std::min(steps_, static_cast<std::size_t>(lut / grain_)); }

double LeastCycles::of_rest(std::size_t first, double lut) const {
  return lut < 0 ? INFINITY : least_[first][step_of(lut)];
}

std::vector<std::size_t> LeastCycles::choose(const std::vector<std::vector<Offer>>& parts, double lut) const {
  std::vector<std::size_t> chosen;
  std::size_t step = step_of(lut);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto makes_it = [&](const Offer& offer) {
      const std::size_t own = steps_of(offer);
      return own <= step && least_[p + 1][step - own] + offer.cycles == least_[p][step];
    };
    const auto at = std::find_if(parts[p].begin(), parts[p].end(), makes_it);
    chosen.push_back(static_cast<std::size_t>(at - parts[p].begin()));
    step -= steps_of(*at);
  }
  return chosen;
}

}  // namespace pom::dse::explore
