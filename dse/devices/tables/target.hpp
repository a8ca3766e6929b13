#pragma once
#include <compare>
#include <optional>
#include <string>

#include "dse/devices/tables/device.hpp"

namespace pom::dse::devices {

/// A release of the vendor's tool: 2022.1 is {2022, 1}.
struct ToolVersion {
  int year = 2022, release = 1;
  auto operator<=>(const ToolVersion&) const = default;
};

/// Reads "2022.2.2" as {2022, 2}; returns nothing when the text is not a version.
std::optional<ToolVersion> read_version(const std::string& text);

/// The device, clock and tool release that a design is built for.
struct Target {
  const Device* device = nullptr;
  double clock_ns = 10;
  std::optional<double> uncertainty_ns;  ///< when not given: the vendor's default, 27 % of the clock period
  ToolVersion version;

  double uncertainty() const { return uncertainty_ns.value_or(0.27 * clock_ns); }
  double budget_ns() const { return clock_ns - uncertainty(); }  ///< time for the logic between two registers
};

}  // namespace pom::dse::devices
