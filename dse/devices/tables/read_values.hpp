#pragma once
#include <nlohmann/json.hpp>

#include "dse/devices/tables/json_schema.hpp"
#include "dse/devices/tables/tables.hpp"

/// Readers for parts of a family's file. The file must have passed its schema's check.
namespace pom::dse::devices {

/// Reads {"value": [[x, y], ...], "source": ...}.
inline Knots knots_of(const nlohmann::json& entry, const std::string& place) {
  Knots knots;
  for (const nlohmann::json& point : entry["value"]) {
    const double x = point[0].get<double>();
    if (!knots.points.empty() && x <= knots.points.back().first) throw Problem{place + ".value: does not ascend"};
    knots.points.emplace_back(x, point[1].get<double>());
  }
  return knots;
}

/// Reads the optional keys "from" and "until".
inline Releases releases_of(const nlohmann::json& entry) {
  Releases releases;
  if (entry.contains("from")) releases.from = *read_version(entry["from"]);
  if (entry.contains("until")) releases.until = *read_version(entry["until"]);
  return releases;
}

inline double number_of(const nlohmann::json& entry) { return entry["value"].get<double>(); }

}  // namespace pom::dse::devices
