#pragma once
#include <limits>
#include <string>
#include <vector>

#include <pom/compile.hpp>

#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/target.hpp"
#include "dse/explore/budget/goal.hpp"
#include "dse/explore/budget/limits.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// All that is wrong: shares outside (0, 1], a time budget or target below 0, threads outside [1, 256].
std::vector<Diagnostic> check_dse_options(const DseOptions&, const Location& at);

/// What a design may use at most.
dse::explore::Limits limits_of(const DseOptions&, const dse::devices::Device&);

/// What the options want less of.
dse::explore::Goal goal_of(const DseOptions&, const dse::devices::Device&);

/// Bits that the widest port of the board moves in a cycle of the design; without a board, of the widest word.
std::int64_t port_bits(const DseOptions&, double clock_ns);

/// A warning where a design of so many cycles misses the target.
Status missed_target(const DseOptions&, double latency, const Location& at);

struct Explored {
  Schedule rewriting;  ///< directives that change the analyzed program once more, in front of the schedule
  Schedule schedule;
  Exploration report;
  Status warning;     ///< a target that no design meets
  double cycles = 0;  ///< of the design, as an estimate
  dse::estimate::Resources resources = {};
};

/// What a search does whose time ended before it had a design: estimate one that needs no search, however long that
/// takes, or none, as somebody else has one.
enum class WhenOver { answer, give_up };

/// Searches a schedule for the program; its own one is not looked at. Draws progress on a terminal unless quiet. Ctrl-C
/// ends the search early; the design is the best until then. `incumbent`: cycles of a design that is known: what is no
/// faster need not be found.
Result<Explored> explore_program(const Compilation& analyzed, const dse::devices::Target&, const DseOptions&,
                                 const Location& at, double incumbent = std::numeric_limits<double>::infinity(),
                                 WhenOver when_over = WhenOver::answer);

/// The first stage alone.
struct Transformed {
  Schedule directives;
  std::vector<std::string> trail;
};
Transformed transform_program(const Compilation& analyzed);

}  // namespace pom::driver
