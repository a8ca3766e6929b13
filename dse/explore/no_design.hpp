#pragma once
#include <vector>

#include "dse/devices/tables/device.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/explore/budget/limits.hpp"
#include "support/result.hpp"

namespace pom::dse::explore {

/// A design that was estimated, in words.
struct KnownDesign {
  const char* name;
  const estimate::Qor& qor;
  std::int64_t port_banks = 0;  ///< memories outside
};

/// `no-design`: of these designs the one that exceeds the limits least, and of each resource of which it takes too
/// much, what it needs and what is allowed. `port_banks`: the memories outside that are allowed; infinite: any number.
Diagnostic no_design(const std::vector<KnownDesign>&, const Limits&, double port_banks, const devices::Device&,
                     const Location& at);

}  // namespace pom::dse::explore
