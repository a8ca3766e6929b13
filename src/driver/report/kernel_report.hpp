#pragma once
#include <nlohmann/json_fwd.hpp>
#include <pom/report.hpp>

#include "driver/pipeline/pipeline.hpp"

/// Sections of report.json that lead from the generated kernel's lines back to the program and its schedule.
namespace pom::driver {

/// "kernel": the text; the line of each loop; of each pragma its line, and the directive (a position in "directives")
/// or the reason that made it.
nlohmann::ordered_json describe_kernel(const Compilation&, bool explored);

/// "loops" of the estimate with the lines that they stand at, and where what limits them stands. `explored`: the user
/// pipelined none of them.
nlohmann::ordered_json describe_estimated_loops(const Compilation&, const Estimate&, bool explored);

/// "course": the loop nests and calls of the top function in their order, with the cycles that each takes.
nlohmann::ordered_json describe_course(const Compilation&, const Estimate&);

}  // namespace pom::driver
