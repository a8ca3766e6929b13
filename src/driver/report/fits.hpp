#pragma once
#include <optional>
#include <pom/report.hpp>
#include <string>

#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/device.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// An array inside the kernel.
struct LocalArray {
  std::string name;
  std::int64_t bits = 0;
  bool declared = true;  ///< by the program; else libpom made it
};

/// The array that takes most of the chip's memory; nothing: all of them are FIFOs, tables or arguments.
std::optional<LocalArray> largest_local(const Compilation&);

/// A warning `over-device` that names each resource whose upper bound is more than the device has, and what would help:
/// of memories the array, where one is known.
Status check_fits(const Estimate&, const dse::devices::Device&, const std::optional<LocalArray>& largest,
                  const Location& at);

}  // namespace pom::driver
