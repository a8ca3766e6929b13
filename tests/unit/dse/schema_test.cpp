#include <nlohmann/json.hpp>

#include "dse/devices/tables/embedded_devices.hpp"
#include "dse/devices/tables/json_schema.hpp"
#include "dse/devices/tables/tables.hpp"
#include "facts.hpp"

using namespace pom::dse;
using namespace pom::dse::devices;
using nlohmann::json;

namespace {

json embedded(const auto& files, std::string_view name) {
  for (const auto& [file, text] : files) {
    if (file == name) return json::parse(text);
  }
  throw std::runtime_error(std::string(name));
}

/// What the reader says of a device with one change.
std::string refusal(const std::function<void(json&)>& change) {
  json device = embedded(embedded_devices, "xc7z020");
  change(device);
  const auto read = read_device(device.dump());
  const auto* problem = std::get_if<std::string>(&read);
  return problem ? *problem : "";
}

/// What the schema says of a family's file with one change.
std::string family_refusal(const char* family, const char* schema, const std::function<void(json&)>& change) {
  json file = embedded(embedded_families, family);
  change(file);
  try {
    check_schema(embedded(embedded_schemas, schema), file);
    schema == std::string("operators") ? void(read_operators(file, "1")) : void(read_memories(file));
  } catch (const Problem& problem) {
    return problem.text;
  }
  return "";
}

}  // namespace

TEST_CASE("device files: unchanged, they are accepted") {
  CHECK(refusal([](json&) {}) == "");
  for (const auto& [name, text] : embedded_families) {
    const std::string family(name), schema = family.substr(0, family.find('_'));
    CAPTURE(family);
    // What extends another is complete, and checked, when it is loaded.
    if (json::parse(text).contains("extends"))
      CHECK_NOTHROW(load_tables(family.substr(schema.size() + 1), "seven_series", "1"));
    else
      CHECK_NOTHROW(check_schema(embedded(embedded_schemas, schema), json::parse(text)));
  }
}

TEST_CASE("device files: a family that extends another has its own cores and the other's for the rest") {
  const auto base = load_tables("seven_series", "seven_series", "1");
  const auto artix = load_tables("artix_seven", "seven_series", "1");
  const auto deepest = [](const DeviceTables& tables, Core core) {
    return tables.operators.cores[1][static_cast<std::size_t>(core)].back();
  };
  CHECK(deepest(*base, Core::mul).lut == 321);
  CHECK(deepest(*artix, Core::mul).lut == 140);
  CHECK(deepest(*artix, Core::div).stages == deepest(*base, Core::div).stages);
}

TEST_CASE("device files: a message names the place") {
  CHECK(refusal([](json& d) { d.erase("part"); }) == "the file: \"part\" is missing");
  CHECK(refusal([](json& d) { d["part"] = "a;b"; }) == "part: is not a name of letters, digits and - + _ .");
  CHECK(refusal([](json& d) { d["part"] = 7; }) == "part: is not of type string");
  CHECK(refusal([](json& d) { d["resources"]["dsp"]["value"] = -1; }) == "resources.dsp.value: is less than 0");
  CHECK(refusal([](json& d) { d["resources"]["dsp"]["value"] = 1.5; }) ==
        "resources.dsp.value: is not of type integer");
  CHECK(refusal([](json& d) { d["resources"]["lut"]["value"] = 1ull << 63; }) ==
        "resources.lut.value: is more than 2147483647");
  CHECK(refusal([](json& d) { d["resources"]["ff"].erase("source"); }) == "resources.ff: \"source\" is missing");
  CHECK(refusal([](json& d) { d["resources"]["ff"]["source"] = ""; }) == "resources.ff.source: is empty");
  CHECK(refusal([](json& d) { d["recources"] = 1; }) == "the file: \"recources\" is not known here");
  CHECK(refusal([](json& d) { d["operators"] = "abacus"; }) == "operators: there is no file of this name");
  CHECK(refusal([](json& d) { d["speed"] = "7"; }) == "speed: \"7\" is no speed grade of the family");
  CHECK(refusal([](json& d) { d = json::array(); }) == "the file: is not of type object");
}

TEST_CASE("family files: a message names the place") {
  const auto operators = [](const std::function<void(json&)>& change) {
    return family_refusal("operators_seven_series", "operators", change);
  };
  const auto memories = [](const std::function<void(json&)>& change) {
    return family_refusal("memories_seven_series", "memories", change);
  };
  CHECK(operators([](json&) {}) == "");
  CHECK(operators([](json& f) { f["cores"][3]["stages"] = 0; }) == "cores[3].stages: is less than 1");
  CHECK(operators([](json& f) { f["cores"][3].erase("source"); }) == "cores[3]: \"source\" is missing");
  CHECK(operators([](json& f) { f["cores"][0]["core"] = "cube"; }).starts_with("cores[0].core: is none of "));
  CHECK(operators([](json& f) { f["cores"][0]["speed"] = "8"; }) == "speeds.8: is missing, but used");
  CHECK(operators([](json& f) {
          f["integers"]["adder_lut"][0]["value"][1] = {1, 2, 3};
        }) == "integers.adder_lut[0].value[1]: has too many items");
  CHECK(operators([](json& f) {
          f["integers"]["divider"]["ff"]["value"] = {{5, 1}, {5, 2}};
        }) == "divider.ff.value: does not ascend");
  CHECK(operators([](json& f) { f["integers"]["compare_lut"][0]["until"] = "soon"; }) ==
        "integers.compare_lut[0].until: is not a version like 2022.2");
  CHECK(memories([](json&) {}) == "");
  CHECK(memories([](json& f) { f["modes"]["value"] = json::array(); }) == "modes.value: has too few items");
  CHECK(memories([](json& f) { f["uram_words"]["value"] = 0; }) == "uram_words.value: is less than 1");
  CHECK(memories([](json& f) { f["lutram_lut"]["value"] = 3; }) == "lutram_lut.value: is not of type string");
}

TEST_CASE("schemas: a rule that the checker does not know is refused") {
  const json schema = {{"type", "string"}, {"pattern", "^a"}};
  CHECK_THROWS_AS(check_schema(schema, "b"), Problem);
}

TEST_CASE("device files: every number has its source") {
  const std::function<void(const json&, const std::string&)> visit = [&](const json& value, const std::string& place) {
    if (value.is_object() && value.contains("value")) CHECK_MESSAGE(value.contains("source"), place);
    if (!value.is_structured()) return;
    for (const auto& [key, member] : value.items()) visit(member, place + "/" + key);
  };
  for (const auto& [name, text] : embedded_devices) visit(json::parse(text), std::string(name));
  for (const auto& [name, text] : embedded_families) visit(json::parse(text), std::string(name));
}
