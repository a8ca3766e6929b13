#pragma once
#include <string>
#include <variant>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/options.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// The vendor tool's report of a kernel, foretold; or, in words, what of the kernel the model cannot say.
std::variant<Qor, std::string> estimate(const Kernel&, const Target&, const EstimateOptions& = {});

}  // namespace pom::dse
