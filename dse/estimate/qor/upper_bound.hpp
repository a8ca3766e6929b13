#pragma once
#include "dse/devices/tables/uncertainty.hpp"
#include "dse/estimate/qor/qor.hpp"

/// What the tool's report of a design does not exceed, with a given probability: see dse/devices/accuracy.
namespace pom::dse::estimate {

/// What of a design decides how far its estimate can be trusted.
devices::DesignKind kind_of(const Qor&);

/// The resources that a design of the kind does not exceed with probability `confidence`; whole numbers. 0: the
/// estimated resources themselves.
Resources upper_bound(const Resources&, const devices::DesignKind&, double confidence);

/// The same for all numbers of an estimate.
struct QorBound {
  double latency_max = 0, latency_average = 0;  ///< cycles
  Resources resources;
};
QorBound upper_bound(const Qor&, double confidence);

}  // namespace pom::dse::estimate
