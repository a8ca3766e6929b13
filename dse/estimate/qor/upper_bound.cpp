#include "dse/estimate/qor/upper_bound.hpp"

#include <cmath>

namespace pom::dse::estimate {

namespace {

/// Reports count whole blocks and cycles: what does not exceed the bound does not exceed the whole number below it. An
/// estimate that is itself above stays.
double whole_bound(devices::Quantity quantity, double estimate, const devices::DesignKind& kind, double confidence) {
  const double bound = devices::model_uncertainty().upper_bound(quantity, estimate, kind, confidence);
  return confidence > 0 ? std::max(estimate, std::floor(bound)) : estimate;
}

}  // namespace

devices::DesignKind kind_of(const Qor& qor) {
  devices::DesignKind kind{0, qor.resources.lut};
  for (const LoopEstimate& loop : qor.loops) kind.interval = std::max(kind.interval, loop.interval);
  return kind;
}

Resources upper_bound(const Resources& resources, const devices::DesignKind& kind, double confidence) {
  const auto bound = [&](devices::Quantity quantity, double estimate) {
    return whole_bound(quantity, estimate, kind, confidence);
  };
  Resources upper;
  upper.dsp = bound(devices::Quantity::dsp, resources.dsp);
  upper.lut = bound(devices::Quantity::lut, resources.lut);
  upper.ff = bound(devices::Quantity::ff, resources.ff);
  upper.bram_18k = bound(devices::Quantity::bram_18k, resources.bram_18k);
  // Whole memories, as blocks of RAM; where none is large enough for one, none becomes so.
  upper.uram = resources.uram > 0 ? bound(devices::Quantity::bram_18k, resources.uram) : 0;
  return upper;
}

QorBound upper_bound(const Qor& qor, double confidence) {
  const devices::DesignKind kind = kind_of(qor);
  const auto cycles = [&](double estimate) {
    return whole_bound(devices::Quantity::latency, estimate, kind, confidence);
  };
  return {cycles(static_cast<double>(qor.latency_max)), cycles(qor.latency_average),
          upper_bound(qor.resources, kind, confidence)};
}

}  // namespace pom::dse::estimate
