#include "dse/explore/least_cycles.hpp"

#include <algorithm>
#include <cmath>

namespace pom::dse {

namespace {

/// The room is told apart in so many steps of LUTs: the cost model errs by more than one of them.
constexpr std::size_t lut_steps = 500;

}  // namespace

LeastCycles::LeastCycles(const std::vector<std::vector<LutOffer>>& parts, double room)
    : grain_(std::max(room, 1.0) / lut_steps),
      least_(parts.size() + 1, std::vector<double>(lut_steps + 1, INFINITY)) {
  least_.back().assign(lut_steps + 1, 0);
  for (std::size_t p = parts.size(); p-- > 0;) {
    const std::vector<double>& rest = least_[p + 1];
    for (const LutOffer& offer : parts[p]) {
      const auto own = static_cast<std::size_t>(std::clamp(offer.lut / grain_, 0.0, lut_steps + 1.0));
      for (std::size_t step = own; step <= lut_steps; ++step)
        least_[p][step] = std::min(least_[p][step], rest[step - own] + offer.cycles);
    }
  }
}

std::size_t LeastCycles::step_of(double lut) const { return std::min(lut_steps, static_cast<std::size_t>(lut / grain_)); }

double LeastCycles::of_rest(std::size_t first, double lut) const {
  return lut < 0 ? INFINITY : least_[first][step_of(lut)];
}

}  // namespace pom::dse
