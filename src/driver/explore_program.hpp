#pragma once
#include <memory>

#include <pom/compile.hpp>

#include "dse/devices/device.hpp"
#include "dsl/function.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// Shares outside (0, 1], a time budget or target below 0.
Status check_dse_options(const DseOptions&, const Location& at);

struct Explored {
  Schedule schedule;
  Exploration report;
};

/// Searches a schedule for the program; its own one is not looked at. Draws progress on a terminal unless quiet.
Result<Explored> explore_program(const std::shared_ptr<const dsl::Function>&, const dse::Device&, const DseOptions&);

}  // namespace pom::driver
