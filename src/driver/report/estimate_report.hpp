#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <pom/report.hpp>
#include <string>

#include "driver/pipeline/pipeline.hpp"
#include "driver/report/summary_parts.hpp"
#include "dse/estimate/estimate.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// What the vendor's tool is expected to report for the kernel, in the public words. `confidence`: of the upper bounds.
Estimate make_estimate(const dse::Kernel&, const dse::devices::Device&, double clock_ns, double confidence);

/// What the simulation of the processes says of their FIFOs; nothing where it cannot tell. `device` outlives it.
ChooseDepths depths_on(const dse::devices::Device& device, double clock_ns);

/// What the estimate says of one loop, without its places in kernel and program.
nlohmann::ordered_json describe_loop(const EstimatedLoop&);

/// The section "estimate" of report.json; `loops`: its list of loops (kernel_report.hpp).
nlohmann::ordered_json describe_estimate(const Estimate&, nlohmann::ordered_json loops);

/// "1037 cycles, waiting included (in the tool's report 1042)": a simulated run, and the tool's own number.
std::string waiting_text(const std::string& run, const std::string& reported);

/// Of the loop that starts its iterations least often; 0: none is pipelined.
std::int64_t worst_interval(const Estimate&);

/// The summary's lines: "estimated: 2147483648 cycles, II 1, 166 DSP (75 %), … on xc7z020 at 10 ns", and below it the
/// formula for any size and what the simulated processes wait for.
std::vector<SummaryPart> estimate_parts(const Estimate&, const dse::devices::Device&);

}  // namespace pom::driver
