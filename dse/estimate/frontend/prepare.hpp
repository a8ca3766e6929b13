#pragma once
#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/options.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// What the vendor's tool decides by itself before it schedules: which loops it pipelines, which small functions it
/// dissolves, and that a bank pragma on a parameter is one on the array of the caller.
Kernel prepare_kernel(const Kernel&, const Target&, const EstimateOptions&);

}  // namespace pom::dse
