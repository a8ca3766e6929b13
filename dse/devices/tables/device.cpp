#include "dse/devices/tables/device.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pom/diagnostic.hpp>
#include <string_view>

#include "dse/devices/tables/embedded_devices.hpp"
#include "dse/devices/tables/json_schema.hpp"
#include "dse/devices/tables/tables.hpp"

namespace pom::dse::devices {

namespace {

using nlohmann::json;

const json& device_schema() {
  static const json schema = [] {
    for (const auto& [name, text] : embedded_schemas) {
      if (name == "device") return json::parse(text);
    }
    throw InternalError("dse/devices/schema/device.json is missing");
  }();
  return schema;
}

Device device_of(const json& file) {
  check_schema(device_schema(), file);
  const json& resources = file["resources"];
  const auto count = [&](const char* key) { return resources[key]["value"].get<std::int64_t>(); };
  Device device{file["name"], file["part"],      file["family"], count("dsp"), count("lut"),
                count("ff"),  count("bram_18k"), count("uram"),  "",           nullptr};
  device.speed = file["speed"];
  device.tables = load_tables(file["operators"], file["memories"], device.speed);
  return device;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Finds the speed grade in an ordering code, "2L" in "xcu55c-fsvh2892-2L-e"; empty when there is none.
std::string speed_of(const std::string& part) {
  std::size_t at = part.find('-');
  while (at != std::string::npos) {
    const std::size_t end = part.find('-', at + 1);
    const std::string token = part.substr(at + 1, end == std::string::npos ? end : end - at - 1);
    if (!token.empty() && token.size() <= 3 && is_digit(token[0])) return token;
    at = end;
  }
  return "";
}

/// Tells whether an ordering code begins with the chip's name. A package name follows, with or without a dash.
bool is_part_of(const std::string& part, std::string_view chip) {
  if (!part.starts_with(chip)) return false;
  return part.size() == chip.size() || !is_digit(part[chip.size()]);
}

}  // namespace

std::variant<Device, std::string> read_device(const std::string& text) {
  try {
    return device_of(json::parse(text));
  } catch (const Problem& problem) {
    return problem.text;
  } catch (const json::exception& error) {
    return std::string(error.what());
  }
}

std::optional<Device> find_device(const std::string& name) {
  for (const auto& [file, text] : embedded_devices) {
    if (file != name) continue;
    const auto read = read_device(std::string(text));
    if (const auto* device = std::get_if<Device>(&read)) return *device;
    throw InternalError("dse/devices/" + name + ".json: " + std::get<std::string>(read));
  }
  return std::nullopt;
}

std::optional<Device> find_device_by_part(const std::string& part) {
  std::string_view best;
  for (const auto& [file, text] : embedded_devices) {
    if (is_part_of(part, file) && file.size() > best.size()) best = file;
  }
  if (best.empty()) return std::nullopt;
  for (const auto& [file, text] : embedded_devices) {
    if (file != best) continue;
    json description = json::parse(text);
    description["part"] = part;
    const std::string speed = speed_of(part);
    if (!speed.empty()) description["speed"] = speed;
    const auto read = read_device(description.dump());
    if (const auto* device = std::get_if<Device>(&read)) return *device;
  }
  // The tables do not know the code's speed grade, or the text is no ordering code: take the chip with its default
  // grade.
  auto device = find_device(std::string(best));
  return device;
}

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded_devices) names.emplace_back(file);
  return names;
}

}  // namespace pom::dse::devices
