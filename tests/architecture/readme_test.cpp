#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "source_tree.hpp"

using namespace pom::test;

namespace {

/// The cells of the first table row behind `section` that begins with `start`, without blanks; none: there is no such
/// row.
std::vector<std::string> row_of(const std::string& text, const std::string& section, const std::string& start) {
  const std::size_t from = text.find(section);
  const std::size_t at = from == std::string::npos ? from : text.find("\n| " + start, from);
  if (at == std::string::npos) return {};
  std::istringstream line(text.substr(at + 2, text.find('\n', at + 1) - at - 2));
  std::vector<std::string> cells;
  for (std::string cell; std::getline(line, cell, '|');) {
    std::erase(cell, ' ');
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace

TEST_CASE("readme: the designs on its first screen are those in docs/results.md") {
  const std::string readme = read_text("README.md"), results = read_text("docs/results.md");
  const std::string section = "### GEMM (Table III";
  // README: design, cycles, × as written, DSP, LUT, gap. Results: … cycles, x written, x automatic, DSP, FF, LUT, II,
  // tiles, parallel, bound, gap …
  const std::vector<std::string> ours = row_of(readme, "# libpom", "`auto_DSE`"),
                                 found = row_of(results, section, "ours");
  const std::vector<std::string> pom = row_of(readme, "# libpom", "POM's"),
                                 printed = row_of(results, section, "POM, paper");
  REQUIRE(ours.size() >= 6);
  REQUIRE(pom.size() >= 5);
  REQUIRE(found.size() >= 12);
  REQUIRE(printed.size() >= 7);
  for (const auto& [own, row] : {std::pair(ours, found), std::pair(pom, printed)}) {
    CHECK(own[1] == row[1]);
    CHECK(own[2] == row[2]);
    CHECK(own[3] == row[4]);
    CHECK(own[4] == row[6]);
  }
  CHECK(ours[5] == found[11]);
}
