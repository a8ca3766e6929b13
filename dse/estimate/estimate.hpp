#pragma once
#include <string>
#include <variant>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/options.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Predicts the vendor tool's synthesis report of a kernel, or returns why the kernel cannot be modelled.
std::variant<Qor, std::string> estimate(const Kernel&, const devices::Target&, const EstimateOptions& = {});

}  // namespace pom::dse::estimate
