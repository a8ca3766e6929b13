#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/options.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/estimate/qor/stalls.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Simulates the top function's processes with the intervals and iteration latencies of its estimate, or returns why
/// they are not known. FIFOs have no least depths then.
std::variant<Stalls, std::string> find_run(const Kernel&, const devices::Target&, const Qor&,
                                           const EstimateOptions& = {});

/// The same with the least depths of the FIFOs. Takes seconds where there are many to choose from.
std::variant<Stalls, std::string> find_stalls(const Kernel&, const devices::Target&, const Qor&,
                                              const EstimateOptions& = {});

/// By array: the least depth that serves all of its FIFOs, at least two, as one place costs no less.
std::map<std::string, std::int64_t> least_depths(const std::vector<FifoUse>&);

/// By array: the least depths of the FIFOs. Where the processes' cycles are not known, those that keep the pace of
/// processes whose accesses take one cycle each; none where that is not known either.
std::map<std::string, std::int64_t> find_least_depths(const Kernel&, const devices::Target&, const Qor&);

}  // namespace pom::dse::estimate
