#include "dse/explore/budget/limits.hpp"

#include <algorithm>
#include <cmath>

#include "dse/estimate/qor/upper_bound.hpp"

namespace pom::dse::explore {

bool is_within(const estimate::Resources& used, const estimate::Resources& most) {
  return used.dsp <= most.dsp && used.lut <= most.lut && used.ff <= most.ff && used.bram_18k <= most.bram_18k &&
         used.uram <= most.uram;
}

estimate::Resources resources_of(const devices::Device& device) {
  const auto of = [](std::int64_t count) { return static_cast<double>(count); };
  return {of(device.dsp), of(device.lut), of(device.ff), of(device.bram_18k), of(device.uram)};
}

Taken taken_of(const estimate::Resources& used, const estimate::Resources& most) {
  const auto times = [](double part, double all) { return all > 0 ? part / all : 0; };
  return {std::max({times(used.lut, most.lut), times(used.ff, most.ff), times(used.dsp, most.dsp)}),
          std::max(times(used.bram_18k, most.bram_18k), times(used.uram, most.uram))};
}

Limits::Limits(const estimate::Resources& most, double confidence) : most_(most), confidence_(confidence) {
  find_kinds();
}

estimate::Resources Limits::upper_bound(const estimate::Resources& estimate, std::int64_t interval) const {
  const estimate::Resources all = estimate + beside_;
  return estimate::upper_bound(all, {interval, all.lut}, confidence_);
}

bool Limits::hold(const estimate::Resources& estimate, std::int64_t interval) const {
  return is_within(upper_bound(estimate, interval), most_);
}

bool Limits::hold(const estimate::Qor& qor) const { return hold(qor.resources, estimate::kind_of(qor).interval); }

Taken Limits::taken_by(const estimate::Qor& qor) const {
  return taken_of(upper_bound(qor.resources, estimate::kind_of(qor).interval), most_);
}

const estimate::Resources& Limits::room(double interval) const {
  const auto has = [&](const Kind& kind) { return interval <= kind.longest_interval; };
  return std::find_if(kinds_.begin(), kinds_.end(), has)->room;
}

bool Limits::may_hold(const estimate::Resources& part, double interval) const {
  return is_within(part, room(interval));
}

Limits Limits::share(double part) const {
  Limits limits = *this;
  limits.most_.dsp *= part;
  limits.most_.lut *= part;
  limits.most_.ff *= part;
  limits.find_kinds();
  return limits;
}

Limits Limits::beside(const estimate::Resources& used) const {
  Limits limits = *this;
  limits.beside_ += used;
  limits.find_kinds();
  return limits;
}

/// Bounds are whole numbers: one that is below the next whole number does not pass the limit.
void Limits::find_kinds() {
  std::vector<std::int64_t> edges{0};
  if (confidence_ > 0) edges = devices::model_uncertainty().interval_edges();
  kinds_.clear();
  for (std::size_t n = 0; n < edges.size(); ++n) {
    const auto room = [&](devices::Quantity quantity, double most, double beside) {
      const double below = std::floor(most) + 1;
      const double largest = devices::model_uncertainty().largest_estimate(quantity, below, edges[n], confidence_);
      return std::clamp(largest, 0.0, most) - beside;
    };
    Kind kind{INFINITY, {}};
    if (n + 1 < edges.size()) kind.longest_interval = static_cast<double>(edges[n + 1] - 1);
    kind.room = {room(devices::Quantity::dsp, most_.dsp, beside_.dsp),
                 room(devices::Quantity::lut, most_.lut, beside_.lut),
                 room(devices::Quantity::ff, most_.ff, beside_.ff),
                 room(devices::Quantity::bram_18k, most_.bram_18k, beside_.bram_18k),
                 room(devices::Quantity::bram_18k, most_.uram, beside_.uram)};
    kinds_.push_back(kind);
  }
}

}  // namespace pom::dse::explore
