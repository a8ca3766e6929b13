#include "dse/devices/tables/json_schema.hpp"

#include <algorithm>
#include <string_view>

#include "dse/devices/tables/target.hpp"

namespace pom::dse::devices {

namespace {

using nlohmann::json;

struct Check {
  const json& root;

  void value(const json& rules, const json& value, const std::string& place) const;

 private:
  void object(const json& rules, const json& value, const std::string& place) const;
  void array(const json& rules, const json& value, const std::string& place) const;
  void number(const json& rules, const json& value, const std::string& place) const;
  void text(const json& rules, const json& value, const std::string& place) const;
};

[[noreturn]] void refuse(const std::string& place, const std::string& what) {
  throw Problem{(place.empty() ? "the file" : place) + ": " + what};
}

/// Tells whether the value has the JSON type. A number is an integer only if it is written without a fraction.
bool has_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return false;
}

/// Tells whether a name is safe in file names, reports and Tcl: no character has a special meaning there.
bool is_plain_name(const std::string& text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '+' ||
           c == '_' || c == '.' || c == ' ';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_plain);
}

/// Quotes a file's text in a message only if it is short and harmless.
std::string shown(const std::string& text) {
  return text.size() <= 40 && is_plain_name(text) ? "\"" + text + "\"" : "a key of other characters";
}

void Check::object(const json& rules, const json& value, const std::string& place) const {
  static const json none = json::object();
  const json& known = rules.contains("properties") ? rules["properties"] : none;
  const json& others = rules.contains("additionalProperties") ? rules["additionalProperties"] : none;
  for (const auto& [key, member] : value.items()) {
    const auto rule = known.find(key);
    if (rule == known.end() && others == false) refuse(place, shown(key) + " is not known here");
    if (rule == known.end() && !is_plain_name(key)) refuse(place, shown(key) + " is not known here");
    this->value(rule == known.end() ? others : *rule, member, place.empty() ? key : place + "." + key);
  }
  if (rules.contains("required")) {
    for (const json& key : rules["required"]) {
      if (!value.contains(key.get<std::string>())) refuse(place, "\"" + key.get<std::string>() + "\" is missing");
    }
  }
}

void Check::array(const json& rules, const json& value, const std::string& place) const {
  if (value.size() < rules.value("minItems", std::size_t{0})) refuse(place, "has too few items");
  if (rules.contains("maxItems") && value.size() > rules["maxItems"].get<std::size_t>()) {
    refuse(place, "has too many items");
  }
  if (!rules.contains("items")) return;
  for (std::size_t n = 0; n < value.size(); ++n) {
    this->value(rules["items"], value[n], place + "[" + std::to_string(n) + "]");
  }
}

void Check::number(const json& rules, const json& value, const std::string& place) const {
  if (rules.contains("minimum") && value.get<double>() < rules["minimum"].get<double>()) {
    refuse(place, "is less than " + rules["minimum"].dump());
  }
  if (rules.contains("maximum") && value.get<double>() > rules["maximum"].get<double>()) {
    refuse(place, "is more than " + rules["maximum"].dump());
  }
}

void Check::text(const json& rules, const json& value, const std::string& place) const {
  const std::string& text = value.get_ref<const std::string&>();
  if (text.size() < rules.value("minLength", std::size_t{0})) refuse(place, "is empty");
  const std::string format = rules.value("format", "");
  if (format == "plain-name" && !is_plain_name(text)) {
    refuse(place, "is not a name of letters, digits and - + _ .");
  }
  if (format == "version" && !read_version(text)) refuse(place, "is not a version like 2022.2");
  if (!rules.contains("enum")) return;
  const json& allowed = rules["enum"];
  if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) refuse(place, "is none of " + allowed.dump());
}

void Check::value(const json& rules, const json& value, const std::string& place) const {
  constexpr std::string_view known[] = {"$schema",     "title",      "description",
                                        "definitions", "$ref",       "type",
                                        "required",    "properties", "additionalProperties",
                                        "items",       "minItems",   "maxItems",
                                        "minimum",     "maximum",    "minLength",
                                        "format",      "enum"};
  for (const auto& [key, rule] : rules.items()) {
    if (std::find(std::begin(known), std::end(known), key) == std::end(known)) refuse(place, "schema: " + key + "?");
  }
  if (rules.contains("$ref")) {
    const std::string name = rules["$ref"].get<std::string>();
    return this->value(root.at(json::json_pointer(name.substr(1))), value, place);
  }
  if (!rules.contains("type")) return;
  const std::string type = rules["type"].get<std::string>();
  if (!has_type(value, type)) refuse(place, "is not of type " + type);
  if (type == "object") object(rules, value, place);
  if (type == "array") array(rules, value, place);
  if (type == "number" || type == "integer") number(rules, value, place);
  if (type == "string") text(rules, value, place);
}

}  // namespace

void check_schema(const json& schema, const json& value) { Check{schema}.value(schema, value, ""); }

}  // namespace pom::dse::devices
