#pragma once
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "dse/devices/tables/operators.hpp"

/// Rows of tests/qor/facts: what synthesis reports say.
namespace pom::dse::test {

using Row = std::map<std::string, std::string>;

inline std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) c == at ? parts.emplace_back() : parts.back() += c;
  return parts;
}

inline std::vector<Row> read_facts(const std::string& file) {
  std::ifstream in(std::string(POM_FACTS_DIR) + "/" + file);
  std::string line;
  REQUIRE(std::getline(in, line));
  const std::vector<std::string> keys = split(line, ',');
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> values = split(line, ',');
    Row& row = rows.emplace_back();
    for (std::size_t n = 0; n < keys.size() && n < values.size(); ++n) row[keys[n]] = values[n];
  }
  return rows;
}

inline int number(const Row& row, const char* key) { return std::stoi(row.at(key)); }

/// A device and what is built for it.
struct Site {
  devices::Device device;
  devices::Target target;

  Site(devices::Device found, double clock_ns, devices::ToolVersion version) : device(std::move(found)) {
    target = {&device, clock_ns, std::nullopt, version};
  }
  Site(const Site&) = delete;
};

inline Site site(const std::string& part, double clock_ns, const std::string& version) {
  const auto device = devices::find_device_by_part(part);
  REQUIRE_MESSAGE(device, part);
  return Site(*device, clock_ns, *devices::read_version(version));
}

/// How many rows agree, printed with the first few that do not when POM_SHOW_FACTS is set.
struct Agreement {
  std::string what;
  int rows = 0, agree = 0;
  std::string misses = {};

  void add(bool agrees, const std::string& row) {
    ++rows;
    agrees ? ++agree : (misses += "\n    " + row, 0);
  }
  double share() const { return rows == 0 ? 0 : double(agree) / rows; }
  ~Agreement() {
    const std::string text = what + ": " + std::to_string(agree) + " of " + std::to_string(rows) + " rows agree" +
                             (std::getenv("POM_SHOW_FACTS") ? misses : "");
    MESSAGE(text);
  }
};

}  // namespace pom::dse::test
