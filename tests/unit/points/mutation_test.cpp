#include <doctest/doctest.h>

#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "bench/qor/import/import_point.hpp"

using namespace pom::dse;
using namespace pom::dse::qor;

namespace {

std::vector<std::string> read_lines() {
  std::ifstream in(POM_POINTS);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A point, or a reason: never anything else, and never an empty reason.
bool is_answered(const std::string& line) {
  const auto result = import_point_text(line);
  const auto* reason = std::get_if<std::string>(&result);
  return reason ? !reason->empty() : !to_string(std::get<Point>(result).kernel).empty();
}

}  // namespace

TEST_CASE("import: all gold points but one, whose callee has no name") {
  const auto lines = read_lines();
  REQUIRE(lines.size() > 200);
  int gold = 0, imported = 0;
  for (const std::string& line : lines) {
    if (line.find("\"gold\":true") == std::string::npos) continue;
    ++gold;
    imported += std::holds_alternative<Point>(import_point_text(line));
  }
  CHECK(gold == 157);
  CHECK(imported == gold - 1);
}

TEST_CASE("import: damaged points are answered, never a crash") {
  const unsigned seed = 20240711;
  MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  auto lines = read_lines();
  REQUIRE_FALSE(lines.empty());
  std::erase_if(lines, [](const std::string& line) { return line.size() > 12000; });
  const std::string characters = "0179-+*/%()[]{}<>\":,. abAfiux&";
  for (int n = 0; n < 600; ++n) {
    std::string line = lines[random() % lines.size()];
    if (n % 5 == 0) line.resize(random() % line.size());
    for (unsigned changes = random() % 12; changes > 0 && !line.empty(); --changes)
      line[random() % line.size()] = characters[random() % characters.size()];
    CHECK_MESSAGE(is_answered(line), line.substr(0, 200));
  }
}
