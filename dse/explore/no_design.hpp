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
};

/// `no-design`: of these designs the one that exceeds the limits least, and of each resource of which it takes too
/// much, what it needs and what is allowed.
Diagnostic no_design(const std::vector<KnownDesign>&, const Limits&, const devices::Device&, const Location& at);

}  // namespace pom::dse::explore
