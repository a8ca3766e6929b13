#pragma once
#include <string>

#include <pom/compile.hpp>

#include "driver/board/chosen_target.hpp"
#include "driver/board/host_side.hpp"
#include "driver/pipeline/pipeline.hpp"

namespace pom::driver {

/// What report.json says, for people at a terminal: ten lines.
std::string make_summary(const Compilation&, const Report&, const ChosenTarget&, const HostSide&);

}  // namespace pom::driver
