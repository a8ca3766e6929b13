#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "dse/devices/tables/embedded_devices.hpp"
#include "dse/devices/tables/json_schema.hpp"
#include "dse/devices/tables/tables.hpp"

namespace pom::dse::devices {

namespace {

using nlohmann::json;

std::string_view text_of(const auto& files, const std::string& name, const std::string& kind) {
  for (const auto& [file, text] : files) {
    if (file == name) return text;
  }
  throw Problem{kind + ": there is no file of this name"};
}

/// Merges two lists of cores: an entry of `own` replaces entries of `base` for the same operator, width, binding and
/// speed.
json with_cores(const json& base, const json& own) {
  const auto replaces = [](const json& a, const json& b) {
    constexpr std::array keys = {"core", "bits", "binding", "speed"};
    return std::all_of(keys.begin(), keys.end(), [&](const char* key) { return a[key] == b[key]; });
  };
  json cores = own;
  for (const json& core : base) {
    if (std::none_of(own.begin(), own.end(), [&](const json& other) { return replaces(core, other); }))
      cores.push_back(core);
  }
  return cores;
}

/// Reads a family's file. With the key "extends", the file lists only its differences from another family.
json read_family(const std::string& kind, const std::string& family) {
  json file = json::parse(text_of(embedded_families, kind + "_" + family, kind));
  const auto extends = file.find("extends");
  if (extends == file.end()) return file;
  json all = read_family(kind, extends->get<std::string>());
  file.erase("extends");
  for (const auto& [key, value] : file.items()) all[key] = key == "cores" ? with_cores(all[key], value) : value;
  return all;
}

/// Reads a family's file and checks it against its schema. Errors name the file.
json checked_file(const std::string& kind, const std::string& family) {
  const std::string name = kind + "_" + family;
  const json file = read_family(kind, family);
  try {
    check_schema(json::parse(text_of(embedded_schemas, kind, kind)), file);
  } catch (const Problem& problem) {
    throw Problem{"families/" + name + ".json: " + problem.text};
  }
  return file;
}

struct Loaded {
  std::mutex mutex;
  std::map<std::array<std::string, 3>, std::shared_ptr<const DeviceTables>> tables;
};

}  // namespace

std::shared_ptr<const DeviceTables> load_tables(const std::string& operators, const std::string& memories,
                                                const std::string& speed) {
  static Loaded loaded;
  const std::lock_guard lock(loaded.mutex);
  const std::array<std::string, 3> key = {operators, memories, speed};
  if (const auto found = loaded.tables.find(key); found != loaded.tables.end()) return found->second;
  auto tables = std::make_shared<const DeviceTables>(DeviceTables{
      read_operators(checked_file("operators", operators), speed), read_memories(checked_file("memories", memories))});
  loaded.tables.emplace(key, tables);
  return tables;
}

const DeviceTables& tables_of(const Target& target) {
  if (target.device && target.device->tables) return *target.device->tables;
  static const std::shared_ptr<const DeviceTables> unit = load_tables("unit", "unit", "1");
  return *unit;
}

}  // namespace pom::dse::devices
