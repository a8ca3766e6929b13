#pragma once
#include <memory>
#include <pom/report.hpp>

#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/target.hpp"

namespace pom::driver {

/// Cycles of the loops of a program as they stand, behind the ports and in the memories that its schedule `own` asks
/// for; not `available` where the model cannot say. `speedup` is left to whom has a design.
AsWritten estimate_loops(poly::Scop, const Schedule& own, const dse::devices::Target&);

/// Cycles of the program without its schedule, behind the same ports and in the same memories. Not `available` where
/// nothing was scheduled, where loops read a stream through a buffer that the schedule asks for, or where isl would
/// take longer than moments.
AsWritten estimate_unscheduled(const std::shared_ptr<const dsl::Function>&, const dse::devices::Target&);

}  // namespace pom::driver
