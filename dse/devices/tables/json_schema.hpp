#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace pom::dse::devices {

/// Exception with the description of an error in a file; the file's reader catches it.
struct Problem {
  std::string text;
};

/// Throws Problem when the value does not satisfy the schema. The text begins with the location ("resources.dsp.value:
/// …"). Supports the part of JSON Schema that the files in dse/devices/schema use, and refuses every other keyword, so
/// that no rule in a schema is silently ignored.
void check_schema(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace pom::dse::devices
