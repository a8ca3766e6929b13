#pragma once
#include <string>

#include <pom/compile.hpp>

#include "driver/board/chosen_target.hpp"
#include "driver/board/host_side.hpp"
#include "driver/pipeline/pipeline.hpp"

namespace pom::driver {

/// The text of report.json: arguments with their bits and whether they could be on the chip, schedule, dependences,
/// warnings, verification, the board with what its memories hold, and an estimate that is labelled as one.
std::string make_report(const Compilation&, const Report&, const ChosenTarget&, const HostSide&);

}  // namespace pom::driver
