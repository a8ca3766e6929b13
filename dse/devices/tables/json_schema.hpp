#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace pom::dse {

/// What is wrong with a file, on its way out of its reader.
struct Problem {
  std::string text;
};

/// Throws Problem, whose text begins with the place ("resources.dsp.value: …"), when the value is not what the schema
/// asks for. Knows the part of JSON Schema that the files in dse/devices/schema use; what it does not know is refused,
/// so that no rule is written there in vain.
void check_schema(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace pom::dse
