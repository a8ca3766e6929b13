#pragma once
#include <string>
#include <vector>

#include <pom/compile.hpp>

#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/explore/budget/goal.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// All that is wrong: shares outside (0, 1], a time budget or target below 0, threads outside [1, 256].
std::vector<Diagnostic> check_dse_options(const DseOptions&, const Location& at);

/// What a design may use at most.
dse::estimate::Resources most_resources(const DseOptions&, const dse::devices::Device&);

/// What the options want less of.
dse::explore::Goal goal_of(const DseOptions&, const dse::devices::Device&);

struct Explored {
  Schedule rewriting;  ///< directives that change the analyzed program once more, in front of the schedule
  Schedule schedule;
  Exploration report;
  Status warning;     ///< a target that no design meets
  double cycles = 0;  ///< of the design, as an estimate
};

/// Searches a schedule for the program; its own one is not looked at. Draws progress on a terminal unless quiet. Ctrl-C
/// ends the search early; the design is the best until then.
Result<Explored> explore_program(const Compilation& analyzed, const dse::devices::Target&, const DseOptions&,
                                 const Location& at);

/// The first stage alone.
struct Transformed {
  Schedule directives;
  std::vector<std::string> trail;
};
Transformed transform_program(const Compilation& analyzed);

}  // namespace pom::driver
