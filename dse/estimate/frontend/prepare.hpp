#pragma once
#include <functional>
#include <string>
#include <vector>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/options.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Called after each pass of prepare_kernel, with its name and the kernel as the pass left it.
using AfterPass = std::function<void(const char* pass, const Kernel&)>;

/// Applies the decisions that the vendor's tool makes before scheduling: which loops it pipelines and which small
/// functions it inlines. A partition directive on a parameter applies to the caller's array.
Kernel prepare_kernel(const Kernel&, const devices::Target&, const EstimateOptions&, const AfterPass& = {});

/// The names of the passes that the tool's defaults run, in their order.
std::vector<std::string> prepare_passes();

}  // namespace pom::dse::estimate
