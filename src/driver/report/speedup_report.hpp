#pragma once
#include <nlohmann/json_fwd.hpp>
#include <pom/report.hpp>

#include "driver/report/summary_parts.hpp"

namespace pom::driver {

/// As written / design. Logic without a register takes 0 cycles, and counts as one of 1.
double cycles_ratio(std::int64_t slow, std::int64_t fast);

/// Of a run, stalls included where the processes of a `dataflow` function were simulated.
std::int64_t cycles_of_run(const Estimate&);

/// Puts the design beside the program as `written`: that of the search, or of a schedule that the user gave.
void compare_with_written(Report&, const AsWritten& written);

/// Adds baseline, automatic, speedup and speedup_over_automatic to report.json, where they are known.
void describe_speedup(const Report&, nlohmann::ordered_json& report);

/// "  speed-up 1006 over the program as written, 223.7 over it with the tool's automatic pipelining (estimates)"
SummaryPart speedup_part(const Report&);

}  // namespace pom::driver
