#include "dse/devices/device.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <pom/diagnostic.hpp>

#include "dse/devices/embedded_devices.hpp"

namespace pom::dse {

namespace {

using nlohmann::json;

/// What is wrong with a file, on its way out of the reader.
struct Problem {
  std::string text;
};

const json& member(const json& object, const char* key) {
  if (!object.is_object()) throw Problem{std::string("there is no object around \"") + key + "\""};
  const auto found = object.find(key);
  if (found == object.end()) throw Problem{std::string("\"") + key + "\" is missing"};
  return *found;
}

/// Names end up in file names, reports and Tcl: no character of theirs may mean anything there.
std::string name_at(const json& device, const char* key) {
  const json& value = member(device, key);
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '+' ||
           c == '_' || c == '.' || c == ' ';
  };
  const auto* text = value.get_ptr<const std::string*>();
  if (text && !text->empty() && std::all_of(text->begin(), text->end(), is_plain)) return *text;
  throw Problem{std::string("\"") + key + "\" is not a name of letters, digits and - + _ ."};
}

/// The bound keeps sums of bits and products of counts far from overflow.
std::int64_t count_at(const json& resources, const char* key) {
  const json& value = member(member(resources, key), "value");
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  // Integers above the signed range are another type in the JSON library, and would wrap.
  const bool is_count = value.is_number_unsigned() && value.get<std::uint64_t>() <= most;
  if (is_count) return value.get<std::int64_t>();
  throw Problem{std::string("the value of \"") + key + "\" is not a number from 0 to " + std::to_string(most)};
}

}  // namespace

std::variant<Device, std::string> read_device(const std::string& text) {
  try {
    const json file = json::parse(text);
    const json& resources = member(file, "resources");
    return Device{name_at(file, "name"),           name_at(file, "part"),      name_at(file, "family"),
                  count_at(resources, "dsp"),      count_at(resources, "lut"), count_at(resources, "ff"),
                  count_at(resources, "bram_18k"), count_at(resources, "uram")};
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

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded_devices) names.emplace_back(file);
  return names;
}

}  // namespace pom::dse
