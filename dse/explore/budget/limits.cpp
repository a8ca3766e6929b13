#include "dse/explore/budget/limits.hpp"

#include <algorithm>
#include <cmath>

#include "dse/estimate/qor/upper_bound.hpp"

namespace pom::dse {

bool is_within(const Resources& used, const Resources& most) {
  return used.dsp <= most.dsp && used.lut <= most.lut && used.ff <= most.ff && used.bram_18k <= most.bram_18k &&
         used.uram <= most.uram;
}

Limits::Limits(const Resources& most, double confidence) : most_(most), confidence_(confidence) { find_kinds(); }

Resources Limits::upper_bound(const Resources& estimate, std::int64_t interval) const {
  const Resources all = sum_of(estimate, beside_);
  return dse::upper_bound(all, {interval, all.lut}, confidence_);
}

bool Limits::hold(const Resources& estimate, std::int64_t interval) const {
  return is_within(upper_bound(estimate, interval), most_);
}

bool Limits::hold(const Qor& qor) const { return hold(qor.resources, kind_of(qor).interval); }

const Resources& Limits::room(double interval) const {
  const auto has = [&](const Kind& kind) { return interval <= kind.longest_interval; };
  return std::find_if(kinds_.begin(), kinds_.end(), has)->room;
}

bool Limits::may_hold(const Resources& part, double interval) const { return is_within(part, room(interval)); }

Limits Limits::share(double part) const {
  Limits limits = *this;
  limits.most_.dsp *= part;
  limits.most_.lut *= part;
  limits.most_.ff *= part;
  limits.find_kinds();
  return limits;
}

Limits Limits::beside(const Resources& used) const {
  Limits limits = *this;
  limits.beside_ += used;
  limits.find_kinds();
  return limits;
}

/// Bounds are whole numbers: one that is below the next whole number does not pass the limit.
void Limits::find_kinds() {
  std::vector<std::int64_t> edges{0};
  if (confidence_ > 0) edges = model_uncertainty().interval_edges();
  kinds_.clear();
  for (std::size_t n = 0; n < edges.size(); ++n) {
    const auto room = [&](Quantity quantity, double most, double beside) {
      const double below = std::floor(most) + 1;
      const double largest = model_uncertainty().largest_estimate(quantity, below, edges[n], confidence_);
      return std::clamp(largest, 0.0, most) - beside;
    };
    Kind kind{INFINITY, {}};
    if (n + 1 < edges.size()) kind.longest_interval = static_cast<double>(edges[n + 1] - 1);
    kind.room = {room(Quantity::dsp, most_.dsp, beside_.dsp), room(Quantity::lut, most_.lut, beside_.lut),
                 room(Quantity::ff, most_.ff, beside_.ff), room(Quantity::bram_18k, most_.bram_18k, beside_.bram_18k),
                 room(Quantity::bram_18k, most_.uram, beside_.uram)};
    kinds_.push_back(kind);
  }
}

Resources sum_of(Resources one, const Resources& other) { return one += other; }

void grow_excess(Resources& excess, const Resources& real, const Resources& predicted) {
  excess.dsp = std::max(excess.dsp, real.dsp - predicted.dsp);
  excess.lut = std::max(excess.lut, real.lut - predicted.lut);
  excess.ff = std::max(excess.ff, real.ff - predicted.ff);
  excess.bram_18k = std::max(excess.bram_18k, real.bram_18k - predicted.bram_18k);
  excess.uram = std::max(excess.uram, real.uram - predicted.uram);
}

}  // namespace pom::dse
