#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pom::dse {

struct DeviceTables;

/// An FPGA as data: dse/devices/<name>.json, built into the library.
struct Device {
  std::string name, part, family;
  std::int64_t dsp = 0, lut = 0, ff = 0;
  std::int64_t bram_18k = 0;  ///< blocks of 18 Kib
  std::int64_t uram = 0;      ///< blocks of 288 Kib
  std::string speed = {};     ///< grade: "1", "2L"
  /// What operators and memories cost; shared, never changed. Without: those of the device `unit`.
  std::shared_ptr<const DeviceTables> tables = {};

  /// Block memory on the chip, in bits.
  std::int64_t memory_bits() const { return bram_18k * 18 * 1024 + uram * 288 * 1024; }
};

/// The device that a file's text describes; otherwise what is wrong with the text, in words.
std::variant<Device, std::string> read_device(const std::string& text);
/// Nothing when no such device is known.
std::optional<Device> find_device(const std::string& name);
/// The device whose ordering code this is, whatever its package and temperature range: "xcu55c-fsvh2892-2L-e",
/// "xc7z020clg400-1". The speed grade is the part's where the family's tables know it, otherwise the device's default.
std::optional<Device> find_device_by_part(const std::string& part);
/// In alphabetical order.
std::vector<std::string> device_names();

}  // namespace pom::dse
