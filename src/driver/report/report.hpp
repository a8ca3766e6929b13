#pragma once
#include <string>

#include <pom/compile.hpp>

#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/device.hpp"

namespace pom::driver {

/// The text of report.json: arguments with their bits and whether they could be on the chip, schedule, dependences,
/// warnings, verification, and an estimate that is labelled as one.
std::string make_report(const Compilation&, const Report&, const dse::devices::Device&, const CompileOptions&);

/// The same for people, some lines for the terminal.
std::string make_summary(const Compilation&, const Report&, const dse::devices::Device&);

}  // namespace pom::driver
