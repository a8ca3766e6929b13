// Any bytes as a device file: a device whose numbers can be computed with, or a reason in words.
#include <cstdint>
#include <limits>
#include <string>
#include <variant>

#include "dse/devices/tables/device.hpp"
#include "require.hpp"

using pom::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto read = pom::dse::devices::read_device(text);
  if (const auto* problem = std::get_if<std::string>(&read)) {
    require(!problem->empty(), "a refused device file has a reason");
    return 0;
  }
  const auto& device = std::get<pom::dse::devices::Device>(read);
  require(!device.name.empty() && !device.part.empty() && !device.family.empty(), "a device is named");
  for (const std::int64_t count : {device.dsp, device.lut, device.ff, device.bram_18k, device.uram}) {
    require(count >= 0 && count <= std::numeric_limits<std::int32_t>::max(), "a device's counts are counts");
  }
  require(device.memory_bits() >= 0, "a device's memory can be computed");
  return 0;
}
