#pragma once
#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/options.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Applies the decisions that the vendor's tool makes before scheduling: which loops it pipelines and which small
/// functions it inlines. A partition directive on a parameter applies to the caller's array.
Kernel prepare_kernel(const Kernel&, const devices::Target&, const EstimateOptions&);

}  // namespace pom::dse::estimate
