#pragma once
#include "driver/explore/explore_program.hpp"

namespace pom::driver {

/// The program is a dataflow whose channels are found: its processes run at once, and the slowest one decides.
bool is_streaming(const dsl::Function&);

/// A schedule for such a program: for a time that all processes keep, each gets the choice (process_rates.hpp) of the
/// least work that keeps it; the shortest time whose design fits is looked for (time_search.hpp). Each design is
/// estimated and its run simulated; the best one gets the least depths of its FIFOs.
Result<Explored> match_rates(const Compilation& analyzed, const dse::devices::Target&, const DseOptions&,
                             const Location& at, WhenOver);

}  // namespace pom::driver
