// check_events SCHEMA [EVENT...]: every line of the standard input satisfies the schema's definition of its event, and
// each EVENT occurs.
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include <fstream>

#include "dse/devices/tables/json_schema.hpp"

namespace {

using nlohmann::json;

std::string check(json schema, const json& line) {
  pom::dse::devices::check_schema(schema, line);
  const std::string event = line["event"].get<std::string>();
  schema = {{"definitions", schema["definitions"]}, {"$ref", "#/definitions/" + event}};
  pom::dse::devices::check_schema(schema, line);
  return event;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
  std::ifstream file(words[1]);
  const json schema = json::parse(file);
  std::set<std::string> seen;
  std::string line;
  while (std::getline(std::cin, line)) {
    try {
      seen.insert(check(schema, json::parse(line)));
    } catch (const pom::dse::devices::Problem& problem) {
      std::cerr << line << "\n  " << problem.text << "\n";
      return 1;
    } catch (const json::exception& error) {
      std::cerr << line << "\n  " << error.what() << "\n";
      return 1;
    }
  }
  for (int n = 2; n < count; ++n) {
    if (seen.contains(words[n])) continue;
    std::cerr << "no line has the event " << words[n] << "\n";
    return 1;
  }
  return 0;
}
