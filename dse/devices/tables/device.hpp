#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pom::dse::devices {

struct DeviceTables;

/// An FPGA as data, from dse/devices/<name>.json, which is built into the library.
struct Device {
  std::string name, part, family;
  std::int64_t dsp = 0, lut = 0, ff = 0;
  std::int64_t bram_18k = 0;  ///< number of 18 Kib blocks
  std::int64_t uram = 0;      ///< number of 288 Kib blocks
  std::string speed = {};     ///< speed grade: "1", "2L"
  /// Costs of operators and memories; shared and never changed. Null: the tables of the device `unit` apply.
  std::shared_ptr<const DeviceTables> tables = {};

  /// Capacity of the block memories on the chip, in bits.
  std::int64_t memory_bits() const { return bram_18k * 18 * 1024 + uram * 288 * 1024; }
};

/// Parses a device file; returns a description of the problem if the text is not valid.
std::variant<Device, std::string> read_device(const std::string& text);
/// Returns nothing when no such device is known.
std::optional<Device> find_device(const std::string& name);
/// Finds the device by its ordering code, whatever the package and temperature range: "xcu55c-fsvh2892-2L-e",
/// "xc7z020clg400-1". The speed grade comes from the code if the family's tables know it, otherwise it is the device's
/// default.
std::optional<Device> find_device_by_part(const std::string& part);
/// Lists all devices in alphabetical order.
std::vector<std::string> device_names();

}  // namespace pom::dse::devices
