#pragma once
#include <nlohmann/json_fwd.hpp>
#include <pom/report.hpp>
#include <string>

#include "driver/report/project.hpp"
#include "driver/report/summary_parts.hpp"
#include "dsl/model/function.hpp"

namespace pom::driver {

/// Where the design's processes were simulated, or its channels are automatic (`streams`), its speed-up and gap are
/// those of what was built: the search may have ended before it followed a run, or knew all channels.
void measure_run(Report&, bool streams);

/// What auto_DSE writes beside every compilation's files: schedule.cpp, pareto.csv, pareto.json, trail.txt.
ProjectFiles exploration_files(const dsl::Function& designed, const Report&);

/// Adds the search's part to report.json: design, bound, gap, dse_seconds, candidates …
void describe_exploration(const Report&, nlohmann::ordered_json& report);

/// The search's lines of the terminal's summary.
std::vector<SummaryPart> exploration_parts(const Report&);

}  // namespace pom::driver
