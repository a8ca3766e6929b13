#include "dse/devices/device.hpp"

#include <nlohmann/json.hpp>

#include "dse/devices/embedded_devices.hpp"

namespace pom::dse {

std::optional<Device> find_device(const std::string& name) {
  for (const auto& [file, text] : embedded_devices) {
    if (file != name) continue;
    const nlohmann::json json = nlohmann::json::parse(text);
    const auto resource = [&](const char* key) { return json.at("resources").at(key).at("value").get<std::int64_t>(); };
    return Device{json.at("name"), json.at("part"), json.at("family"),    resource("dsp"),
                  resource("lut"), resource("ff"),  resource("bram_18k"), resource("uram")};
  }
  return std::nullopt;
}

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded_devices) names.emplace_back(file);
  return names;
}

}  // namespace pom::dse
